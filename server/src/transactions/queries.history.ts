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

/** A page of a merchant's transactions, newest first, with the explorer's details. */
export const listTransactions = async (
  db: Db,
  merchantId: number,
  filter: TransactionFilter,
  page: { limit: number; cursor: string | undefined },
): Promise<{ transactions: Transaction[]; next: string | undefined }> => {
  const { rows } = await sql<Row>`
    select t.*, d.fee_sats, d.size_bytes, d.weight_units, d.inputs, d.outputs,
      i.customer_email, i.customer_name, i.description as item_description
    from (${newest(merchantId, filter, page.limit + 1, page.cursor)}) t
      left join transaction_details d on d.txid = t.txid
      left join invoices i on i.invoice_id = t.invoice_id
    order by t.seen_at desc, t.id desc`.execute(db)
  const shown = rows.slice(0, page.limit)
  return { transactions: shown.map(present), next: rows.length > page.limit ? String(shown.at(-1)?.id) : undefined }
}

export const countTransactions = async (db: Db, merchantId: number, filter: TransactionFilter) => {
  const capped = (counted: TransactionFilter) => {
    const found = counted.search?.trim()
      ? newest(merchantId, counted, countCap)
      : sql`select from transactions t where ${conditions(merchantId, counted)} and ${classCondition(counted)} limit ${countCap}`
    return sql`(select count(*) from (${found}) c)`
  }
  const { rows } = await sql<Record<'total' | 'filtered' | 'invoices' | 'confirmed' | 'pending', bigint>>`
    select ${capped({})} as total, ${capped(filter)} as filtered, ${capped({ invoices: 'true' })} as invoices,
      ${capped({ status: 'confirmed' })} as confirmed, ${capped({ status: 'unconfirmed' })} as pending`.execute(db)
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

/**
 * The newest rows that match a filter. A search may match in several ways, and filters with few values use several
 * classes. Each is read from the end of its own index, so that none is scanned.
 */
const newest = (merchantId: number, filter: TransactionFilter, most: number, cursor?: string): RawBuilder<unknown> => {
  const end = sql`order by t.seen_at desc, t.id desc limit ${most}`
  const where = sql`${conditions(merchantId, filter)} ${cursor === undefined ? sql`` : after(merchantId, cursor)}`
  const search = filter.search?.trim()
  if (search?.includes('@')) {
    return sql`select t.* from (${invoicesOf(merchantId, search)}) i cross join lateral (
        select * from transactions t where ${where} and ${classCondition(filter)} and t.invoice_id = i.invoice_id ${end}
      ) t ${end}`
  }
  if (search) {
    const ways = searchConditions(search).map(
      (way) => sql`(select * from transactions t where ${where} and ${classCondition(filter)} and ${way} ${end})`,
    )
    return sql`select * from (${sql.join(ways, sql` union `)}) t ${end}`
  }
  const classes = classesOf(filter)
  if (classes === undefined) return sql`select * from transactions t where ${where} ${end}`
  return sql`select t.* from unnest(${classes}::smallint[]) c cross join lateral (
      select * from transactions t where ${where} and ${classOfRow} = c ${end}
    ) t ${end}`
}

/** A cursor is the last row of a page. Another merchant's row is not accepted. */
const after = (merchantId: number, cursor: string) => sql`and (t.seen_at, t.id) < (
    (select seen_at from transactions where id = ${cursor}::bigint and merchant_id = ${merchantId}), ${cursor}::bigint
  )`

const conditions = (merchantId: number, filter: TransactionFilter): RawBuilder<unknown> => {
  const parts: RawBuilder<unknown>[] = [sql`t.merchant_id = ${merchantId}`]
  if (filter.minAmount) parts.push(sql`t.amount >= ${filter.minAmount}::numeric`)
  if (filter.from) parts.push(sql`t.seen_at >= ${filter.from}::timestamptz`)
  if (filter.to) parts.push(sql`t.seen_at <= ${filter.to}::timestamptz`)
  return sql.join(parts, sql` and `)
}

const classOfRow = sql`transaction_class(t.type, t.status, t.method, t.invoice_id)`

const classCondition = (filter: TransactionFilter) => {
  const classes = classesOf(filter)
  return classes === undefined ? sql`true` : sql`${classOfRow} = any(${classes}::smallint[])`
}

/** The classes as in the database function `transaction_class`. Undefined when all of them are wanted. */
const classesOf = ({ type, status, method, invoices }: TransactionFilter): number[] | undefined => {
  if (!type && !status && !method && !invoices) return undefined
  const types = type ? [classParts.type[type]] : Object.values(classParts.type)
  const statuses = status ? [classParts.status[status]] : Object.values(classParts.status)
  const methods = method ? [classParts.method[method]] : Object.values(classParts.method)
  const kinds = invoices ? [classParts.invoices[invoices]] : Object.values(classParts.invoices)
  return types.flatMap((a) => statuses.flatMap((b) => methods.flatMap((c) => kinds.map((d) => a + b + c + d))))
}

const classParts = {
  type: { incoming: 0, outgoing: 12 },
  status: { unconfirmed: 0, confirmed: 4, failed: 8 },
  method: { BTC: 0, 'BTC-LN': 2 },
  invoices: { false: 0, true: 1 },
}

/** The most invoices of one customer that are searched, newest first. */
const mostInvoices = 500

/**
 * The customer's index is used first and the sort comes afterwards: in one step, the planner would search all invoices.
 */
const invoicesOf = (merchantId: number, search: string) => sql`
  with theirs as materialized (
    select id, invoice_id from invoices
    where merchant_id = ${merchantId} and lower(customer_email) like ${beginningWith(search.toLowerCase())}
  )
  select invoice_id from theirs order by id desc limit ${mostInvoices}`

/** Hashes, addresses and invoices match in full or by their beginning, so that an index can be used. */
const searchConditions = (search: string): RawBuilder<unknown>[] => {
  // An outpoint is found by its transaction. Hashes and newer addresses mean the same in capitals.
  const isPlain = /^([0-9a-f]{8,64}(:\d*)?|(bc|tb|bcrt)1[a-z0-9]+)$/i.test(search)
  const start = beginningWith(isPlain ? search.toLowerCase().replace(/:\d*$/, '') : search)
  return [sql`t.txid like ${start}`, sql`t.address like ${start}`, sql`t.invoice_id like ${beginningWith(search)}`]
}

const beginningWith = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

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

/** Incoming money on each of the last seven days, today last, by UTC day. */
export const readWeek = async (db: Db, merchantId: number) => {
  const { rows } = await sql<{ day: string; confirmedUsd: string; pendingUsd: string; count: bigint }>`
    select to_char(day, 'YYYY-MM-DD') as day,
      coalesce(sum(t.amount_usd) filter (where t.status = 'confirmed'), 0)::numeric(12, 2) as confirmed_usd,
      coalesce(sum(t.amount_usd) filter (where t.status = 'pending'), 0)::numeric(12, 2) as pending_usd,
      count(t.id) as count
    from generate_series(date_trunc('day', app_now() at time zone 'UTC') - interval '6 days',
        date_trunc('day', app_now() at time zone 'UTC'), '1 day') day
      left join transactions t on t.merchant_id = ${merchantId} and t.type = 'incoming' and t.status <> 'failed' and t.purpose <> 'loop-out'
        and t.seen_at >= day at time zone 'UTC' and t.seen_at < (day + interval '1 day') at time zone 'UTC'
    group by day order by day`.execute(db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
