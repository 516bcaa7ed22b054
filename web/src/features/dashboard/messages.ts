import { message } from '../../lib/message.ts'

// The admins’ dashboard.
export const platformTitle = message('Platform Dashboard')
export const platformSummary = message(
  '{merchants, plural, one{# merchant} other{# merchants}} · {server, select, up{Payment server online} other{Payment server offline}}{withdrawals, select, paused{ · Withdrawals paused} other{}}{ledger, select, balanced{ · Ledger balanced, {time}} unbalanced{ · Ledger doesn’t balance, {time}} other{}}',
)
export const addMerchant = message('Add Merchant')
export const platformNotLoadedTitle = message('Failed to fetch dashboard data')
export const platformNotLoaded = message('No money is affected. Try again in a minute.')
export const tryAgain = message('Try Again')
export const request = message('request {id}')
export const allTransactions = message('All Transactions')

// Metrics.
export const totalVolume = message('Total Volume')
export const platformRevenue = message('Platform Revenue')
export const activeMerchants = message('Active Merchants')
export const totalPayouts = message('Total Payouts')
export const walletBalance = message('Wallet Balance')
export const vsPrevious = message('{change} vs previous 30 days')
export const newMerchants = message('{count, plural, other{# new in 30 days}}')

// Top merchants.
export const topMerchants = message('Top Merchants')
export const byRevenue = message('By revenue')
export const noFees = message('No fees yet')

// The latest transactions of all stores.
export const recentTransactions = message('Recent Transactions')
export const recentCaption = message('Recent transactions of all stores')
export const noTransactionsTitle = message('No transactions yet')
export const noTransactions = message('Transactions of all stores will appear here')
export const type = message('Type')
export const merchant = message('Merchant')
export const amount = message('Amount')
export const status = message('Status')
export const date = message('Date')
export const invoice = message('Invoice')
export const payout = message('Payout')
export const confirmed = message('Confirmed')
export const pending = message('Pending')
export const failed = message('Failed')

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
export const noPrice = message('No bitcoin price')
export const payoutStuck = message('Payout stuck')
export const storeNotSyncing = message('Store not syncing')
