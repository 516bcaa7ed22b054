import type { Notification } from '@bitquay/contract/notifications'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatUsd } from '../../ui/money-text.ts'

const alertTitles: Record<Extract<Notification, { kind: 'alert' }>['alert'], string> = {
  'wallet-low': 'Platform wallet low',
  'audit-not-clean': 'Ledger audit not clean',
  'worker-stuck': 'Worker stuck',
  'mail-failing': 'Mail failing',
  'engine-down': 'Payment server down',
  'rate-missing': 'No bitcoin price',
  'send-stuck': 'Send stuck',
  'store-unread': 'Store not read',
}

/** One under which a notification is remembered as seen. */
export const keyOf = ({ kind, id }: Notification) => `${kind}:${id}`

export const describeNotification = (notification: Notification): { title: string; detail: string; to: string } => {
  switch (notification.kind) {
    case 'alert':
      return { title: alertTitles[notification.alert], detail: notification.sentence, to: portalPaths.admin.system }
    case 'application':
      return {
        title: `Application: ${notification.businessName}`,
        detail: `${notification.monthlyVolume} a month`,
        to: portalPaths.admin.applications,
      }
    case 'transaction':
      return {
        title: `Large ${notification.type === 'invoice' ? 'payment' : 'payout'}: ${formatUsd(notification.amountUsd)}`,
        detail: `${notification.merchantName}, ${notification.status}`,
        to: portalPaths.admin.transactions,
      }
  }
}
