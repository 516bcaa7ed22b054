import { message } from '../../lib/message.ts'

// The admins’ page.
export const notLoadedTitle = message('Unable to load loop-out requests')
export const notLoaded = message('No money is affected. Try again in a minute.')
export const pendingNotLoaded = message('Unable to load pending requests')
export const total = message('Total')
export const pending = message('Pending')
// The same in a merchant’s words.
export const completed = message('Completed')
export const pendingRequests = message('Pending requests')
export const emptyTitle = message('No Lightning {loopOut} requests found')
export const loopOut = message('loop-out')
export const empty = message('Merchants can request one with at least {amount} on Lightning')

// A pending request.
export const ownNode = message('Own node')
export const requestedBy = message('{email} · {when}')
export const onChainAddress = message('On-chain address')
export const adminNotes = message('Admin notes')
export const adminNotesHint = message('Visible to the merchant')
export const execute = message('Execute')
export const executeRequest = message('Execute request {id}')
export const markCompleted = message('Mark as Completed')
export const completing = message('Completing...')
export const completedToast = message('Request Completed')
export const markedCompleted = message('Lightning loop-out request has been marked as completed.')
export const failedToast = message('Error')
export const completeFailed = message('Failed to complete request')
export const reject = message('Reject')
export const rejectRequest = message('Reject request {id}')

// All requests.
export const allRequests = message('All requests')
export const all = message('All')
export const merchant = message('Merchant')
export const amount = message('Amount')
export const status = message('Status')
export const to = message('To')
export const transactionId = message('Transaction ID')
export const none = message('—')
export const merchantNumber = message('Merchant {id}')
export const rowName = message('{store}, {amount}')
export const rowCount = message('{count, plural, one{# request} other{# requests}}')
export const searchHint = message('Merchant or address')
export const loading = message('Loading requests')
export const noMatchTitle = message('No requests match your filters')
export const noMatch = message('Change or clear the filters')
export const quoted = message('“{note}”')
export const awaitsLightning = message('Funds on hold. Waiting for the Lightning payment from the merchant’s node.')
export const awaitsConfirmation = message('Lightning balance taken. Waiting for the first on-chain confirmation.')
export const preparesPayment = message('Lightning balance taken. Preparing the on-chain payment.')
export const resolve = message('Resolve')

// One request.
export const requestName = message('Loop-out request')
export const notFound = message('There is no such request')
export const viewMerchant = message('View merchant')
export const networkFeePaid = message('Network fee')
export const node = message('Node')
export const merchantsNode = message('The merchant’s own')
export const platformsNode = message('The platform’s')
export const byAt = message('{person}, {date}')
export const decided = message('Decided')
export const carriedOut = message('Done')
export const byHand = message('By hand, outside the platform')
export const byPlatform = message('By the platform')
export const note = message('Note to the merchant')

// The dialog that executes one.
export const executeTitle = message('Loop out for {store}')
export const executePurpose = message(
  'The platform takes the Lightning balance and sends the same amount from its own wallet, minus the network fee.',
)
export const executingNow = message('Executing...')
export const fromLightning = message('From Lightning')
export const toAddress = message('To')
export const executedToast = message('Loop-out started')
export const followInHistory = message('The payment leaves the platform wallet shortly. Follow it under All requests.')
export const executeFailed = message('Couldn’t execute the request')

// The dialog that rejects one.
export const rejectTitle = message('Reject {store}’s request')
export const rejectPurpose = message(
  'The amount returns to the merchant’s Lightning balance. The reason is sent to the merchant.',
)
export const rejecting = message('Rejecting...')
export const reason = message('Reason')
export const reasonNeeded = message('Please enter a reason')
export const rejectedToast = message('Request rejected')
export const balanceRestored = message('The amount is back in {store}’s Lightning balance.')
export const rejectFailed = message('Couldn’t reject the request')

// The dialog that resolves one.
export const resolveTitle = message('Resolve {store}’s request')
export const resolvePurpose = message(
  'Use this if no node reports what happened to the Lightning payment. We’ll check both nodes once more first.',
)
export const resolving = message('Resolving...')
export const outcome = message('Outcome')
export const notPaid = message('Not paid')
export const paid = message('Paid')
export const notPaidHint = message('The funds on hold are released, and the request is pending again.')
export const paidHint = message('The preimage proves it. The funds on hold are then sent to the merchant.')
export const preimage = message('Preimage')
export const preimageHint = message('From the merchant. Leave blank to get it from the merchant’s node.')
export const resolvedToast = message('Request resolved')
export const notPaidResult = message('The funds were released. The request is pending again.')
export const paidResult = message('The on-chain payment leaves the platform wallet shortly.')
export const resolveFailed = message('Couldn’t resolve the request')

// The merchant’s button, and how the last request went.
export const loopOutAct = message('Loop Out')
export const movesToWallet = message('Moves your Lightning money to your wallet.')
export const createdToast = message('Loop-out Request Created')
export const created = message(
  'Your Lightning balance loop-out request has been submitted and is pending admin approval.',
)
export const createFailed = message('Failed to create loop-out request')
export const alreadyPending = message('You already have a request pending')
export const minimumRequired = message('Minimum {amount} required')
export const managersOnly = message('Only the owner and admins can loop out')
export const lastLoopOut = message('Last loop-out, {date}')
export const onHold = message('On hold until an admin approves it')
export const beingSent = message('Sending to your on-chain wallet')

// An open request on the wallet page.
export const moving = message('Moving to your wallet')
export const requested = message('Requested')
export const approval = message('Approval')
export const inYourWallet = message('In your wallet')
export const requestedAt = message('Requested {when}.')
export const stillYours = message(
  'This money is still yours and still in your total. If you cancel, it goes back to Lightning.',
)
export const stillInTotal = message('This money is still yours and still in your total.')

// The merchant’s dialog.
export const requestTitle = message('Move Lightning to your wallet')
export const requestPurpose = message('An admin approves every loop-out. Your balance is held until then.')
export const networkFee = message('Network fee')
export const youReceive = message('You receive')
export const ownAddress = message('Your wallet’s address')
export const close = message('Close')
export const request = message('Request loop-out')
export const requesting = message('Requesting...')
export const quoteFailed = message('Couldn’t get the details. Nothing was requested. Try again in a minute.')

// Canceling a request.
export const cancel = message('Cancel request')
export const canceling = message('Canceling...')
export const cancelTitle = message('Cancel this request?')
export const cancelPurpose = message('{amount} goes back to your Lightning balance. You can request a loop-out again.')
export const canceledToast = message('Request canceled')
export const availableAgain = message('Your Lightning balance is available again.')
export const cancelFailed = message('Couldn’t cancel the request')
