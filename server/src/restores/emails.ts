import { type Email, renderEmail } from '../mail/index.ts'
import type { Cancellation } from './table.ts'

const changes: Record<Cancellation['kind'], string> = {
  recovery: 'The account recovery',
  email: 'The change of the email address',
  closing: 'The closing of the account',
}

/** To the owner of an account for which something was under way when the backup was written. */
export const canceledByRestoreEmail = (publicUrl: string, storeName: string, kind: Cancellation['kind']): Email =>
  renderEmail({
    subject: `${changes[kind]} for ${storeName} was canceled`,
    paragraphs: [
      `We restored our records from a backup. ${changes[kind]} for ${storeName} was under way in that backup, so we canceled it.`,
      'Your money isn’t affected. If you still want it, start it again once you can sign in.',
    ],
    notice: {
      tone: 'caution',
      line: ['Not expecting this? ', { label: 'Contact us', url: `${publicUrl}/contact` }],
    },
    reasons: ['You’re getting this because you manage this account. Emails about its security can’t be turned off.'],
    publicUrl,
  })
