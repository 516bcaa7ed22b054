import { errors } from '@bitquay/contract/errors'

/**
 * What the server writes to customers: pages before their script runs, receipts, emails and refusals. English is the
 * source: the other languages have its type, so that a missing text doesn't compile.
 */
export const en = {
  // The checkout page before its script runs.
  paid: 'Paid',
  paidHeading: 'Paid. Thank you!',
  paymentReceived: 'Payment received',
  waitingForConfirmation: 'Payment received. Waiting for confirmation',
  invalid: 'Invalid',
  invalidHeading: 'No longer valid',
  invalidNext: 'This invoice is no longer valid',
  paidLate: 'Paid late',
  paidLateHeading: 'Your payment arrived late',
  paidLateNext: 'The payment arrived after the invoice expired',
  storeClosed: 'Store closed',
  storeClosedHeading: (store: string) => `${store} is closed`,
  storeClosedNext: (store: string) => `${store} is closed. Don’t pay this invoice.`,
  expired: 'Expired',
  expiredHeading: 'This invoice has expired',
  expiredNext: 'This invoice has expired. Don’t pay it.',
  unpriced: 'Get a new price to pay this invoice.',
  payStore: (store: string) => `Pay ${store}`,
  payPrice: (price: string) => `Pay ${price}`,
  partReceived: 'Partial payment received. Waiting for the rest',
  waiting: 'Waiting for payment',
  invoiceNumber: (id: string) => `Invoice ${id}`,
  total: 'Total',
  stillDue: (amount: string) => `${amount} still due`,
  due: (date: string) => `Due ${date}`,
  invoiceNotFound: 'Invoice not found',
  checkTheLink: 'Check the link, or ask the business that sent it to you.',
  testMode: 'Test mode',
  notReal: 'The money is not real.',
  needsScript: 'The QR code needs JavaScript. Copy the address instead.',
  reload: 'Reload the page to check for your payment.',
  drawing: 'Payment',
  openWallet: 'Open in wallet',
  bitcoinAddress: 'Bitcoin address',
  lightningInvoice: 'Lightning invoice',
  returnTo: (store: string) => `Return to ${store}`,
  anyAmount: 'Any amount',
  cancelTo: (store: string) => `Cancel and return to ${store}`,
  contactShop: (store: string) => `Contact ${store}`,
  questions: (store: string, contact: string) => `Questions? Contact ${store}: ${contact}`,

  // The page of a payment link.
  paymentLink: 'Payment link',
  paymentGoesHere: 'Your payment goes here',
  nothingToPay: 'Nothing to pay here',
  youPay: 'You pay',
  yourName: 'Your name',
  yourEmail: 'Your email',
  optional: '(optional)',
  toPayment: 'Continue to payment',
  oneMoment: 'One moment…',
  priceLocks: 'Bitcoin or Lightning. The price locks on the next page.',
  linkNotFound: 'Payment link not found',
  paymentsBy: 'Payments by',
  amountIn: (currency: string) => `Amount in ${currency}`,
  between: (min: string, max: string) => `Between ${min} and ${max}`,
  atLeast: (min: string) => `At least ${min}`,
  atMost: (max: string) => `At most ${max}`,
  closedLink: {
    paused: 'This payment link is paused. Contact the business that sent it to you.',
    expired: 'This payment link has expired. Ask the business that sent it to you for a new one.',
    'used-up': 'This link has reached its payment limit.',
  },

  // Receipts, on paper and in emails.
  receipt: 'Receipt',
  receiptFrom: (store: string) => `Receipt from ${store}`,
  youPaid: (store: string) => `You paid ${store}`,
  hereIsReceipt: 'Here is your receipt.',
  viewReceipt: 'View receipt',
  paidAt: (time: string) => `Paid ${time}`,
  amount: 'Amount',
  description: 'For',
  inBitcoin: 'In bitcoin',
  received: 'Received',
  rate: 'Rate',
  paidWith: 'Paid with',
  onChain: 'Bitcoin, on-chain',
  lightning: 'Bitcoin, Lightning',
  bothWays: 'Bitcoin, on-chain and Lightning',
  markedBy: (store: string) => `Marked as paid by ${store}`,
  paymentHash: 'Payment hash',
  transaction: 'Transaction',
  confirmedInBlock: 'Confirmed in block',
  invoice: 'Invoice',

  // Emails about an invoice and a refund.
  invoiceFrom: (store: string) => `Invoice from ${store}`,
  haveInvoice: (store: string) => `You have an invoice from ${store}`,
  anyWallet: 'Pay with any Bitcoin or Lightning wallet.',
  payInvoice: 'Pay invoice',
  payBy: 'Pay by',
  dueDate: 'Due date',
  refundFrom: (store: string) => `Refund from ${store}`,
  sendingRefund: (store: string) => `${store} is sending you a refund`,
  addAddress: 'Add the Bitcoin address for your refund.',
  claimRefund: 'Claim refund',
  reason: 'Reason',
  claimBy: 'Claim by',
  refundCaution:
    'Anyone with this link can claim the refund. Don’t share it. Use an address from your own wallet: payments to a wrong address can’t be recovered. We’ll never ask for your recovery phrase.',
  notExpected: 'Not expecting this? You can safely ignore this email.',
  privacy: 'Privacy',

  // Refusals by their code, and by the field that is wrong. In English, a refusal keeps its own sentence.
  errors: {
    'invalid-request': errors['invalid-request'].message,
    'not-found': errors['not-found'].message,
    'too-many-attempts': errors['too-many-attempts'].message,
    'internal-error': errors['internal-error'].message,
    unavailable: errors.unavailable.message,
    'not-configured': errors['not-configured'].message,
    'engine-unavailable': errors['engine-unavailable'].message,
    'engine-refused': errors['engine-refused'].message,
    'price-unavailable': errors['price-unavailable'].message,
    'payment-link-closed': errors['payment-link-closed'].message,
    'invoice-not-renewable': errors['invoice-not-renewable'].message,
    'receipt-limit-reached': errors['receipt-limit-reached'].message,
    'invalid-address': errors['invalid-address'].message,
    'refund-claimed': errors['refund-claimed'].message,
    'refund-closed': errors['refund-closed'].message,
    'refund-store-inactive': errors['refund-store-inactive'].message,
    'refund-not-payable': errors['refund-not-payable'].message,
  },
  fields: {
    amount: 'Please enter a valid amount',
    name: 'Enter your name',
    email: 'Please enter a valid email address',
    reason: 'Please tell us what’s wrong',
    address: errors['invalid-address'].message,
  },
}

export type Texts = Widen<typeof en>

/** The contract's sentences are literal types, which a translation can't have. */
type Widen<Value> = Value extends string
  ? string
  : Value extends (...parameters: infer Parameters) => string
    ? (...parameters: Parameters) => string
    : { [Name in keyof Value]: Widen<Value[Name]> }
