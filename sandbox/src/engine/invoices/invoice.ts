import type { MethodId } from './payment-method-ids.ts'

export type InvoiceStatus = 'New' | 'Processing' | 'Settled' | 'Expired' | 'Invalid'
export type AdditionalStatus = 'None' | 'PaidPartial' | 'PaidOver' | 'PaidLate' | 'Marked'
export type SpeedPolicy = 'HighSpeed' | 'MediumSpeed' | 'LowMediumSpeed' | 'LowSpeed'
export type NetworkFeeMode = 'MultiplePaymentsOnly' | 'Always' | 'Never'

/** One way to pay an invoice. Amounts of money are decimal strings in BTC, as they are stored. */
export type Prompt = {
  methodId: MethodId
  activated: boolean
  /** Address or BOLT11; null until a lazy method is activated. */
  destination: string | null
  /** What the next payment through this method costs the payer on top, in BTC. */
  methodFee: string
  onChain?: { keyPath: string; keyIndex: number; satPerKvb: number; accountDerivation: string }
  lightning?: { nodeId: string; invoiceId: string; paymentHash: string; nodeUri: string | null }
}

/** `Unaccounted` is what BTCPay calls a payment whose transaction was replaced; the API says `Invalid`. */
export type PaymentStatus = 'Processing' | 'Settled' | 'Unaccounted'

export type Payment = {
  /** `txid-n`, or the payment hash. */
  id: string
  methodId: MethodId
  receivedAt: number
  value: string
  fee: string
  status: PaymentStatus
  destination: string
  txid?: string
}

export type Checkout = {
  speedPolicy: SpeedPolicy
  paymentMethods: MethodId[]
  defaultPaymentMethod: MethodId | null
  lazyPaymentMethods: boolean
  expirationMinutes: number
  monitoringMinutes: number
  paymentTolerance: number
  redirectURL: string | null
  redirectAutomatically: boolean
  defaultLanguage: string | null
}

export type Invoice = {
  id: string
  storeId: string
  /** Counts up over all invoices, so that two of the same second keep their order. */
  sequence: number
  createdAt: number
  expiresAt: number
  monitoredUntil: number
  type: 'Standard' | 'TopUp'
  price: string
  currency: string
  /** Invoice currency per bitcoin, locked at creation. */
  rate: string
  status: InvoiceStatus
  additionalStatus: AdditionalStatus
  archived: boolean
  metadata: Record<string, unknown>
  checkout: Checkout
  receipt: { enabled: boolean | null; showQR: boolean | null; showPayments: boolean | null }
  additionalSearchTerms: string[]
  networkFeeMode: NetworkFeeMode
  prompts: Prompt[]
  payments: Payment[]
  /** Every address and payment hash that was ever asked to pay this invoice. */
  watched: string[]
}

export const isAccounted = (payment: Payment): boolean => payment.status !== 'Unaccounted'

/** New and Processing invoices, and any that waits for a payment to settle, are looked at on every block. */
export const isMonitored = (invoice: Invoice): boolean =>
  invoice.status === 'New' ||
  invoice.status === 'Processing' ||
  invoice.payments.some((payment) => payment.status === 'Processing')

export const orderIdOf = (invoice: Invoice): string | undefined => {
  const orderId = invoice.metadata['orderId']
  return typeof orderId === 'string' ? orderId : typeof orderId === 'number' ? String(orderId) : undefined
}
