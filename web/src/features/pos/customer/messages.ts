import { message } from '../../../lib/message.ts'

// The customer display, and what the customer sees of the till.
export const welcome = message('Welcome')
export const welcomeHint = message('Your total appears here.')
export const total = message('Total')
export const keypadLine = message('Amount')
export const itemLine = message('{count} × {name}')
export const discount = message('Discount')
export const tip = message('Tip')
export const scan = message('Scan to pay')
export const waiting = message('Waiting for payment')
export const creating = message('Preparing the payment code')
export const noNetwork = message('No network')
export const partPaid = message('Partial payment received. Still due: {amount}')
export const paymentCode = message('Bitcoin and Lightning payment code')
export const payWithin = message('Pay within')
export const received = message('Payment received. Waiting for confirmation')
export const paid = message('Paid')
export const receipt = message('Receipt')
export const receiptCode = message('Receipt link')
export const scanReceipt = message('Scan to keep your receipt. Thank you!')
export const paymentsBy = message('Payments by')
export const testMode = message('Test mode.')
export const testModeHint = message('The money is not real.')

// On paper.
export const printedPaid = message('Paid {when}')
export const printedLink = message('Receipt online: {link}')
