import { message } from '../../lib/message.ts'

// The admins’ dashboard.
export const platformTitle = message('Platform Dashboard')
export const platformSummary = message(
  '{merchants, plural, one{# merchant} other{# merchants}} · {server, select, up{Payment server online} other{Payment server offline}}{withdrawals, select, paused{ · Withdrawals paused} other{}}{ledger, select, balanced{ · Ledger balanced, {time}} unbalanced{ · Ledger doesn’t balance, {time}} other{}}',
)
export const addMerchant = message('Add Merchant')
export const platformNotLoadedTitle = message('Failed to fetch dashboard data')
export const platformNotLoaded = message('No money is affected. Try again in a minute.')
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

// The merchants’ dashboard.
export const greeting = message(
  '{time, select, morning{Good morning} afternoon{Good afternoon} other{Good evening}}, {name}',
)
export const settings = message('Settings')
export const viewTransactions = message('View Transactions')
export const sendPayment = message('Send Payment')
export const createInvoice = message('Create Invoice')
export const totalTransactions = message('Total transactions')

// Needs attention.
export const needsAttention = message('Needs attention')
export const viewAll = message('View all')
export const overpaid = message('Overpaid')
export const paidLate = message('Paid late')
export const partiallyPaid = message('Partially paid')
export const paidOf = message('Paid {received} of {total}')
export const paid = message('Paid {received}')
export const paidLateSentence = message('Check before you ship')
export const partlyPaidOf = message('{received} of {total}, then expired')
export const partlyPaidSoFar = message('{received} of {total} so far')
export const review = message('Review')
export const refundDifference = message('Refund {amount}')
export const someone = message('No name')
export const withdrawal = message('Withdrawal')
export const withdrawalWaits = message('Withdrawal of {amount}, waiting {age}')

// Get set up.
export const getSetUp = message('Get set up')
export const stepsDone = message('{done} of {count} done')
export const hide = message('Hide')
export const done = message('Done')
export const nextStep = message('Next step: {step}.')
export const stepAccount = message('Create your account')
export const stepAccountSince = message('Since {date}')
export const stepTwoFactor = message('Turn on two-factor')
export const stepTwoFactorWhy = message('Required to withdraw')
export const stepTwoFactorAct = message('Set up 2FA')
export const stepBackUp = message('Back up your recovery phrase')
export const stepBackUpWhy = message('Until then we hold an encrypted copy. Takes 3 minutes')
export const stepBackUpAct = message('Back up now')
export const stepInvoice = message('Create your first invoice')
export const stepInvoiceWhy = message('Bill a customer in dollars. They pay in bitcoin')
export const stepTill = message('Set up your till')
export const stepTillWhy = message('Take payments at the counter, on any phone or tablet')
export const stepTillAct = message('Set up till')
export const stepConnect = message('Connect your store')
export const stepConnectWhy = message('Plugins, payment links or the API')
export const stepConnectAct = message('See options')
export const stepPaid = message('Get your first payment')
export const stepPaidWhy = message('On-chain or over Lightning')
export const toDo = message('To do')

// A test payment.
export const testPayment = message('Try a test payment')
export const testPaymentWhy = message(
  'Create an invoice for $1.00 and pay it yourself, to see what your customer sees. The money arrives in your wallet, less fees.',
)
export const testPaymentMode = message(
  'Create an invoice for $1.00 and pay it yourself, to see what your customer sees. In test mode no real money moves.',
)
export const testPaymentDescription = message('Test payment')
export const createTestPayment = message('Create test payment')
export const creatingTestPayment = message('Creating...')
export const openCheckout = message('Open checkout')
export const unpaid = message('Unpaid')
export const checkout = message('Checkout')
export const testPaymentFailedToast = message('Error')
export const testPaymentFailed = message('Failed to create invoice')
export const checkoutQr = message('QR code of the checkout page')

// While the store's payment server is down.
export const figuresFrom = message('Figures from {time}')
export const activityUpTo = message('Up to {time}. Newer payments appear when the server is back')
