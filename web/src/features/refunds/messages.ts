import { message } from '../../lib/message.ts'

// The list on an invoice.
export const cardTitle = message('Refunds')
export const refund = message('Refund')
export const overpaidRow = message('Overpayment · {date} · by {person}')
export const everythingRow = message('Full refund · {date} · by {person}')
export const partialRow = message('Partial refund · {date} · by {person}')
export const requestedAt = message('Requested by {cashier} at {till}')
export const soldBy = message('Sold at {till} by {cashier}')
export const soldAt = message('Sold at {till}')
export const includesTax = message('Includes {amount} of sales tax')
export const reasonGiven = message('Reason: {reason}')
export const transactionHash = message('Transaction hash')
export const cancel = message('Cancel refund')
export const canceledToast = message('Refund canceled')
export const linkStopped = message('The link no longer works.')
export const cancelFailedToast = message('Error')
export const cancelFailed = message('Couldn’t cancel the refund')

// Approving what a customer claimed.
export const approve = message('Approve')
export const approveTitle = message('Approve this refund')
export const approvePurpose = message(
  'Your shop started this refund, and the customer added an address. We’ll send {amount} BTC from your wallet, plus the network fee.',
)
export const approveAddress = message('Customer’s address')
export const approvedToast = message('Refund approved')
export const approved = message('We’re sending it now.')
export const approvedToSign = message('Sign it with your keys.')
export const sign = message('Sign refund')
export const canStillBeSent = message('An earlier payment can still be sent')
export const approveFailed = message('Couldn’t approve the refund')

// One word per state.
export const awaitingApproval = message('Needs approval')
export const awaitingSignature = message('Needs signature')
export const waiting = message('Unclaimed')
export const pending = message('Pending')
export const confirmed = message('Confirmed')
export const canceled = message('Canceled')
export const expired = message('Expired')

// The dialog that creates one.
export const dialogTitle = message('Refund your customer')
export const dialogPurpose = message(
  'Your customer gets a link and adds a Bitcoin address. Sent from your wallet, plus the network fee.',
)
export const amountLabel = message('Amount')
export const unitLabel = message('Currency')
export const refundEverything = message('Refund everything')
export const refundOverpayment = message('Refund overpayment')
export const converted = message('{amount} at the rate your customer paid')
export const amountInvalid = message('Please enter a valid amount')
export const amountTooLarge = message('Only {left} is left to refund')
export const reasonLabel = message('Reason')
export const reasonHint = message('Your customer sees it.')
export const willEmail = message('We’ll email the link to {email}.')
export const shareYourself = message('You’ll get a link to share with your customer.')
export const codeNeeded = message('Set up 2FA to send refunds.')
export const create = message('Send refund link')
export const creating = message('Sending...')
export const createdToast = message('Refund link created')
export const customerChooses = message('Your customer chooses the address.')
export const createFailedToast = message('Refund Failed')
export const createFailed = message('Couldn’t create the refund')

// The link, shown once.
export const linkTitle = message('Refund link')
export const linkEmailed = message('We emailed this link to {email}. You won’t see it again.')
export const linkNotEmailed = message(
  'Too many emails were sent in the last hour, so this link wasn’t emailed. Share it with your customer. You won’t see it again.',
)
export const linkToShare = message('Share this link with your customer. You won’t see it again.')
export const linkWarning = message(
  'Anyone with this link can claim the refund. It works for 30 days, or until you cancel it.',
)
export const done = message('Done')
