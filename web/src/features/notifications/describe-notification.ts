import type { Notification } from '@bitquay/contract/notifications'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'

const alertTitles: Record<Extract<Notification, { kind: 'alert' }>['alert'], string> = {
  'wallet-low': t.walletLow,
  'wallet-spent': t.walletSpent,
  'audit-not-clean': t.ledgerUnbalanced,
  'worker-stuck': t.workerStuck,
  'mail-server-down': t.mailServerDown,
  'mail-failing': t.emailsFailing,
  'engine-down': t.serverDown,
  'engines-full': t.serversFull,
  'price-missing': t.noPrice,
  'rate-missing': t.noRate,
  'explorer-failing': t.explorerFailing,
  'clock-off': t.clockOff,
  'disk-low': t.diskLow,
  'certificate-ending': t.certificateEnding,
  'backup-old': t.backupOld,
  'admin-missing': t.adminMissing,
  'send-stuck': t.payoutStuck,
  'store-unread': t.storeNotSyncing,
  'page-reported': t.pageReported,
}

/** One under which a notification is remembered as seen. */
export const keyOf = ({ kind, id }: Notification) => `${kind}:${id}`

export const describeNotification = (notification: Notification): { title: string; detail: string; to: string } => {
  switch (notification.kind) {
    case 'alert':
      // One from before an upgrade has no title of its own.
      return {
        title: notification.title || alertTitles[notification.alert],
        detail: notification.sentence,
        to: portalPaths.admin.system,
      }
    case 'application':
      return {
        title: t.application({ business: notification.businessName }),
        detail: t.volumePerMonth({ volume: notification.monthlyVolume }),
        to: portalPaths.admin.applications,
      }
    case 'transaction':
      return {
        title: t.largeTransaction({ type: notification.type, amount: formatUsd(notification.amountUsd) }),
        detail: t.transactionState({ merchant: notification.merchantName, status: notification.status }),
        to: portalPaths.admin.transactions,
      }
  }
}
