import type { MethodId } from './payment-method-ids.ts'

export type InvoiceStatus = 'New' | 'Processing' | 'Settled' | 'Expired' | 'Invalid'
export type AdditionalStatus = 'None' | 'PaidPartial' | 'PaidOver' | 'PaidLate' | 'Marked'
export type SpeedPolicy = 'HighSpeed' | 'MediumSpeed' | 'LowMediumSpeed' | 'LowSpeed'
export type NetworkFeeMode = 'MultiplePaymentsOnly' | 'Always' | 'Never'

/** One way to pay an invoice. Money amounts are decimal strings in BTC, as stored. */
export type Prompt = {
  methodId: MethodId
  activated: boolean
  /** Address or BOLT11. Null until a lazy method is activated. */
  destination: string | null
  /** What the next payment with this method costs the payer in addition, in BTC. */
  methodFee: string
  onChain?: { keyPath: string; keyIndex: number; satPerKvb: number; accountDerivation: string }
  lightning?: { nodeId: string; invoiceId: string; paymentHash: string; nodeUri: string | null }
}

/** `Unaccounted` is BTCPay's name for a payment whose transaction was replaced. The API says `Invalid`. */
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
  /** Counts up over all invoices, so two of the same second keep their order. */
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
  /** Every address and payment hash that was ever shown to pay this invoice. */
  watched: string[]
}

export const isAccounted = (payment: Payment): boolean => payment.status !== 'Unaccounted'

/** New and Processing invoices, and any with an unsettled payment, are checked on every block. */
export const isMonitored = (invoice: Invoice): boolean =>
  invoice.status === 'New' ||
  invoice.status === 'Processing' ||
  invoice.payments.some((payment) => payment.status === 'Processing')

export const orderIdOf = (invoice: Invoice): string | undefined => {
  const orderId = invoice.metadata['orderId']
  return typeof orderId === 'string' ? orderId : typeof orderId === 'number' ? String(orderId) : undefined
}
