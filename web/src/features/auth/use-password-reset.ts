import { requestPasswordReset, resetPassword } from '@bitquay/contract/auth'
import { ask } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'

export const useRequestReset = () =>
  useAction({ mutationFn: (email: string) => ask(requestPasswordReset, { body: { email } }) })

export const useResetPassword = () =>
  useAction({
    mutationFn: (body: { token: string; newPassword: string }) => ask(resetPassword, { body }),
  })
