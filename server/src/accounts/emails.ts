import { type Email, type Fact, type FormatMinute, renderEmail } from '../mail/index.ts'
import type { PersonKind } from '../platform/http/person.ts'
import type { WhoAndWhere } from './describe-source.ts'

const whoAndWhere = ({ account, device, address, at }: WhoAndWhere, minute: FormatMinute): Fact[] => [
  ['Account', account],
  ['When', minute(at)],
  ['Device', device],
  ['IP address', address, 'code'],
]

/** How every email about someone's own sign-in ends: the way out if it wasn't them. */
const security = (publicUrl: string, from: WhoAndWhere, minute: FormatMinute) => ({
  facts: whoAndWhere(from, minute),
  action: { label: 'This wasn’t me', url: `${publicUrl}/reset-password` },
  notice: {
    tone: 'caution' as const,
    line: 'Wasn’t you? Reset your password with this link. A new password signs you out everywhere and pauses withdrawals for 24 hours. We’ll never ask for your codes or recovery phrase.',
  },
  reasons: [cantTurnOff],
  publicUrl,
})

const cantTurnOff =
  'You’re getting this because it’s about your account’s security. Security emails can’t be turned off.'

export const passwordResetEmail = (publicUrl: string, token: string): Email =>
  renderEmail({
    subject: 'Reset your password',
    paragraphs: ['We received a request to reset the password for this email address.'],
    action: {
      label: 'Reset password',
      url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
      first: true,
    },
    closing: [
      'The link works once and expires in 30 minutes. A new password signs you out everywhere.',
      'Didn’t request this? You can safely ignore this email. Your password stays the same.',
    ],
    reasons: [cantTurnOff],
    publicUrl,
  })

/** What may be missing in the restored records, or be in them again. */
const afterReturn: Partial<Record<PersonKind, string[]>> = {
  merchant: [
    'After you sign in, check your team, your API keys and your latest withdrawals. If a withdrawal is missing, contact us before you repeat it.',
  ],
  partner: ['After you sign in, check your latest payouts. If one is missing, contact us before you withdraw again.'],
}

/** After a restore, to somebody whom an admin or the owner of their store has confirmed. */
export const confirmedEmail = (publicUrl: string, token: string, kind: PersonKind): Email =>
  renderEmail({
    subject: 'Set a new password',
    paragraphs: [
      'We restored our records from a backup. Your account is confirmed. To sign in again, set a new password.',
      'Your two-factor authentication stays the same.',
      ...(afterReturn[kind] ?? []),
    ],
    action: {
      label: 'Set a new password',
      url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
      first: true,
    },
    closing: ['The link works once and expires in 7 days. After that, use “Forgot password?” on the sign-in page.'],
    reasons: [cantTurnOff],
    publicUrl,
  })

export const invitationEmail = (publicUrl: string, token: string, storeName: string): Email =>
  renderEmail({
    subject: `Set your password for ${storeName}`,
    paragraphs: [`Your account for ${storeName} is ready. Set a password to sign in.`],
    action: {
      label: 'Set your password',
      url: `${publicUrl}/welcome?token=${encodeURIComponent(token)}`,
      first: true,
    },
    closing: ['The link works once and expires in 7 days.'],
    publicUrl,
  })

export const passwordChangedEmail = (publicUrl: string, from: WhoAndWhere): Email =>
  renderEmail((minute) => ({
    subject: 'Your password was changed',
    paragraphs: ['If this was you, there’s nothing to do. Your other devices were signed out.'],
    ...security(publicUrl, from, minute),
  }))

export const newSignInEmail = (publicUrl: string, from: WhoAndWhere): Email =>
  renderEmail((minute) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      'Someone signed in to your account from a new device or location. If this was you, there’s nothing to do.',
    ],
    ...security(publicUrl, from, minute),
  }))

export const twoFactorEnabledEmail = (publicUrl: string, from: WhoAndWhere): Email =>
  renderEmail((minute) => ({
    subject: 'Two-factor authentication is on',
    paragraphs: [
      'You’ll now need a code from your authenticator app to sign in.',
      'Keep recovery codes somewhere other than your phone.',
    ],
    ...security(publicUrl, from, minute),
  }))

export const twoFactorDisabledEmail = (publicUrl: string, from: WhoAndWhere): Email =>
  renderEmail((minute) => ({
    subject: 'Two-factor authentication is off',
    paragraphs: ['Only your password protects this account now.'],
    ...security(publicUrl, from, minute),
  }))

export const twoFactorPausedEmail = (publicUrl: string, from: WhoAndWhere): Email =>
  renderEmail((minute) => ({
    subject: 'Too many wrong 2FA codes',
    paragraphs: [
      'Someone entered several wrong two-factor codes for your account, so we’ve stopped accepting codes for a while.',
      'This person knew your password.',
    ],
    ...security(publicUrl, from, minute),
  }))

export const recoveryCodeUsedEmail = (publicUrl: string, from: WhoAndWhere, left: number): Email =>
  renderEmail((minute) => ({
    subject: 'A recovery code was used',
    paragraphs: [
      `Someone used one of your recovery codes instead of a 2FA code. You have ${left === 1 ? '1 code' : `${left} codes`} left.`,
    ],
    ...security(publicUrl, from, minute),
  }))

export const recoveryCodesRenewedEmail = (publicUrl: string, from: WhoAndWhere): Email =>
  renderEmail((minute) => ({
    subject: 'You have new recovery codes',
    paragraphs: ['New recovery codes were created for your account. The old ones no longer work.'],
    ...security(publicUrl, from, minute),
  }))

/** Sent when an admin reset 2FA because the person reported a lost phone. Its link is the only way to sign in again. */
export const twoFactorResetEmail = (publicUrl: string, token: string, about: { account: string; at: Date }): Email =>
  renderEmail((minute) => ({
    subject: 'Your two-factor authentication was reset',
    paragraphs: [
      'An administrator turned off two-factor authentication for your account and signed you out everywhere. Your old password no longer works.',
      'Set a new password, then set up two-factor authentication again.',
    ],
    facts: [
      ['Account', about.account],
      ['When', minute(about.at)],
    ],
    action: {
      label: 'Set a new password',
      url: `${publicUrl}/welcome?token=${encodeURIComponent(token)}`,
    },
    closing: ['The link works once and expires in 7 days.'],
    notice: {
      tone: 'caution',
      line: ['Didn’t request this? ', { label: 'Contact us now', url: `${publicUrl}/contact` }],
    },
    reasons: [cantTurnOff],
    publicUrl,
  }))

/** Sent to the others who manage the same store, or to the other admins. */
export const colleagueTwoFactorEmail = (
  publicUrl: string,
  colleague: { email: string; change: 'set up' | 'turned off' | 'reset by an administrator' },
  from: WhoAndWhere,
): Email =>
  renderEmail((minute) => ({
    subject: `Two-factor authentication changed for ${colleague.email}`,
    paragraphs: [
      `Two-factor authentication for ${colleague.email} was ${colleague.change}.`,
      'You’re getting this because you have access to the same account.',
    ],
    facts: whoAndWhere(from, minute),
    notice: {
      tone: 'caution',
      line: [
        'Not expecting this? Ask them now. If it wasn’t them, ',
        { label: 'contact us', url: `${publicUrl}/contact` },
      ],
    },
    reasons: ['Security emails can’t be turned off.'],
    publicUrl,
  }))
