import { type Email, renderEmail } from '../mail/index.ts'

type FromWhere = { device: string; address: string; at: Date }

const whenAndWhere = ({ device, address, at }: FromWhere) =>
  `When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC. Device: ${device}. Address: ${address}.`

const notYou = (publicUrl: string) =>
  `If this was not you, reset your password at once: ${publicUrl}/reset-password and then look at your sessions.`

export const passwordResetEmail = (publicUrl: string, token: string): Email =>
  renderEmail({
    subject: 'Reset your password',
    paragraphs: ['Someone, hopefully you, asked for a new password for this address.'],
    action: { label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
    closing: [
      'The link works once and for 30 minutes. Choosing a new password signs you out everywhere.',
      'If you did not ask for it, do nothing: your password stays as it is.',
    ],
  })

export const invitationEmail = (publicUrl: string, token: string, storeName: string): Email =>
  renderEmail({
    subject: `Welcome: set the password for ${storeName}`,
    paragraphs: [`An account for ${storeName} is ready. Choose a password to sign in for the first time.`],
    action: { label: 'Choose a password', url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}` },
    closing: ['The link works once and for 7 days.'],
  })

export const passwordChangedEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'Your password was changed',
    paragraphs: ['The password of your account was changed. Other devices have been signed out.', whenAndWhere(from)],
    closing: [notYou(publicUrl)],
  })

export const newSignInEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'New sign-in to your account',
    paragraphs: [
      'Your account was signed in to from a device or address that we had not seen before.',
      whenAndWhere(from),
    ],
    closing: [notYou(publicUrl)],
  })

export const twoFactorEnabledEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'Two-factor authentication is on',
    paragraphs: ['From now on a code from your authenticator app is needed to sign in.', whenAndWhere(from)],
    closing: ['Keep your recovery codes where you find them without your phone.', notYou(publicUrl)],
  })

export const twoFactorDisabledEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'Two-factor authentication is off',
    paragraphs: ['A password alone is now enough to sign in to your account.', whenAndWhere(from)],
    closing: [notYou(publicUrl)],
  })

export const twoFactorPausedEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'Too many wrong 2FA codes',
    paragraphs: [
      'Several wrong two-factor codes were entered for your account, so codes are refused for a while.',
      whenAndWhere(from),
    ],
    closing: ['Whoever entered them knew your password.', notYou(publicUrl)],
  })

export const recoveryCodeUsedEmail = (publicUrl: string, from: FromWhere, left: number): Email =>
  renderEmail({
    subject: 'A recovery code was used',
    paragraphs: [
      `One of your recovery codes was used in place of a 2FA code. ${left === 1 ? 'One is' : `${left} are`} left.`,
      whenAndWhere(from),
    ],
    closing: [notYou(publicUrl)],
  })

export const recoveryCodesRenewedEmail = (publicUrl: string, from: FromWhere): Email =>
  renderEmail({
    subject: 'New recovery codes',
    paragraphs: ['New recovery codes were made for your account. The old ones no longer work.', whenAndWhere(from)],
    closing: [notYou(publicUrl)],
  })

/** Sent when an admin reset 2FA because the person reported a lost phone. */
export const twoFactorResetEmail = (publicUrl: string): Email =>
  renderEmail({
    subject: 'Your two-factor authentication was reset',
    paragraphs: [
      'An administrator has turned two-factor authentication off for your account, and you have been signed out everywhere.',
      'Sign in with your password and set it up again with your new phone.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    closing: [`If you did not ask for this, write to us at once: ${publicUrl}/contact`],
  })

/** Sent to the others who manage the same store, or to the other admins. */
export const colleagueTwoFactorEmail = (
  publicUrl: string,
  colleague: { email: string; change: 'set up' | 'turned off' | 'reset by an administrator' },
  from: FromWhere,
): Email =>
  renderEmail({
    subject: `Two-factor authentication of ${colleague.email} was changed`,
    paragraphs: [
      `Two-factor authentication for ${colleague.email} was ${colleague.change}.`,
      'You receive this email because you can act for the same account.',
      whenAndWhere(from),
    ],
    closing: [`If you don't expect this, ask them now. If it wasn't them, contact us: ${publicUrl}/contact`],
  })
