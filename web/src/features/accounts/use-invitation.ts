import { acceptInvitation, viewInvitation } from '@bitquay/contract/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { beginSession } from '../../lib/session.ts'
import { useAction } from '../../lib/use-action.ts'

/** Whom an invitation is for. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => ask(viewInvitation, { body: { token }, signal }),
  })

/** The person is signed in afterwards. */
export const useAcceptInvitation = (token: string) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: async (newPassword: string) => {
      const { token: session } = await ask(acceptInvitation, { body: { token, newPassword } })
      return beginSession(queryClient, session)
    },
  })
}
