import { message } from '../../lib/message.ts'

// The names of fees, on every table of them.
export const platformFee = message('Platform fee')
export const partnerPool = message('Partner pool')
export const customerWithdrawals = message('Customer withdrawals')
export const partnerWithdrawals = message('Partner withdrawals')
export const invoiceProcessing = message('Invoice processing')
export const perPayment = message('Per payment')
export const perPaymentShared = message('Per payment, shared by partners')
export const perWithdrawal = message('Per withdrawal')
export const perPartnerWithdrawal = message('Per partner withdrawal')
export const keptByMerchant = message('Added to invoices, kept by the merchant')
export const feePercent = message('{fee} (%)')

// A merchant’s fees.
export const cardNotLoaded = message('Couldn’t load the fees. Try again in a minute.')
export const paymentOf = message('A payment of')
export const platformFeeOf = message('Platform fee, {percent}')
export const partnerFeeOf = message('Partner fee, {percent}')
export const markupOf = message('Your account’s markup, {percent}')
export const youKeep = message('You keep')
export const withdrawalsCost = message('Withdrawals: {percent}, plus the network fee.')
export const nextFees = message(
  'From {date}: platform fee {platform}, partner fee {partners}, withdrawals {withdrawals}.',
)
export const nextMarkup = message('From {date}: your account’s markup {markup}.')

// The admins’ page.
export const notLoadedTitle = message('Unable to load the fee schedule')
export const notLoaded = message('Current fees still apply. Try again in a minute.')
export const current = message('Current')
export const scheduled = message('Scheduled')
export const past = message('Past')
export const canceled = message('Canceled')
export const noneScheduled = message('No changes scheduled')
export const notice = message(
  'Merchants get {days} days’ notice. Each payment keeps the fees in effect when it was booked.',
)
export const fromDate = message('From {date}')
export const scheduledBy = message('Scheduled {date} by {person}')
export const history = message('All schedules')
export const historyNote = message('Past schedules can’t be edited')
export const historyCaption = message('All fee schedules')
export const status = message('Status')
export const from = message('From')
export const sinceLaunch = message('Since launch')
export const by = message('By')
export const system = message('System')

// The dialog that schedules a change.
export const scheduleChange = message('Schedule fee change')
export const dialogPurpose = message('Merchants get {days} days’ notice and are emailed now.')
export const effectiveFrom = message('In effect from')
export const effectiveFromHint = message('Midnight, UTC')
export const schedule = message('Schedule change')
export const scheduling = message('Scheduling...')
export const scheduledToast = message('Fee change scheduled')
export const newFeesFrom = message('New fees apply from {date}. We’re emailing merchants now.')
export const failedToast = message('Error')
export const scheduleFailed = message('Couldn’t schedule the fee change')

// The dialog that cancels one.
export const cancelChange = message('Cancel change')
export const cancelTitle = message('Cancel this fee change?')
export const cancelPurpose = message('The fees scheduled for {date} won’t take effect. Merchants are emailed.')
export const keepChange = message('Keep change')
export const canceledToast = message('Fee change canceled')
export const feesStay = message('Fees stay the same. We’re emailing merchants now.')
export const cancelFailed = message('Couldn’t cancel the fee change')
