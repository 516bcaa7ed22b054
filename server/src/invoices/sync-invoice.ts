import { type BtcpayClient, btcToMsats, btcToSats, msatsToSatsRoundedDown, type Outcome } from '@bitquay/btcpay'
import type { Invoice, InvoicePayment, InvoicePaymentMethod } from '@bitquay/btcpay/wire/invoices'
import { announce } from '../facts/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { wantsEmail } from './email-invoice.ts'
import {
  invoiceEntered,
  invoiceOverpaid,
  invoicePaidLate,
  invoicePaidPartial,
  invoiceUpdated,
  type OfInvoice,
} from './facts.ts'
import { findInvoice } from './queries.ts'
import { insertReceipt } from './table.emails.ts'
import {
  type AdditionalStatus,
  type InvoiceSnapshot,
  type InvoiceStatus,
  type Issuer,
  saveSnapshot,
} from './table.snapshots.ts'
import type { InvoiceRow } from './table.ts'

/** A payment of an invoice as the engine reports it. */
export type EnginePayment = {
  method: 'on-chain' | 'lightning'
  /** Outpoint or payment hash. */
  key: string
  txid: string
  amountSats: bigint
  address: string | undefined
  receivedAt: Date
  state: 'invalid' | 'processing' | 'settled'
  /** The price of one bitcoin in the invoice's currency, locked when the invoice was created. */
  rate: string
}

/** The invoice that payments count for, and the attempt of it that they came through. */
export type PaidFor = { invoiceId: string; attemptId?: number }

export type InvoiceReading = { currency: string; snapshot: InvoiceSnapshot; payments: EnginePayment[] }

/**
 * Reads an invoice from the engine, in one call. That call leaves out replaced payments, so the payment methods are
 * read separately if one of the `expected` payments is missing, or if the server is too old to include them.
 */
export const readInvoice = async (
  client: BtcpayClient,
  storeId: string,
  invoiceId: string,
  expected: readonly string[],
): Promise<Outcome<InvoiceReading | undefined>> => {
  const found = await client.invoices.find(storeId, invoiceId, { includePaymentMethods: true })
  if (found.kind !== 'ok') return found
  if (found.value === undefined) return { ...found, value: undefined }
  return completeReading(client, found.value, expected)
}

/** Reads what is missing in an invoice that BTCPay has answered with its payment methods, alone or in a list. */
export const completeReading = async (
  client: BtcpayClient,
  invoice: Invoice,
  expected: readonly string[],
): Promise<Outcome<InvoiceReading>> => {
  if (hasPayments(invoice, expected)) {
    return { kind: 'ok', value: toReading(invoice, invoice.paymentMethods ?? []), status: 200 }
  }
  const methods = await client.invoices.paymentMethods(invoice.storeId, invoice.id, { onlyAccountedPayments: false })
  return methods.kind === 'ok' ? { ...methods, value: toReading(invoice, methods.value) } : methods
}

const hasPayments = ({ paymentMethods }: Invoice, expected: readonly string[]): boolean => {
  if (!paymentMethods || paymentMethods.length === 0) return false
  const included = new Set(paymentMethods.flatMap(({ payments }) => payments.map(keyOf)))
  return expected.every((key) => included.has(key))
}

/** Older versions write outpoints as `txid:n`. */
const keyOf = ({ id }: InvoicePayment) => id.replace(':', '-')

export const toReading = (invoice: Invoice, methods: readonly InvoicePaymentMethod[]): InvoiceReading => {
  const chain = methods.find((method) => method.paymentMethodId === 'BTC-CHAIN')
  const lightning = methods.find((method) => method.paymentMethodId === 'BTC-LN')
  const first = chain ?? lightning
  const payments = methods.flatMap((method) => method.payments.map((payment) => toPayment(method, payment)))
  const standing = payments.filter(({ state }) => state !== 'invalid')
  const paidSats = standing.reduce((sum, { amountSats }) => sum + amountSats, 0n)
  const isTopUp = invoice.type === 'TopUp'
  return {
    currency: invoice.currency,
    payments,
    snapshot: {
      invoiceId: invoice.id,
      status: invoice.status.toLowerCase() as InvoiceStatus,
      additionalStatus: additionalStatusOf(invoice, methods),
      ...(isTopUp ? topUpAmounts(invoice, paidSats) : standardAmounts(first)),
      paidSats,
      paymentKeys: standing.map(({ key }) => key),
      bitcoinAddress: chain?.destination ?? undefined,
      lightningInvoice: lightning?.destination ?? undefined,
      paymentHash: text(lightning?.additionalData?.['paymentHash']),
      mayBeMarked: (invoice.availableStatusesForManualMarking ?? []).map((status) => status.toLowerCase()),
      expiresAt: new Date(invoice.expirationTime * 1000),
    },
  }
}

