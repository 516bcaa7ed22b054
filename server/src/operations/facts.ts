import type { Act } from '../audit-log/index.ts'
import { type Action, actionsOn, adminScreens, type Fact } from '../facts/index.ts'
import { type Email, renderEmail } from '../mail/index.ts'
import { listAdminEmails } from '../people/index.ts'
import type { AcknowledgedFinding } from './table.acknowledgments.ts'

const screens = adminScreens('system', 'acts')

export const withdrawalsPaused: Action<unknown> = { act: 'withdrawals-paused', screens }
export const withdrawalsResumed: Action<unknown> = { act: 'withdrawals-resumed', screens }

const onFinding = (act: Act): Action<AcknowledgedFinding> => ({
  act,
  entry: ({ check, subject, expected, found, reason }) => ({ detail: { check, subject, expected, found, reason } }),
  screens,
})
export const findingAcknowledged = onFinding('finding-acknowledged')
export const findingReopened = onFinding('finding-reopened')

/** Its screens read again when it has ended. */
export const auditRequested: Action<unknown> = { act: 'ledger-audited' }
export const platformChecked: Fact<unknown> = { screens: adminScreens('system') }

/** An operator does now with stuck work what would happen later anyway. */
const onStuck = (kind: 'send' | 'letter' | 'store') => actionsOn(kind, adminScreens('system'))
export const sendRetried = onStuck('send')('send-retried')
export const mailRetried = onStuck('letter')('mail-retried')
export const mailDropped = onStuck('letter')('mail-dropped')
export const storeRead = onStuck('store')('store-read')

/** Every admin learns of each alert once. */
export const alertRaised: Fact<{ title: string; sentence: string; publicUrl: string }> = {
  emails: async ({ publicUrl, ...alert }, tx) => [{ to: await listAdminEmails(tx), ...alertEmail(publicUrl, alert) }],
}

/** Its subject names the cause. */
export const alertEmail = (publicUrl: string, { title, sentence }: { title: string; sentence: string }): Email =>
  renderEmail({
    subject: title,
    paragraphs: [sentence],
    action: { label: 'View system', url: `${publicUrl}/admin/system` },
    closing: ['You get one email per alert. The System page shows whether it’s still active.'],
    publicUrl,
  })
