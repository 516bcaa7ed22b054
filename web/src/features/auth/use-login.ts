import { login } from '@bitquay/contract/auth'
import type { SentBody } from '@bitquay/contract/call'
import { useQueryClient } from '@tanstack/react-query'
import { askOrAccept } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { beginSession } from '../../lib/session.ts'
import { useAction } from '../../lib/use-action.ts'

/** Either someone is signed in afterwards, or the server asks for the second factor. */
export const useLogin = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: async (body: SentBody<typeof login>) => {
      const { answer, accepted } = await askOrAccept(login, { body })
      if (accepted) return { tempToken: accepted.tempToken }
      const user = await beginSession(queryClient, answer.token)
      if (!user) throw new ApiError(0, 'The new session could not be verified.')
      return { user }
    },
  })
}
