import { type Action, actionsOn, adminScreens, type Fact, type OfSubject } from '../facts/index.ts'
import { canceledByRestoreEmail } from './emails.ts'
import type { ClaimKind } from './queries.money.ts'

const screens = adminScreens('system')

export const restoreFinished: Action<unknown> = { act: 'restore-finished', screens: adminScreens('system', 'acts') }
export const restoreKeyDecided = actionsOn('api-key', screens)('restore-key-decided')
export const restoredTransactionRecorded = actionsOn('transaction', screens)('restored-transaction-recorded')
export const restoredPaymentDecided: Action<OfSubject & { kind: ClaimKind }> = {
  act: 'restored-payment-decided',
  entry: ({ kind, id, merchantId = null, detail }) => ({ subject: { kind, id }, merchantId, detail }),
  screens,
}
/** What left the platform's wallet without a record, and what an admin said that it was. */
export const spendingDecided = actionsOn('transaction', screens)('platform-spending-decided')
export const restoreStarted: Action<{ id: number }> = {
  act: 'restore-started',
  entry: ({ id }) => ({ subject: { kind: 'restore', id } }),
  screens: adminScreens('system', 'acts'),
}
/** Each person has their own entry in the audit log. */
export const restoredPeopleConfirmed: Fact<unknown> = { screens }
/** The restore itself is SQL and can't send emails. */
export const canceledByRestore: Fact<{
  owner: { email: string; storeName: string }
  kind: Parameters<typeof canceledByRestoreEmail>[2]
  publicUrl: string
}> = {
  emails: ({ owner: { email, storeName }, kind, publicUrl }) => [
    { to: email, ...canceledByRestoreEmail(publicUrl, storeName, kind) },
  ],
}