const standardAmounts = (first: InvoicePaymentMethod | undefined) => ({
  amountSats: first ? satsOf(first, first.amount) : undefined,
  dueSats: first ? satsOf(first, first.due) : undefined,
})

/** A top-up costs what was paid. Until then it has no amount, and nothing is due. */
const topUpAmounts = ({ paidAmount }: Invoice, paidSats: bigint) => ({
  amountSats: paidSats > 0n ? paidSats : undefined,
  dueSats: paidSats > 0n ? 0n : undefined,
  topUp: { price: paidSats > 0n ? paidAmount : undefined },
})

/** Nobody can pay too much to a top-up. BTCPay takes its first payment for the price. */
const additionalStatusOf = (invoice: Invoice, methods: readonly InvoicePaymentMethod[]): AdditionalStatus => {
  if (invoice.type === 'TopUp' && invoice.additionalStatus === 'PaidOver') return 'none'
  return isOverpaid(invoice, methods) ? 'paid-over' : additional[invoice.additionalStatus]
}

/** BTCPay adds up payments that arrive after an invoice has settled, but does not report them as overpaid. */
const isOverpaid = ({ type, status, additionalStatus }: Invoice, methods: readonly InvoicePaymentMethod[]) =>
  type === 'Standard' &&
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
  const key = keyOf(payment)
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

/** Lightning amounts have three more decimals. Fractions of a satoshi are rounded down. */
const satsOf = (method: InvoicePaymentMethod, value: string) =>
  method.paymentMethodId === 'BTC-CHAIN' ? btcToSats(value) : msatsToSatsRoundedDown(btcToMsats(value))

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/**
 * Saves what the engine reported about an invoice and publishes an event if its status changed. Returns whether people
 * see anything new.
 */
export const saveInvoice = async (
  tx: Tx,
  publicUrl: string,
  merchantId: number,
  snapshot: InvoiceSnapshot,
  issuer: Issuer,
): Promise<boolean> => {
  const { seen, entered, isNowLate, stateBefore, saved } = await saveSnapshot(tx, merchantId, snapshot, issuer)
  if (!seen) return false
  const row = saved ?? (await findInvoice(tx, merchantId, snapshot.invoiceId))
  if (!row) throw new Error(`there is no invoice ${snapshot.invoiceId}`)
  await announceState(tx, { row, publicUrl }, { entered, isNowLate, stateBefore })
  return true
}

/** What a saved state of an invoice means for those who wait for it. */
export const announceState = async (
  tx: Tx,
  about: OfInvoice,
  {
    entered,
    isNowLate,
    stateBefore,
  }: { entered: InvoiceStatus | undefined; isNowLate: boolean; stateBefore: InvoiceRow['state'] | undefined },
) => {
  if (entered !== undefined && entered !== 'new') await announceStatus(tx, about, entered)
  if (isNowLate) await announce(tx, invoicePaidLate, about)
  if (stateBefore !== 'overpaid' && about.row.state === 'overpaid') await announce(tx, invoiceOverpaid, about)
  await announce(tx, invoiceUpdated, about)
}

export const announceStatus = async (tx: Tx, about: OfInvoice, entered: Exclude<InvoiceStatus, 'new'>) => {
  if (entered === 'settled' && wantsEmail(about.row)) await insertReceipt(tx, about.row.id)
  await announce(tx, invoiceEntered[entered], about)
  if (entered === 'expired' && about.row.additionalStatus === 'paid-partial')
    await announce(tx, invoicePaidPartial, about)
}
