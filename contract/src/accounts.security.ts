import { z } from 'zod'
import { call } from './call.ts'
import type { Portal } from './people.ts'
import { done, newPassword, timestamp, totpCode } from './scalars.ts'

export const changePasswordForm = z.strictObject({
  currentPassword: z.string('Current password is required').min(1, 'Current password is required').max(200),
  newPassword,
})
export const verifyTwoFactorForm = z.strictObject({ secret: z.string().min(1).max(200), token: totpCode })
export const disableTwoFactorForm = z.strictObject({ token: totpCode })

/** A person who lost the phone turns the second factor off with a recovery code, and sets up a new one. */
const disableTwoFactorBody = z.strictObject({
  token: z
    .string('Token must be 6 digits')
    .trim()
    .max(40, 'Token must be 6 digits')
    .regex(/^(\d{6}|[a-z2-9]{5}(-?[a-z2-9]{5}){2})$/i, 'Token must be 6 digits'),
})

const recoveryCodes = z.strictObject({ message: z.string(), recoveryCodes: z.array(z.string()) })

/** Each portal has the same security calls under its own path, as the spec names them. */
const securityOf = <const P extends Portal>(portal: P) => ({
  security: call({
    method: 'GET',
    path: `/api/${portal}/security`,
    audience: portal,
    whileEnrolling: true,
    summary: 'Retrieve your password and two-factor status',
    output: z.strictObject({
      lastPasswordChange: timestamp.nullable(),
      twoFactorEnabled: z.boolean(),
      recoveryCodesLeft: z.number().int(),
    }),
  }),
  changePassword: call({
    method: 'POST',
    path: `/api/${portal}/change-password`,
    audience: portal,
    summary: 'Change your password. This ends your other sessions',
    body: changePasswordForm,
    output: done,
    errors: ['wrong-current-password', 'password-too-common', 'too-many-attempts'],
  }),
  setupTwoFactor: call({
    method: 'POST',
    path: `/api/${portal}/setup-2fa`,
    audience: portal,
    whileEnrolling: true,
    recentPassword: true,
    summary: 'Start two-factor setup. Returns a pending secret and its QR code as a data URL',
    body: z.strictObject({}),
    output: z.strictObject({ qrCodeImage: z.string(), manualKey: z.string(), secret: z.string() }),
    secret: true,
    errors: ['second-factor-already-on'],
  }),
  verifyTwoFactor: call({
    method: 'POST',
    path: `/api/${portal}/verify-2fa`,
    audience: portal,
    whileEnrolling: true,
    recentPassword: true,
    summary: 'Finish two-factor setup with a code from the app. Returns the recovery codes once',
    body: verifyTwoFactorForm,
    output: recoveryCodes,
    secret: true,
    errors: ['invalid-verification-code', 'second-factor-not-pending', 'second-factor-already-on', 'too-many-attempts'],
  }),
  disableTwoFactor: call({
    method: 'POST',
    path: `/api/${portal}/disable-2fa`,
    audience: portal,
    recentPassword: true,
    summary: 'Turn off two-factor authentication with a current code or a recovery code',
    body: disableTwoFactorBody,
    output: done,
    errors: ['invalid-verification-code', 'second-factor-not-on', 'too-many-attempts'],
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: `/api/${portal}/recovery-codes`,
    audience: portal,
    recentPassword: true,
    summary: 'Create ten new recovery codes with a current code. The old ones stop working',
    body: disableTwoFactorForm,
    output: recoveryCodes,
    secret: true,
    errors: ['invalid-verification-code', 'second-factor-not-on', 'too-many-attempts'],
  }),
})

export const merchantSecurity = securityOf('merchant')
export const partnerSecurity = securityOf('partner')
export const adminSecurity = securityOf('admin')
