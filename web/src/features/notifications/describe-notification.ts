import type { Notification } from '@bitquay/contract/notifications'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatUsd } from '../../ui/money-text.ts'
import * as t from './messages.ts'

const alertTitles: Record<Extract<Notification, { kind: 'alert' }>['alert'], string> = {
  'wallet-low': t.walletLow,
  'audit-not-clean': t.ledgerUnbalanced,
  'worker-stuck': t.workerStuck,
  'mail-failing': t.emailsFailing,
  'engine-down': t.serverDown,
  'engines-full': t.serversFull,
  'rate-missing': t.noPrice,
  'send-stuck': t.payoutStuck,
  'store-unread': t.storeNotSyncing,
  'page-reported': t.pageReported,
}

/** One under which a notification is remembered as seen. */
export const keyOf = ({ kind, id }: Notification) => `${kind}:${id}`

export const describeNotification = (notification: Notification): { title: string; detail: string; to: string } => {
  switch (notification.kind) {
    case 'alert':
      return { title: alertTitles[notification.alert], detail: notification.sentence, to: portalPaths.admin.system }
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
