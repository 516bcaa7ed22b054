import { message } from '../../../lib/message.ts'

export const refunds = message('Refunds')
export const payouts = message('Payouts not signed yet')
export const transactions = message('Sent, but unknown here')
export const unknownTransactions = message('Unknown transactions')
export const payoutsShort = message('Payouts')
export const loadFailedTitle = message('Couldn’t load the payments')
export const loadFailed = message('Nothing was changed, and nothing is paid. Try again in a minute.')
export const nothing = message('Nothing to decide here.')
export const unsynced = message(
  '{count, plural, one{# store hasn’t synced since the restore. Nothing leaves it until it has.} other{# stores haven’t synced since the restore. Nothing leaves them until they have.}}',
)

// What waits to be paid.
export const refundOf = message('Refund {amount}, {about}')
export const refund = message('Refund {amount}')
export const withdrawal = message('Withdrawal {amount}')
export const payout = message('Partner payout {amount}')
export const sweep = message('Fee sweep {amount}')
export const loopOut = message('Loop-out {amount}')
export const requested = message('{owner}, requested {date}')

// What the wallet says.
export const sent = message('Sent {date}, {amount}')
export const noTransaction = message('No transaction found')
export const sameAddress = message('Same amount, same address')
export const otherAddress = message('Same amount, other address')
export const notPaid = message('Not paid yet')
export const notSynced = message('The store hasn’t synced yet')
export const nobodyAsked = message('Nothing in our records asks for it')
export const maybeWithdrawal = message('A withdrawal requested after {time}?')
export const maybeSweep = message('It reached our wallet. A fee sweep?')
export const maybePayout = message('A payout to a partner?')

// Decisions.
export const alreadyPaid = message('Already paid')
export const notThisOne = message('Not this one')
export const payIt = message('Pay it')
export const cancelIt = message('Cancel it')
export const actOn = message('{act}: {name}')
export const markedPaid = message('Marked as paid')
export const willBePaid = message('Will be paid')
export const canceled = message('Canceled')
export const change = message('Change')
export const changeNamed = message('Change {name}')
export const failedToast = message('Error')
export const decideFailed = message('Couldn’t save this decision')

// Recording a transaction.
export const recordAs = message('Record as…')
export const recordTitle = message('What was this transaction?')
export const recordPurpose = message(
  '{amount} left {owner} on {date}. What you choose is final, and nothing is sent by it.',
)
export const platformWallet = message('the platform’s wallet')
export const platform = message('Platform')
export const what = message('Record as')
export const choose = message('Choose')
export const asWithdrawal = message('Withdrawal of the merchant')
export const asRefund = message('Refund to a customer')
export const asSweep = message('Fee sweep')
export const asPayout = message('Payout to a partner')
export const asOutside = message('Not sent by this platform')
export const invoiceId = message('Invoice ID')
export const partner = message('Partner')
export const record = message('Record')
export const recording = message('Recording...')
export const recordedToast = message('Recorded')
export const recordFailed = message('Couldn’t record this transaction')
export const recordedAs = message('Recorded as: {what}')

// Lightning.
export const lightning = message('Lightning payments without an owner')
export const lightningNote = message('Received by our nodes after the backup')
export const lightningLine = message('Received {date} on {server}')
export const lightningHint = message('No record says whose they are. Find the merchant and settle it with them.')
export const unreadServers = message('{servers} didn’t respond. Reload the page later.')
