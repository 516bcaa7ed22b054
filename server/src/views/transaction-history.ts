import { fromSats, toSats } from '@bitquay/contract/money'
import type { Transaction } from '@bitquay/contract/transactions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

export type TransactionFilter = {
  type?: 'incoming' | 'outgoing' | undefined
  status?: 'confirmed' | 'unconfirmed' | 'failed' | undefined
  method?: 'BTC' | 'BTC-LN' | undefined
  invoices?: 'true' | 'false' | undefined
  search?: string | undefined
  minAmount?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const countCap = 10_000

type Row = {
  id: number
  txid: string
  engineKey: string
  type: 'incoming' | 'outgoing'
  status: 'pending' | 'confirmed' | 'failed'
  disputed: boolean
  method: 'on-chain' | 'lightning'
  purpose: Transaction['purpose']
  amount: string
  amountUsd: string | null
  address: string | null
  invoiceId: string | null
  description: string | null
  seenAt: Date
  confirmations: number
  blockHeight: number | null
  feeSats: bigint | null
  sizeBytes: number | null
  weightUnits: number | null
  inputs: { address: string | null; sats: string; previousTxid: string }[] | null
  outputs: { address: string | null; sats: string; index: number }[] | null
  customerEmail: string | null
  customerName: string | null
  itemDescription: string | null
}

/** A page of a merchant's transactions, newest first, with what the explorer told. */
export const listTransactions = async (
  db: Db,
  merchantId: number,
  filter: TransactionFilter,
  page: { limit: number; cursor: string | undefined },
): Promise<{ transactions: Transaction[]; next: string | undefined }> => {
  const after = page.cursor === undefined ? undefined : Number(page.cursor)
  const { rows } = await sql<Row>`
    select t.*, d.fee_sats, d.size_bytes, d.weight_units, d.inputs, d.outputs,
      i.customer_email, i.customer_name, i.description as item_description
    from (
      select * from transactions t
      where ${conditions(merchantId, filter)} ${after === undefined ? sql`` : sql`and t.id < ${after}`}
      order by t.id desc limit ${page.limit + 1}
    ) t
      left join transaction_details d on d.txid = t.txid
      left join invoices i on i.invoice_id = t.invoice_id
    order by t.id desc`.execute(db)
  const shown = rows.slice(0, page.limit)
  return { transactions: shown.map(present), next: rows.length > page.limit ? String(shown.at(-1)?.id) : undefined }
}

export const countTransactions = async (db: Db, merchantId: number, filter: TransactionFilter) => {
  const capped = (where: RawBuilder<unknown>) =>
    sql`(select count(*) from (select from transactions t where ${where} limit ${countCap}) c)`
  const all = conditions(merchantId, {})
  const { rows } = await sql<Record<'total' | 'filtered' | 'invoices' | 'confirmed' | 'pending', bigint>>`
    select ${capped(all)} as total, ${capped(conditions(merchantId, filter))} as filtered,
      ${capped(conditions(merchantId, { invoices: 'true' }))} as invoices,
      ${capped(conditions(merchantId, { status: 'confirmed' }))} as confirmed,
      ${capped(conditions(merchantId, { status: 'unconfirmed' }))} as pending`.execute(db)
  const counts = rows[0]
  if (!counts) throw new Error('no counts')
  return {
    total: Number(counts.total),
    filtered: Number(counts.filtered),
    invoices: Number(counts.invoices),
    confirmed: Number(counts.confirmed),
    pending: Number(counts.pending),
    cap: countCap,
  }
}

const conditions = (merchantId: number, filter: TransactionFilter): RawBuilder<unknown> => {
  const parts: RawBuilder<unknown>[] = [sql`t.merchant_id = ${merchantId}`]
  if (filter.type) parts.push(sql`t.type = ${filter.type}`)
  if (filter.status) parts.push(sql`t.status = ${filter.status === 'unconfirmed' ? 'pending' : filter.status}`)
  if (filter.method) parts.push(sql`t.method = ${filter.method === 'BTC' ? 'on-chain' : 'lightning'}`)
  if (filter.invoices)
    parts.push(filter.invoices === 'true' ? sql`t.invoice_id is not null` : sql`t.invoice_id is null`)
  if (filter.minAmount) parts.push(sql`t.amount >= ${filter.minAmount}::numeric`)
  if (filter.from) parts.push(sql`t.seen_at >= ${filter.from}::timestamptz`)
  if (filter.to) parts.push(sql`t.seen_at <= ${filter.to}::timestamptz`)
  const search = filter.search?.trim()
  if (search) parts.push(searchCondition(search))
  return sql.join(parts, sql` and `)
}

/** Hashes, addresses and invoices are found whole or by their beginning, so that an index serves. */
const searchCondition = (search: string) => {
  const start = `${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(t.txid like ${start} or t.address like ${start} or t.invoice_id like ${start} or t.engine_key like ${start})`
}

const present = (row: Row): Transaction => {
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
    amountUSD: row.amountUsd === null ? null : `${sign}${row.amountUsd}`,
    address: row.address,
    invoiceId: row.invoiceId,
    label: row.description,
    timestamp: Math.floor(row.seenAt.getTime() / 1000),
    confirmations: row.confirmations,
    blockHeight: row.blockHeight,
    fee: row.feeSats === null ? null : fromSats(row.feeSats),
    feeRate: row.feeSats === null || vbytes === null ? null : Math.round((Number(row.feeSats) / vbytes) * 10) / 10,
    size: row.sizeBytes,
    weight: row.weightUnits,
    customerEmail: row.customerEmail,
    customerName: row.customerName,
    itemDescription: row.itemDescription,
    inputs:
      row.inputs?.map(({ address, sats, previousTxid }) => ({ address, amount: btc(sats), previousTxid })) ?? null,
    outputs: row.outputs?.map(({ address, sats, index }) => ({ address, amount: btc(sats), index })) ?? null,
  }
}
