import type { adminSecurity, merchantSecurity, partnerSecurity } from '@bitquay/contract/security'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { changePassword } from './change-password.ts'
import { disableTwoFactor } from './disable-two-factor.ts'
import { verifyTwoFactor } from './enable-two-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { setUpTwoFactor } from './set-up-two-factor.ts'
import { getCredentials } from './table.credentials.ts'
import { countRecoveryCodes } from './table.recovery-codes.ts'

type SecurityCalls = typeof merchantSecurity | typeof partnerSecurity | typeof adminSecurity

/** Everyone's own password and second factor. Each portal has these calls under its own path, with one implementation. */
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
