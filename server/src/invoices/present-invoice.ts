import type { Invoice, InvoicePayment, ListedInvoice } from '@bitquay/contract/invoices'
import { decimalsOf, divideHalfUp, fromSats, fromUnits, toUsd8 } from '@bitquay/contract/money'
import type { Selectable } from 'kysely'
import type { Transactions } from '../platform/db/types.ts'
import { isTopUp, presentOptions } from './options.ts'
import type { PresentedInvoice, ShownRow } from './queries.shown.ts'

type Row = PresentedInvoice

/** An invoice as the API shows it. */
export const presentInvoice = (row: Row, publicUrl: string): Invoice => ({
  invoiceId: row.invoiceId ?? '',
  status: row.status as Invoice['status'],
  additionalStatus: row.additionalStatus,
  amount: priceOf(row),
  currency: row.currency,
  amountBtc: row.amount,
  amountUsd: row.amountUsd,
  paidBtc: fromSats(row.paidSats),
  dueBtc: row.dueSats === null ? null : fromSats(row.dueSats < 0n ? 0n : row.dueSats),
  description: row.description,
  customerEmail: row.customerEmail,
  customerName: row.customerName,
  metadata: row.metadata as Invoice['metadata'],
  paymentLinkId: row.paymentLinkId,
  checkoutLink: `${publicUrl}/i/${row.invoiceId}`,
  bitcoinAddress: row.bitcoinAddress,
  lightningInvoice: row.lightningInvoice,
  qrCodeData: unifiedLink(row) ?? linkUntilOpened(row, publicUrl),
  missingMethods: row.missingMethods,
  mayBeMarked: row.mayBeMarked,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  paidAt: row.paidAt?.toISOString() ?? null,
  redirectUrl: row.redirectUrl,
  ...(isTopUp(row) ? { type: 'top-up' as const } : {}),
  ...presentDueDate(row),
  ...presentOptions(row),
})

/** Until a customer opens it, an invoice with a due date has no address, and its QR code leads to the checkout. */
const linkUntilOpened = ({ dueAt, invoiceId, status }: Row, publicUrl: string) =>
  dueAt !== null && status === 'new' ? `${publicUrl}/i/${invoiceId}` : null

/** Nothing without a due date, so that other invoices look as they always did. */
const presentDueDate = ({ dueAt, overdueAt, status }: Row) =>
  dueAt === null ? {} : { dueDate: dueAt.toISOString(), overdue: overdueAt !== null && status === 'new' }

export const presentListedInvoice = (row: ShownRow, publicUrl: string): ListedInvoice => {
  if (row.state === null) throw new Error(`invoice ${row.id} has no state yet`)
  return {
    ...presentInvoice(row, publicUrl),
    state: row.state,
    needsAttention: row.needsAttention,
    receivedUsd: row.receivedUsd,
    paidBy: row.paidBy,
    createdBy: row.creator,
  }
}

/** The response to the creator also says whether the invoice was emailed. */
export const presentCreatedInvoice = (row: Row, publicUrl: string) => ({
  ...presentInvoice(row, publicUrl),
  mailedAt: row.mailedAt?.toISOString() ?? null,
})

export const presentPayment = (
  payment: Selectable<Transactions>,
  counted?: InvoicePayment['counted'],
): InvoicePayment => ({
  id: payment.engineKey,
  txid: payment.txid,
  method: payment.method,
  amountBtc: payment.amount,
  amountUsd: payment.amountUsd,
  status: payment.status,
  confirmations: payment.confirmations,
  seenAt: payment.seenAt.toISOString(),
  ...(counted ? { counted } : {}),
})

/** One BIP21 link for both methods: wallets with Lightning use the Lightning invoice, others the address. */
export const unifiedLink = (row: Pick<Row, 'bitcoinAddress' | 'lightningInvoice' | 'dueSats' | 'amount'>) => {
  if (row.bitcoinAddress === null) return row.lightningInvoice === null ? null : `lightning:${row.lightningInvoice}`
  const due = row.dueSats !== null && row.dueSats > 0n ? fromSats(row.dueSats) : row.amount
  const amount = due === null ? [] : [`amount=${due}`]
  const lightning = row.lightningInvoice === null ? [] : [`lightning=${row.lightningInvoice}`]
  const query = [...amount, ...lightning].join('&')
  return `bitcoin:${row.bitcoinAddress}${query ? `?${query}` : ''}`
}

/** A top-up costs what was paid. BTCPay computes it from the rate, with more decimals than the currency has. */
export const priceOf = (row: Pick<Row, 'type' | 'priceAmount' | 'currency'>) => {
  const price = row.priceAmount ?? '0'
  if (!isTopUp(row)) return trimAmount(price, row.currency)
  const decimals = decimalsOf(row.currency)
  return fromUnits(divideHalfUp(toUsd8(price), 10n ** BigInt(8 - decimals)), decimals)
}

/** Amounts are stored with eight decimals, but dollars are shown with two. */
export const trimAmount = (amount: string, currency: string) => {
  const decimals = decimalsOf(currency)
  const [whole = '0', fraction = ''] = amount.split('.')
  const kept = fraction.padEnd(8, '0')
  const needed = kept.slice(decimals).replace(/0+$/, '') ? kept.replace(/0+$/, '') : kept.slice(0, decimals)
  return needed ? `${whole}.${needed}` : whole
}

/** What people call an invoice: its customer, or else what it is for. */
export const nameInvoice = ({ customerName, customerEmail, description }: Row) =>
  customerName ?? customerEmail ?? description
