import { message } from '../../lib/message.ts'

// The bell.
export const notifications = message('Notifications')
export const bell = message('{count, plural, =0{Notifications} other{Notifications, # new}}')
export const newCount = message('{count, plural, other{# new}}')
export const notificationsNotLoaded = message('Couldn’t load')
export const noNotifications = message('No notifications')
export const isNew = message('New')
export const application = message('Application: {business}')
export const volumePerMonth = message('{volume} per month')
export const largeTransaction = message('{type, select, invoice{Large payment} other{Large payout}}: {amount}')
export const transactionState = message(
  '{merchant} · {status, select, confirmed{Confirmed} pending{Pending} other{Failed}}',
)

// Alerts.
export const walletLow = message('Platform wallet low')
export const ledgerUnbalanced = message('Ledger doesn’t balance')
export const workerStuck = message('Worker stuck')
export const emailsFailing = message('Emails failing')
export const serverDown = message('Payment server down')
export const serversFull = message('Payment servers full')
export const noPrice = message('No bitcoin price')
export const payoutStuck = message('Payout stuck')
export const storeNotSyncing = message('Store not syncing')
export const pageReported = message('Checkout reported')

// What merchants and partners are notified of.
export const markAllRead = message('Mark all as read')
export const manyUnread = message('99+')
export const paymentReceivedOf = message('{amount} received')
export const refundClaimedOf = message('Refund of {amount} claimed')
export const payoutSentOf = message('Payout of {amount} sent')
export const payoutFailedOf = message('Payout of {amount} failed')
export const withdrawalSentOf = message('Withdrawal of {amount} sent')
export const withdrawalFailedOf = message('Withdrawal of {amount} failed')
export const overpaid = message('Invoice overpaid')
export const paidLate = message('Invoice paid late')
export const doubleSpent = message('Payment double-spent')
export const partiallyPaid = message('Invoice partially paid')
export const webhookDisabled = message('Webhook disabled')
export const refundRequestedOf = message('Refund of {amount} requested at the till')
export const overdue = message('Invoice overdue')
export const amountFor = message('{amount} · {about}')
export const receivedFrom = message('{amount} received · {about}')

// Settings.
export const settings = message('Notifications')
export const email = message('Email')
export const inApp = message('In app')
export const switchName = message('{kind}, {way}')
export const paymentReceived = message('Payment received')
export const paymentReceivedHint = message('When an invoice payment confirms')
export const refundClaimed = message('Refund claimed')
export const refundClaimedHint = message('When a customer adds an address for a refund')
export const payoutSent = message('Payout sent')
export const withdrawalSent = message('Withdrawal sent')
export const payoutSentHint = message('When a withdrawal leaves the wallet')
export const emailAlways = message('The email is always sent')
export const needsAttention = message('Needs attention')
export const needsAttentionHint = message(
  'Overpaid, late or partial payments, overdue invoices, failed withdrawals, requested refunds, disabled webhooks',
)
export const payoutFailedHint = message('When a payout fails')
export const failedToast = message('Error')
export const settingFailed = message('Couldn’t save this. Try again.')
export const settingsFailed = message('Couldn’t load your notification settings')
