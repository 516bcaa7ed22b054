import { login as call } from '@bitquay/contract/auth'
import type { Deps } from '../../deps.ts'
import { signIn } from '../../flows/sign-in.ts'
import { toUser } from '../../modules/auth/to-user.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { accepted, route } from '../../platform/http/route.ts'

export const login = (deps: Deps) =>
  route(call, async ({ body, source }) => {
    const { email, password, tempToken, twoFactorToken } = body
    if (password === undefined && tempToken === undefined) {
      const message = 'Password is required'
      throw new ApiError('invalid-request', { message, fields: [{ path: 'password', message }] })
    }
    const outcome = await signIn(deps, { email, password, tempToken, twoFactorToken }, source)
    if (outcome.step === 'second-factor') {
      return accepted({ tempToken: outcome.tempToken, message: 'Please enter your 2FA code to continue' })
    }
    return { token: outcome.token, user: toUser(outcome.person) }
  })
