import { requestPasswordReset, resetPassword } from '@bitquay/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'

export const useRequestReset = () =>
  useMutation({ mutationFn: (email: string) => ask(requestPasswordReset, { body: { email } }) })

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: { token: string; newPassword: string }) => ask(resetPassword, { body }),
  })
