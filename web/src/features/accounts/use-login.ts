import { login } from '@bitquay/contract/accounts'
import type { AcceptedAnswer, Answer, SentBody } from '@bitquay/contract/call'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { requestWithProof } from '../../lib/request-with-proof.ts'
import { beginSession } from '../../lib/session.ts'
import { useAction } from '../../lib/use-action.ts'
import * as t from './messages.ts'

/** Either someone is signed in afterwards, or the server asks for the second factor. */
export const useLogin = () => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: async (body: SentBody<typeof login>) => {
      const response = await requestWithProof(login, { body })
      if (response.status === 202) {
        const { tempToken }: AcceptedAnswer<typeof login> = await response.json()
        return { tempToken }
      }
      const { token }: Answer<typeof login> = await response.json()
      const user = await beginSession(queryClient, token)
      if (!user) throw new ApiError(0, t.notSignedIn)
      return { user }
    },
  })
}
