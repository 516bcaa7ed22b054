import { type Email, minute, renderEmail } from '../mail/index.ts'

type FromWhere = { device: string; address: string; at: Date }

const whenAndWhere = ({ device, address, at }: FromWhere) =>
  `When: ${minute(at)}. Device: ${device}. IP address: ${address}.`

const notYou = (publicUrl: string) =>
  `Wasn’t you? Reset your password now: ${publicUrl}/reset-password and then review your sessions.`

export const passwordResetEmail = (publicUrl: string, token: string): Email =>
  renderEmail({
    subject: 'Reset your password',
    paragraphs: ['We received a request to reset the password for this email address.'],
    action: { label: 'Reset password', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
    closing: [
      'The link works once and expires in 30 minutes. A new password signs you out everywhere.',
      'Didn’t request this? You can safely ignore this email. Your password stays the same.',
    ],
  })

export const invitationEmail = (publicUrl: string, token: string, storeName: string): Email =>
  renderEmail({
    subject: `Set your password for ${storeName}`,
    paragraphs: [`Your account for ${storeName} is ready. Set a password to sign in.`],
    action: { label: 'Set your password', url: `${publicUrl}/welcome?token=${encodeURIComponent(token)}` },
    closing: ['The link works once and expires in 7 days.'],
  })

export const passwordChangedEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'Your password was changed',
    paragraphs: ['If this was you, there’s nothing to do. Your other devices were signed out.', whenAndWhere(from)],
    closing: [notYou(publicUrl)],
  })

export const newSignInEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'New sign-in to your account',
    paragraphs: [
      'Someone signed in to your account from a new device or location. If this was you, there’s nothing to do.',
      whenAndWhere(from),
    ],
    closing: [notYou(publicUrl)],
  })

export const twoFactorEnabledEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'Two-factor authentication is on',
    paragraphs: ['You’ll now need a code from your authenticator app to sign in.', whenAndWhere(from)],
    closing: ['Keep recovery codes somewhere other than your phone.', notYou(publicUrl)],
  })

export const twoFactorDisabledEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'Two-factor authentication is off',
    paragraphs: ['Only your password protects this account now.', whenAndWhere(from)],
    closing: [notYou(publicUrl)],
  })

export const twoFactorPausedEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'Too many wrong 2FA codes',
    paragraphs: [
      'Someone entered several wrong two-factor codes for your account, so we’ve stopped accepting codes for a while.',
      whenAndWhere(from),
    ],
    closing: ['This person knew your password.', notYou(publicUrl)],
  })

export const recoveryCodeUsedEmail = (publicUrl: string, from: FromWhere, left: number): Email =>
  renderEmail({
    subject: 'A recovery code was used',
    paragraphs: [
      `Someone used one of your recovery codes instead of a 2FA code. You have ${left === 1 ? '1 code' : `${left} codes`} left.`,
      whenAndWhere(from),
    ],
    closing: [notYou(publicUrl)],
  })

export const recoveryCodesRenewedEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'You have new recovery codes',
    paragraphs: ['New recovery codes were created for your account. The old ones no longer work.', whenAndWhere(from)],
    closing: [notYou(publicUrl)],
  })

/** Sent when an admin reset 2FA because the person reported a lost phone. */
export const twoFactorResetEmail = (publicUrl: string): Email =>
  renderEmail({
    subject: 'Your two-factor authentication was reset',
    paragraphs: [
      'An administrator turned off two-factor authentication for your account and signed you out everywhere.',
      'Sign in with your password, then set it up again.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    closing: [`Didn’t request this? Contact us now: ${publicUrl}/contact`],
  })

/** Sent to the others who manage the same store, or to the other admins. */
export const colleagueTwoFactorEmail = (
  publicUrl: string,
  colleague: { email: string; change: 'set up' | 'turned off' | 'reset by an administrator' },
  from: FromWhere,
): Email =>
  renderEmail({
    subject: `Two-factor authentication changed for ${colleague.email}`,
    paragraphs: [
      `Two-factor authentication for ${colleague.email} was ${colleague.change}.`,
      'You’re getting this because you have access to the same account.',
      whenAndWhere(from),
    ],
    closing: [`Not expecting this? Ask them now. If it wasn’t them, contact us: ${publicUrl}/contact`],
  })
