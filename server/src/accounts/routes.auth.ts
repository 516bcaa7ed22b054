import {
  acceptInvitation as acceptCall,
  login as call,
  endSession,
  endSessions,
  listSessions,
  logout,
  reauthenticate as reauthenticateCall,
  requestPasswordReset as requestCall,
  resetPassword as resetCall,
  verify,
  viewInvitation,
} from '@bitquay/contract/accounts'
import { adminSecurity, merchantSecurity, partnerSecurity } from '@bitquay/contract/accounts.security'
import type { User } from '@bitquay/contract/people'
import { changePreferences, getPreferences } from '@bitquay/contract/people'
import type { Deps } from '../deps.ts'
import { getCredentials, lockCredentials, readPreferences } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import { accepted, type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { changePassword } from './change-password.ts'
import { changeOwnPreferences } from './change-preferences.ts'
import { describeDevice } from './describe-device.ts'
import { disableTwoFactor } from './disable-two-factor.ts'
import { setUpTwoFactor, verifyTwoFactor } from './enable-two-factor.ts'
import { endOwnSession, endOwnSessions, signOut } from './end-sessions.ts'
import { readKnownDevice, writeDeviceCookie } from './known-device-cookie.ts'
import { limits } from './limits.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { requireAttempts } from './require-attempts.ts'
import { acceptInvitation, readInvitation, requestPasswordReset, resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { forgetAttempts } from './table.attempts.ts'
import { countRecoveryCodes } from './table.recovery-codes.ts'
import { listSessions as findSessions, markPasswordChecked } from './table.sessions.ts'

type SecurityCalls = typeof merchantSecurity | typeof partnerSecurity | typeof adminSecurity

/** A person's own password and 2FA. Each portal has these calls under its own path, with one implementation. */
export const securityRoutes = (deps: Deps, calls: SecurityCalls): Route[] => [
  route(calls.security, async ({ person }) => {
    const { lastPasswordChange, twoFactorEnabled } = await getCredentials(deps.db, person)
    return {
      lastPasswordChange: lastPasswordChange?.toISOString() ?? null,
      twoFactorEnabled,
      recoveryCodesLeft: await countRecoveryCodes(deps.db, person),
    }
  }),
  route(calls.changePassword, async ({ body, person, source }) => {
    await changePassword(deps, person, body, source)
    return { message: 'Your password has been changed.' }
  }),
  route(calls.setupTwoFactor, ({ person }) => setUpTwoFactor(deps, person)),
  route(calls.verifyTwoFactor, async ({ body, person, source }) => ({
    recoveryCodes: await verifyTwoFactor(deps, person, body, source),
    message: 'Two-factor authentication is now enabled.',
  })),
  route(calls.disableTwoFactor, async ({ body, person, source }) => {
    await disableTwoFactor(deps, person, body.token, source)
    return { message: 'Two-factor authentication is now disabled.' }
  }),
  route(calls.renewRecoveryCodes, async ({ body, person, source }) => ({
    recoveryCodes: await renewRecoveryCodes(deps, person, body.token, source),
    message: 'Your old recovery codes no longer work.',
  })),
]

export const login = (deps: Deps) =>
  route(call, async ({ body, source, raw: { request, reply } }) => {
    const { email, password, tempToken, twoFactorToken, restoreCode } = body
    if (password === undefined && tempToken === undefined) {
      const message = 'Password is required'
      throw new ApiError('invalid-request', { message, fields: [{ path: 'password', message }] })
    }
    const knownDevice = readKnownDevice(deps.macs.devices, request.headers.cookie)
    const proof = request.headers['bitquay-proof']
    const origin = { source, knownDevice, proof: typeof proof === 'string' ? proof : undefined }
    const outcome = await signIn(deps, { email, password, tempToken, twoFactorToken, restoreCode }, origin)
    if (outcome.step === 'second-factor') {
      return accepted({ tempToken: outcome.tempToken, message: 'Please enter your 2FA code to continue' })
    }
    const secure = deps.config.publicUrl.startsWith('https:')
    reply.header('set-cookie', writeDeviceCookie(deps.macs.devices, knownDevice, email, { secure }))
    return { token: outcome.token, user: toUser(outcome.person) }
  })

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

export const authRoutes = (deps: Deps): Route[] => [
  login(deps),
  verifySession(),
  logOut(deps),
  passwordCheck(deps),
  passwordResetRequest(deps),
  passwordReset(deps),
  ...invitationRoutes(deps),
  sessionList(deps),
  sessionsEnd(deps),
  sessionEnd(deps),
  ...preferencesRoutes(deps),
  ...[merchantSecurity, partnerSecurity, adminSecurity].flatMap((calls) => securityRoutes(deps, calls)),
]

export const verifySession = () => route(verify, ({ person }) => Promise.resolve({ user: toUser(person) }))

export const logOut = (deps: Deps) =>
  route(logout, async ({ person, source }) => {
    await signOut(deps, person, source)
    return { message: 'Signed out' }
  })

export const passwordCheck = (deps: Deps) =>
  route(reauthenticateCall, async ({ body, person }) => {
    await reauthenticate(deps, person, body.password)
    return { message: 'Password confirmed' }
  })

export const sessionList = ({ db }: Deps) =>
  shortListRoute(listSessions, async ({ person }) => {
    const sessions = await findSessions(db, person)
    return sessions.map(({ id, createdAt, lastSeenAt, expiresAt, sourceAddress, device }) => ({
      id,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      address: sourceAddress,
      device: describeDevice(device),
      current: id === person.sessionId,
    }))
  })

export const sessionEnd = (deps: Deps) =>
  route(endSession, async ({ params, person, source }) => {
    await endOwnSession(deps, person, params.id, source)
    return { message: 'Session ended' }
  })

export const sessionsEnd = (deps: Deps) =>
  route(endSessions, async ({ person, source }) => {
    await endOwnSessions(deps, person, source)
    return { message: 'Signed out everywhere' }
  })

const invitationRoutes = (deps: Deps): Route[] => [
  route(viewInvitation, ({ body, source }) => readInvitation(deps, body.token, source)),
  route(acceptCall, async ({ body, source }) => {
    const { token, person } = await acceptInvitation(deps, body, source)
    return { token, user: toUser(person) }
  }),
]

const preferencesRoutes = (deps: Deps): Route[] => [
  route(getPreferences, ({ person }) => readPreferences(deps.db, person)),
  route(changePreferences, ({ person, body }) => changeOwnPreferences(deps, person, body)),
]

/** The signed-in person as the browser sees them: a merchant's users have the type merchant. */
export const toUser = (person: Person): User => {
  const { id, email, name, twoFactorEnabled } = person
  const more = person.mustEnroll ? { mustEnroll: true } : {}
  if (person.kind === 'admin') return { id, type: 'admin', email, name, twoFactorEnabled, ...more }
  if (person.kind === 'partner') {
    // A percentage with two decimals prints unchanged as a number.
    return {
      id,
      type: 'partner',
      email,
      name,
      twoFactorEnabled,
      ...more,
      sharePercentage: Number(person.sharePercentage),
    }
  }
  const { role, merchantId, storeName } = person
  return { id, type: 'merchant', email, name, twoFactorEnabled, ...more, role, merchantId, storeName }
}

/**
 * Checks the password of a signed-in person, so that for 10 minutes their session may do what a stolen one must not.
 */
export const reauthenticate = async (deps: Deps, person: Person, password: string) => {
  await requireAttempts(deps, [limits.currentPassword(person)])
  const before = await getCredentials(deps.db, person)
  if (!(await deps.passwords.verify(before.passwordHash, password))) {
    throw new ApiError('wrong-current-password', { message: 'Incorrect password' })
  }
  await inTransaction(deps.db, async (tx) => {
    const now = await lockCredentials(tx, person)
    // The password changed while we were hashing, so the one we checked is no longer current.
    if (now.passwordHash !== before.passwordHash) throw new ApiError('conflict')
    await forgetAttempts(tx, limits.currentPassword(person))
    await markPasswordChecked(tx, person.sessionId)
  })
}
