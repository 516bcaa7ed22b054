import { type Email, renderEmail } from '../mail/index.ts'

const cantTurnOff =
  'You’re getting this because you manage this account. Emails about its security can’t be turned off.'

export const accountClosedEmail = (publicUrl: string, closed: { storeName: string; by: string; at: Date }): Email =>
  renderEmail((minute) => ({
    subject: `${closed.storeName} was closed`,
    paragraphs: [
      `The account for ${closed.storeName} is closed. It can’t create invoices, payment links or API keys anymore.`,
      'Your money isn’t affected. Late payments still arrive, and the owner can sign in to refund or withdraw them.',
    ],
    facts: [
      ['By', closed.by],
      ['When', minute(closed.at)],
    ],
    notice: {
      tone: 'caution',
      line: ['Not expecting this? ', { label: 'Contact us now', url: `${publicUrl}/contact` }],
    },
    reasons: [cantTurnOff],
    publicUrl,
  }))

export const accountReopenedEmail = (publicUrl: string, storeName: string): Email =>
  renderEmail({
    subject: `${storeName} is open again`,
    paragraphs: [`The account for ${storeName} is open again. You can create invoices, payment links and API keys.`],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    reasons: [cantTurnOff],
    publicUrl,
  })

const stopUrl = (publicUrl: string, token: string) => `${publicUrl}/stop-change?token=${encodeURIComponent(token)}`

/** Sent to the owner and every admin of the store when an admin starts a recovery. */
export const recoveryStartedEmail = (
  publicUrl: string,
  token: string,
  recovery: { storeName: string; owner: string; dueAt: Date },
): Email =>
  renderEmail((minute) => ({
    subject: `Account recovery started for ${recovery.storeName}`,
    paragraphs: [
      `Our support checked the identity of someone who lost access as the owner of ${recovery.storeName}. In 7 days, the owner’s password and two-factor authentication will be reset.`,
      'Nothing changes until then. Withdrawals are paused during the wait and for 24 hours after it.',
    ],
    facts: [
      ['Owner', recovery.owner],
      ['Reset on', minute(recovery.dueAt)],
    ],
    action: { label: 'Stop the recovery', url: stopUrl(publicUrl, token) },
    notice: {
      tone: 'caution',
      line: ['Not expecting this? Stop it now, then ', { label: 'contact us', url: `${publicUrl}/contact` }],
    },
    reasons: [cantTurnOff],
    publicUrl,
  }))

/** The invitation that ends a recovery. */
export const recoveredEmail = (publicUrl: string, token: string, storeName: string): Email =>
  renderEmail({
    subject: `Set a new password for ${storeName}`,
    paragraphs: [
      `The wait for the recovery of ${storeName} is over. Your old password and two-factor authentication no longer work.`,
    ],
    action: {
      label: 'Set a new password',
      url: `${publicUrl}/welcome?token=${encodeURIComponent(token)}`,
      first: true,
    },
    closing: ['The link works once and expires in 7 days. You can withdraw again in 24 hours.'],
    reasons: [cantTurnOff],
    publicUrl,
  })

/** Sent to the address that will be replaced, and to the admins of the store. */
export const emailChangeStartedEmail = (
  publicUrl: string,
  token: string,
  change: { storeName: string; newEmail: string; dueAt: Date; isToOwner: boolean },
): Email =>
  renderEmail((minute) => ({
    subject: change.isToOwner
      ? 'Your email address will be changed'
      : `The email address of the owner of ${change.storeName} will be changed`,
    paragraphs: [
      `Our support was asked to change the email address of the owner of ${change.storeName}.${
        change.isToOwner ? ' Until then, you sign in with this address.' : ''
      }`,
    ],
    facts: [
      ['New address', change.newEmail],
      ['Changes on', minute(change.dueAt)],
    ],
    action: { label: 'Stop the change', url: stopUrl(publicUrl, token) },
    notice: {
      tone: 'caution',
      line: ['Not expecting this? Stop it now, then ', { label: 'contact us', url: `${publicUrl}/contact` }],
    },
    reasons: [cantTurnOff],
    publicUrl,
  }))

/** Sent to the old and the new address. */
export const emailChangedEmail = (publicUrl: string, change: { newEmail: string; at: Date }): Email =>
  renderEmail((minute) => ({
    subject: 'Your email address was changed',
    paragraphs: [
      'Sign in with the new address from now on. Your password and two-factor authentication stay the same.',
    ],
    facts: [
      ['New address', change.newEmail],
      ['When', minute(change.at)],
    ],
    notice: {
      tone: 'caution',
      line: ['Not expecting this? ', { label: 'Contact us now', url: `${publicUrl}/contact` }],
    },
    reasons: [cantTurnOff],
    publicUrl,
  }))
