import { message } from '../../lib/message.ts'

// Each phase: the title of the tab, the heading and the sentence below it.
export const payTitle = message('Pay {price}')
export const waitingForAny = message('Waiting for a Bitcoin or Lightning payment')
export const waitingForLightning = message('Waiting for a Lightning payment')
export const waitingForBitcoin = message('Waiting for a Bitcoin payment')
export const partReceived = message('Partial payment received. Waiting for the rest')
export const closing = message('Expired. Checking for a payment…')
export const received = message('Payment received')
export const settling = message('Settling now. You can close this page.')
export const confirming = message(
  '{needed, plural, one{Confirming, usually about 10 minutes.} other{{confirmations} of # confirmations. Each takes about 10 minutes.}} You can close this page.',
)
export const paid = message('Paid')
export const complete = message('Payment complete. Thanks for paying {store}.')
export const expired = message('Expired')
export const expiredHeading = message('This invoice has expired')
export const expiredNext = message('Don’t use the old QR code. Get a new price, or ask {store} for a new invoice.')
export const expiredPart = message('Expired, partially paid')
export const expiredPartNext = message('Don’t send more. Contact {store} about the amount received.')
export const paidLate = message('Paid late')
export const paidLateHeading = message('Your payment arrived late')
export const paidLateNext = message('{store} can see it and will decide what happens next. Keep this page as proof.')
export const invalid = message('Invoice not valid')
export const invalidHeading = message('This invoice is no longer valid')
export const invalidNext = message('Don’t pay it. Ask {store} for a new invoice.')

// What is due.
export const amount = message('Amount')
export const stillDue = message('Still due')
export const amountStillDue = message('Amount still due')
export const total = message('Total')
export const partPaid = message('Received')
export const cheaperByLightning = message('Pay {amount} by Lightning and save the network fee')
export const rate = message('1 BTC = {rate}')
export const rateLocked = message('1 BTC = {rate}, locked for this invoice')
export const expiresIn = message('Expires in')
export const payBy = message('Pay by')
export const minutesLeft = message('{minutes, plural, one{# minute} other{# minutes}} left to pay')

// Ways to pay.
export const cannotPay = message('This invoice can’t be paid right now. Contact {store}.')
export const codeClosed = message('This code is no longer valid.')
export const anyCode = message('Bitcoin and Lightning payment code')
export const lightningCode = message('Lightning payment code')
export const bitcoinCode = message('Bitcoin payment code')
export const openWallet = message('Open in wallet')
export const address = message('Bitcoin address')
export const lightningInvoice = message('Lightning invoice')
export const pageLink = message('Link to this page')
export const ways = message('Payment method')
export const anyWallet = message('Any wallet')
export const lightning = message('Lightning')
export const onChain = message('On-chain')
export const copyLabel = message('Copy {label}')
export const copied = message('Copied')

// Confirmations.
export const nextBlock = message('Next block')
export const confirmationCount = message(
  '{confirmations} of {needed, plural, one{# confirmation} other{# confirmations}}',
)
export const confirmed = message('Confirmed')
export const blockNumber = message('Block {height}')
export const confirmsHere = message('Confirms here')
export const waitingForBlock = message('Waiting for a block')
export const paidByLightning = message('Paid over Lightning')
export const lightningSettled = message('Lightning, paid instantly')

// The receipt.
export const paidWith = message('Paid with')
export const paidOnChain = message('Bitcoin, on-chain')
export const paidLightning = message('Bitcoin, Lightning')
export const paidBothWays = message('Bitcoin, on-chain and Lightning')
export const paymentHash = message('Payment hash')
export const transaction = message('Transaction')
export const transactionHash = message('Transaction hash')
export const rateName = message('Rate')
export const time = message('Time')
export const invoice = message('Invoice')
export const print = message('Print receipt')
export const returnTo = message('Return to {store}')

// Notes beside what leads the page.
export const overpaidTitle = message('You overpaid')
export const overpaid = message(
  'You sent {paid}, but the total was {total}. Contact {store} for a refund and include the invoice number below.',
)
export const sentTitle = message('Already paid?')
export const lateStillArrives = message('A late payment still reaches {store}. It appears here once we see it.')
export const markedTitle = message('Marked as paid')
export const marked = message('{store} marked this invoice as paid. No payment was made on this page.')
export const sentToInvalidTitle = message('Sent a payment?')
export const sentToInvalid = message('Your payment reached {store}. Contact them and include the invoice number below.')
export const canceledTitle = message('The payment was canceled by the sender')
export const canceled = message('It was replaced before it confirmed, so it doesn’t count.')
export const offlineTitle = message('No connection')
export const offline = message('Last updated {time}. Reconnecting… If you already paid, your payment is safe.')

// A new price after the invoice has expired.
export const newPrice = message('Get a new price')
export const gettingPrice = message('Getting a new price...')
export const noAnswer = message('Couldn’t reach the server. Try again in a moment.')

// The page itself.
export const testMode = message('Test mode')
export const testModeLead = message('Test mode.')
export const notReal = message('The money is not real.')
export const paymentsBy = message('Payments by')
export const notFound = message('Invoice not found')
export const notFoundTab = message('Invoice not found · Bitquay')
export const notFoundNext = message('Check the link, or ask the business that sent it to you.')
export const unreachable = message('Couldn’t load the invoice')
export const unreachableNext = message('Trying again… If you already paid, your payment is safe.')

// Paying with test money.
export const testPayment = message('Test payment')
export const testPaymentLead = message('Test payment.')
export const testPurpose = message('Simulate the customer’s payment.')
export const payOnChain = message('Pay on-chain')
export const paidOnChainDone = message('Paid on-chain. Mine a block to confirm it.')
export const payLightning = message('Pay over Lightning')
export const paidLightningDone = message('Paid over Lightning.')
export const mine = message('Mine a block')
export const mined = message('Block mined.')
export const refused = message('The sandbox declined this.')
export const notReached = message('Couldn’t reach the server.')
