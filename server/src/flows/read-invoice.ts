import { type BtcpayClient, btcToMsats, btcToSats, msatsToSatsRoundedDown, type Outcome } from '@bitquay/btcpay'
import type { Invoice, InvoicePayment, InvoicePaymentMethod } from '@bitquay/btcpay/wire/invoices'
import type { AdditionalStatus, InvoiceSnapshot, InvoiceStatus } from '../modules/invoices/save-snapshot.ts'

/** A payment of an invoice as the engine tells it. */
export type EnginePayment = {
  method: 'on-chain' | 'lightning'
  /** Outpoint or payment hash. */
  key: string
  txid: string
  amountSats: bigint
  address: string | undefined
  receivedAt: Date
  state: 'invalid' | 'processing' | 'settled'
  /** Of one bitcoin in the invoice's currency, locked when it was made. */
  rate: string
}

export type InvoiceReading = { currency: string; snapshot: InvoiceSnapshot; payments: EnginePayment[] }

/** Asks the engine what is true of an invoice. */
export const readInvoice = async (
  client: BtcpayClient,
  storeId: string,
  invoiceId: string,
): Promise<Outcome<InvoiceReading | undefined>> => {
  const found = await client.invoices.find(storeId, invoiceId)
  if (found.kind !== 'ok' || found.value === undefined) return found as Outcome<undefined>
  const methods = await client.invoices.paymentMethods(storeId, invoiceId, { onlyAccountedPayments: false })
  if (methods.kind !== 'ok') return methods
  return { ...methods, value: toReading(found.value, methods.value) }
}

export const toReading = (invoice: Invoice, methods: readonly InvoicePaymentMethod[]): InvoiceReading => {
  const chain = methods.find((method) => method.paymentMethodId === 'BTC-CHAIN')
  const lightning = methods.find((method) => method.paymentMethodId === 'BTC-LN')
  const first = chain ?? lightning
  const payments = methods.flatMap((method) => method.payments.map((payment) => toPayment(method, payment)))
  const standing = payments.filter(({ state }) => state !== 'invalid')
  return {
    currency: invoice.currency,
    payments,
    snapshot: {
      invoiceId: invoice.id,
      status: invoice.status.toLowerCase() as InvoiceStatus,
      additionalStatus: isPaidMore(invoice, methods) ? 'paid-over' : additional[invoice.additionalStatus],
      amountSats: first ? satsOf(first, first.amount) : undefined,
      dueSats: first ? satsOf(first, first.due) : undefined,
      paidSats: standing.reduce((sum, { amountSats }) => sum + amountSats, 0n),
      paymentKeys: standing.map(({ key }) => key),
      bitcoinAddress: chain?.destination ?? undefined,
      lightningInvoice: lightning?.destination ?? undefined,
      paymentHash: text(lightning?.additionalData?.['paymentHash']),
      mayBeMarked: (invoice.availableStatusesForManualMarking ?? []).map((status) => status.toLowerCase()),
      expiresAt: new Date(invoice.expirationTime * 1000),
    },
  }
}

/** What comes after an invoice has settled BTCPay adds up, and says no word of. */
const isPaidMore = ({ status, additionalStatus }: Invoice, methods: readonly InvoicePaymentMethod[]) =>
  status === 'Settled' &&
  additionalStatus === 'None' &&
  methods.length > 0 &&
  methods.every(({ due }) => due.startsWith('-'))

const additional: Record<Invoice['additionalStatus'], AdditionalStatus> = {
  None: 'none',
  PaidLate: 'paid-late',
  PaidPartial: 'paid-partial',
  Marked: 'marked',
  PaidOver: 'paid-over',
}

const toPayment = (method: InvoicePaymentMethod, payment: InvoicePayment): EnginePayment => {
  const onChain = method.paymentMethodId === 'BTC-CHAIN'
  const key = payment.id.replace(':', '-')
  return {
    method: onChain ? 'on-chain' : 'lightning',
    key,
    txid: onChain ? (key.split('-')[0] ?? key) : key,
    amountSats: satsOf(method, payment.value),
    address: onChain ? (payment.destination ?? method.destination ?? undefined) : undefined,
    receivedAt: new Date(payment.receivedDate * 1000),
    state: payment.status.toLowerCase() as EnginePayment['state'],
    rate: method.rate,
  }
}

/** Lightning amounts have three more decimals; a fraction of a satoshi is never ours. */
const satsOf = (method: InvoicePaymentMethod, value: string) =>
  method.paymentMethodId === 'BTC-CHAIN' ? btcToSats(value) : msatsToSatsRoundedDown(btcToMsats(value))

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
