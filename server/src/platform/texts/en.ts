import { errors } from '@bitquay/contract/errors'

/**
 * What the server writes to customers: receipts, emails and refusals. Pages have their texts in the message files of the
 * browser. English is the source: the other languages have its type, so that a missing text doesn't compile.
 */
export const en = {
  // In several of them.
  paid: 'Paid',
  testMode: 'Test mode',
  notReal: 'No real money was paid.',
  anyAmount: 'Any amount',
  questions: (store: string, contact: string) => `Questions? Contact ${store}: ${contact}`,
  paymentsBy: 'Payments by',

  // Receipts, on paper and in emails.
  receipt: 'Receipt',
  receiptFrom: (store: string) => `Receipt from ${store}`,
  receiptSubject: (store: string, amount: string) => `${store}: receipt for ${amount}`,
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
  taxId: 'Tax ID',
  invoice: 'Invoice',

  // Emails about an invoice and a refund.
  invoiceFrom: (store: string) => `Invoice from ${store}`,
  invoiceSubject: (store: string, amount: string) => `${store}: invoice for ${amount}`,
  haveInvoice: (store: string) => `You have an invoice from ${store}`,
  anyWallet: 'Pay with any Bitcoin or Lightning wallet.',
  payInvoice: 'Pay invoice',
  payBy: 'Pay by',
  dueDate: 'Due date',
  reminderSubject: (store: string, amount: string) => `${store}: reminder to pay ${amount}`,
  reminderFrom: (store: string) => `Reminder from ${store}`,
  isDueOn: (day: string) => `Your invoice is due on ${day}.`,
  wasDueOn: (day: string) => `Your invoice was due on ${day}. You can still pay it.`,
  stillDue: 'Still due',
  stopReminders: 'Stop reminders',
  stopQuestion: 'Stop reminders for this invoice?',
  stopMeaning: (store: string) => `${store} won’t remind you of this invoice again. You can still pay it.`,
  remindersStopped: 'Reminders stopped',
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
    quantity: 'Enter how many, as a whole number',
    tip: 'Please enter a valid amount',
    note: 'Enter a note',
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
