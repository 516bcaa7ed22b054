import { requestPasswordReset as requestCall, resetPassword as resetCall } from '@bitquay/contract/auth'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { toUser } from './to-user.ts'

export const passwordResetRequest = (deps: Deps) =>
  route(requestCall, async ({ body, source }) => {
    await requestPasswordReset(deps, body.email, source)
    return { message: "If an account with that email exists, you'll receive a password reset link." }
  })

export const passwordReset = (deps: Deps) =>
  route(resetCall, async ({ body, source }) => {
    const joined = await resetPassword(deps, body, source)
    if (joined) {
      return {
        message: 'Your password is set. Set up two-factor authentication to finish.',
        token: joined.token,
        user: toUser(joined.person),
      }
    }
    return { message: 'Your password has been reset. You can now log in with your new password.' }
  })
