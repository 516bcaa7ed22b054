import { requestPasswordReset, resetPassword } from '@bitquay/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { beginSession } from '../../lib/session.ts'
import { useAction } from '../../lib/use-action.ts'

export const useRequestReset = () =>
  useAction({ mutationFn: (email: string) => ask(requestPasswordReset, { body: { email } }) })

/** Someone invited to move money is signed in afterwards, to set up their second factor. */
export const useResetPassword = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: async (body: { token: string; newPassword: string }) => {
      const { token } = await ask(resetPassword, { body })
      return { user: token === undefined ? null : await beginSession(queryClient, token) }
    },
  })
}
