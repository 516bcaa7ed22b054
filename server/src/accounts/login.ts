import { login as call } from '@bitquay/contract/auth'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { accepted, route } from '../platform/http/route.ts'
import { readKnownDevice, writeDeviceCookie } from './known-device-cookie.ts'
import { signIn } from './sign-in.ts'
import { toUser } from './to-user.ts'

export const login = (deps: Deps) =>
  route(call, async ({ body, source, raw: { request, reply } }) => {
    const { email, password, tempToken, twoFactorToken } = body
    if (password === undefined && tempToken === undefined) {
      const message = 'Password is required'
      throw new ApiError('invalid-request', { message, fields: [{ path: 'password', message }] })
    }
    const knownDevice = readKnownDevice(deps.macs.devices, request.headers.cookie)
    const proof = request.headers['bitquay-proof']
    const origin = { source, knownDevice, proof: typeof proof === 'string' ? proof : undefined }
    const outcome = await signIn(deps, { email, password, tempToken, twoFactorToken }, origin)
    if (outcome.step === 'second-factor') {
      return accepted({ tempToken: outcome.tempToken, message: 'Please enter your 2FA code to continue' })
    }
    const secure = deps.config.publicUrl.startsWith('https:')
    reply.header('set-cookie', writeDeviceCookie(deps.macs.devices, knownDevice, email, { secure }))
    return { token: outcome.token, user: toUser(outcome.person) }
  })
