import { message } from '../../lib/message.ts'

// The list on an invoice.
export const cardTitle = message('Refunds')
export const refund = message('Refund')
export const overpaidRow = message('Overpayment · {date} · by {person}')
export const everythingRow = message('Full refund · {date} · by {person}')
export const partialRow = message('Partial refund · {date} · by {person}')
export const reasonGiven = message('Reason: {reason}')
export const transactionHash = message('Transaction hash')
export const cancel = message('Cancel refund')
export const canceledToast = message('Refund canceled')
export const linkStopped = message('The link no longer works.')
export const cancelFailedToast = message('Error')
export const cancelFailed = message('Couldn’t cancel the refund')

// One word per state.
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
export const code = message('2FA code')
export const codeNeeded = message('Set up 2FA to send refunds.')
export const setUpCode = message('Set up 2FA')
export const close = message('Cancel')
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

// The customer’s page.
export const pageTitle = message('Refund')
export const notFoundTitle = message('Refund not found')
export const notFound = message('Check the link, or ask the store that sent it to you.')
export const yourRefund = message('Your refund')
export const notLoaded = message('Couldn’t load your refund. Trying again…')
export const forPurchase = message('for {description}')
export const addAddress = message('{store} is sending you a refund. Add a Bitcoin address by {date}.')
export const deactivatedTitle = message('Store deactivated')
export const deactivated = message(
  '{store} is deactivated, so this refund can’t be claimed. Nothing was sent. Contact the store.',
)
export const sendingTitle = message('Refund on the way')
export const isSending = message('{store} is sending your refund.')
export const refundedTitle = message('Refund complete')
export const isRefunded = message('{store} sent your refund.')
export const canceledTitle = message('Refund canceled')
export const isCanceled = message('{store} canceled this refund. Contact them with any questions.')
export const expiredTitle = message('Refund expired')
export const isExpired = message('This refund wasn’t claimed in time. Contact {store}.')
export const yourAddress = message('Your Bitcoin address')
export const addressHint = message(
  'Use an address from your own wallet. Payments to a wrong address can’t be recovered.',
)
export const testAddress = message('Use a test address')
export const claim = message('Claim refund')
export const claiming = message('Claiming...')
export const claimFailed = message('Couldn’t claim the refund')
export const sentTo = message('Sent to')
export const transaction = message('Transaction')
export const inNetwork = message('Confirming, usually about 10 minutes. You can close this page.')
export const preparing = message('Preparing your refund…')
