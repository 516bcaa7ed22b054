import { centsOfSats, fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import type { Transaction } from '@bitquay/contract/transactions'
import { type RawBuilder, sql } from 'kysely'
import { ofMerchant, toSearchQuery } from '../platform/db/search-query.ts'
import type { Way } from '../platform/db/sorted-rows.ts'

/** A way to find transactions. Some look at a limited number of invoices or stores. */
export type LimitedWay = Way & { limited?: { query: RawBuilder<unknown>; most: number } }

export type TransactionRow = {
  id: number
  txid: string
  engineKey: string
  type: 'incoming' | 'outgoing'
  status: 'pending' | 'confirmed' | 'failed'
  disputed: boolean
  method: 'on-chain' | 'lightning'
  purpose: Transaction['purpose']
  amount: string
  feeSats: bigint | null
  feeCents: bigint | null
  grossCents: bigint | null
  netCents: bigint | null
  btcPrice: string | null
  booked: boolean
  feePercentage: string | null
  partnerSats: bigint | null
  confirmedAt: Date | null
  paymentLinkId: number | null
  address: string | null
  invoiceId: string | null
  description: string | null
  seenAt: Date
  confirmations: number
  blockHeight: number | null
  networkFeeSats: bigint | null
  sizeBytes: number | null
  weightUnits: number | null
  inputs: { address: string | null; sats: string; previousTxid: string }[] | null
  outputs: { address: string | null; sats: string; index: number }[] | null
  customerEmail: string | null
  customerName: string | null
  itemDescription: string | null
  /** The till's sale that it pays or refunds. */
  sale?: Pick<Transaction, 'till' | 'cashier' | 'salesTax'> | undefined
}

/** The ways in which a merchant's search may match. */
export const findOfMerchant = (search: string, merchantId: number): LimitedWay[] => {
  if (search.includes('@')) return [ofInvoices(customersInvoices(merchantId, search))]
  const words = toSearchQuery(search)
  return [
    ...startConditions(search).map((condition) => ({ condition })),
    ...(words ? [ofInvoices(namedInvoices(merchantId, words)), ofLabel(words)] : []),
  ]
}

/** Payments are looked up invoice by invoice: the planner expects so many that it would read the whole table. */
const ofInvoices = (invoices: RawBuilder<unknown>): LimitedWay => ({
  each: sql`(${invoices}) i`,
  condition: sql`t.invoice_id = i.invoice_id`,
  limited: { query: invoices, most: mostInvoices },
})

export const ofLabel = (words: string): Way => ({
  condition: sql`t.description is not null and search_words(t.description) @@ to_tsquery('simple', ${words})`,
})

/** The most invoices that a search looks at, newest first. */
const mostInvoices = 10_000

/**
 * The customer's index is used first and the sort comes afterwards: in one step, the planner would search all invoices.
 */
const customersInvoices = (merchantId: number, search: string) => sql`
  with theirs as materialized (
    select id, invoice_id from invoices
    where merchant_id = ${merchantId} and lower(customer_email) like ${beginningWith(search.toLowerCase())}
  )
  select invoice_id from theirs order by id desc limit ${mostInvoices}`

/**
 * Invoices whose customer's name and description have all the words. In their index, a word begins with the merchant.
 * The index finds the longest word, which is rarer than the others, and those are looked for in what it finds.
 */
const namedInvoices = (merchantId: number, words: string) => {
  const own = ofMerchant(words, merchantId)
  const [longest = ''] = own.split(' & ').toSorted((a, b) => b.length - a.length)
  const found = sql`invoice_words(merchant_id, customer_name, description)`
  return sql`
    select invoice_id from invoices
    where merchant_id = ${merchantId} and invoice_id is not null and (customer_name is not null or description is not null)
      and ${found} @@ ${longest}::tsquery and (${found} || '') @@ ${own}::tsquery
    order by id desc limit ${mostInvoices}`
}

/** Hashes, addresses and invoices match in full or by their beginning, so that an index can be used. */
const startConditions = (search: string): RawBuilder<boolean>[] => {
  // An outpoint is found by its transaction. Hashes and newer addresses mean the same in capitals.
  const isPlain = /^([0-9a-f]{8,64}(:\d*)?|(bc|tb|bcrt)1[a-z0-9]+)$/i.test(search)
  const start = beginningWith(isPlain ? search.toLowerCase().replace(/:\d*$/, '') : search)
  return [sql`t.txid like ${start}`, sql`t.address like ${start}`, sql`t.invoice_id like ${beginningWith(search)}`]
}

const beginningWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

export const presentTransaction = (row: TransactionRow): Transaction => {
  const sign = row.type === 'outgoing' ? '-' : ''
  const btc = (sats: string) => fromSats(BigInt(sats))
  const vbytes = row.weightUnits === null ? null : Math.ceil(row.weightUnits / 4)
  return {
    id: row.txid,
    key: row.engineKey,
    type: row.type,
    status: row.status === 'pending' ? 'unconfirmed' : row.status,
    disputed: row.disputed,
    paymentMethod: row.method === 'lightning' ? 'BTC-LN' : 'BTC',
    purpose: row.purpose,
    amount: `${sign}${fromSats(toSats(row.amount))}`,
    amountUSD: usd(row.grossCents),
    ...presentFee(row),
    btcPrice: row.btcPrice,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    paymentLinkId: row.paymentLinkId,
    address: row.address,
    invoiceId: row.invoiceId,
    label: row.description,
    timestamp: Math.floor(row.seenAt.getTime() / 1000),
    confirmations: row.confirmations,
    blockHeight: row.blockHeight,
    fee: row.networkFeeSats === null ? null : fromSats(row.networkFeeSats),
    feeRate:
      row.networkFeeSats === null || vbytes === null
        ? null
        : Math.round((Number(row.networkFeeSats) / vbytes) * 10) / 10,
    size: row.sizeBytes,
    weight: row.weightUnits,
    customerEmail: row.customerEmail,
    customerName: row.customerName,
    itemDescription: row.itemDescription,
    till: row.sale?.till ?? null,
    cashier: row.sale?.cashier ?? null,
    salesTax: row.sale?.salesTax ?? null,
    inputs:
      row.inputs?.map(({ address, sats, previousTxid }) => ({ address, amount: btc(sats), previousTxid })) ?? null,
    outputs: row.outputs?.map(({ address, sats, index }) => ({ address, amount: btc(sats), index })) ?? null,
  }
}

const usd = (cents: bigint | null) => (cents === null ? null : fromCents(cents))

/** Fees are shown as what they take: negative or zero. */
const presentFee = (row: TransactionRow) => {
  const { feeSats, feeCents } = row
  const grossSats = toSats(row.amount) * (row.type === 'outgoing' ? -1n : 1n)
  const isPayment = row.type === 'incoming' && row.booked
  const partnerCents = centsOfSats(row.partnerSats ?? 0n, toCents(row.btcPrice ?? '0'))
  return {
    feeAmount: feeSats === null ? null : fromSats(-feeSats),
    feeUSD: feeCents === null ? null : fromCents(-feeCents),
    feePercent: isPayment ? Number(row.feePercentage ?? 0) : null,
    platformFeeUSD: isPayment && feeCents !== null ? fromCents(partnerCents - feeCents) : null,
    partnerFeeUSD: isPayment && feeCents !== null ? fromCents(-partnerCents) : null,
    netAmount: feeSats === null ? null : fromSats(grossSats - feeSats),
    netUSD: usd(row.netCents),
  }
}
