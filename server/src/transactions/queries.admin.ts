import type { AdminTransaction } from '@bitquay/contract/admin-transactions'
import { fromSats, toSats } from '@bitquay/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { toSearchQuery } from '../platform/db/search-query.ts'

export type AdminTransactionFilter = {
  merchantId?: number | undefined
  status?: AdminTransaction['status'] | undefined
  search?: string | undefined
}

type Row = Omit<AdminTransaction, 'paymentMethod' | 'amountUSD' | 'timestamp'> & {
  method: 'on-chain' | 'lightning'
  amountUsd: string | null
  seenAt: Date
}

/** A page of all stores' transactions, newest first. Every filter reads from the end of an index. */
export const listAllTransactions = async (
  db: Db,
  filter: AdminTransactionFilter,
  page: { limit: number; cursor: string | undefined },
): Promise<{ rows: AdminTransaction[]; next: string | undefined }> => {
  const after =
    page.cursor === undefined
      ? sql``
      : sql`and (t.seen_at, t.id) < (select c.seen_at, c.id from transactions c where c.id = ${Number(page.cursor)})`
  const { rows } = await sql<Row>`
    select t.id, t.merchant_id, m.store_name as merchant_name, t.type, t.purpose, t.method, t.amount, t.amount_usd, t.address,
      t.status, t.confirmations, t.seen_at, t.txid, t.invoice_id,
      coalesce(t.description, i.description) as description, ${isReportedByMerchant} as reported_by_merchant
    from (${found(filter, after, page.limit + 1)}) t join merchants m on m.id = t.merchant_id
      left join invoices i on i.invoice_id = t.invoice_id ${joinReporter}
    order by t.seen_at desc, t.id desc limit ${page.limit + 1}`.execute(db)
  const shown = rows.slice(0, page.limit)
  return { rows: shown.map(present), next: rows.length > page.limit ? String(shown.at(-1)?.id) : undefined }
}

/**
 * A search may match in several ways. Each way reads a page from the end of its own index, because one combined
 * condition would read every row of every store.
 */
const found = (filter: AdminTransactionFilter, after: RawBuilder<unknown>, most: number): RawBuilder<unknown> => {
  const conditions = [
    ...(filter.merchantId === undefined ? [] : [sql`t.merchant_id = ${filter.merchantId}`]),
    ...(filter.status === undefined ? [] : [sql`t.status = ${sql.lit(filter.status)}`]),
  ]
  const where = sql`${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)} ${after}`
  const search = filter.search?.trim()
  if (!search) return sql`select * from transactions t where ${where} order by t.seen_at desc, t.id desc limit ${most}`

  const start = `${search.replace(/[\\%_]/g, '\\$&')}%`
  const ways = [
    sql`select * from transactions t where ${where} and t.txid like ${start}`,
    sql`select * from transactions t where ${where} and t.address like ${start}`,
    sql`select * from transactions t where ${where} and t.invoice_id like ${start}`,
  ].map((way) => sql`(${way} order by t.seen_at desc, t.id desc limit ${most})`)
  const words = toSearchQuery(search)
  if (words) {
    ways.push(
      sql`(select * from transactions t
        where ${where} and t.description is not null and search_words(t.description) @@ to_tsquery('simple', ${words})
        order by t.seen_at desc, t.id desc limit ${most})`,
      sql`(select t.* from (
          select id from merchants where search_words(store_name || ' ' || email::text) @@ to_tsquery('simple', ${words})
          order by id limit ${mostStores}
        ) s cross join lateral (
          select * from transactions t where t.merchant_id = s.id and ${where} order by t.seen_at desc, t.id desc limit ${most}
        ) t)`,
    )
  }
  return sql`select distinct on (t.seen_at, t.id) t.* from (${sql.join(ways, sql` union all `)}) t order by t.seen_at desc, t.id desc limit ${most}`
}

/** Stores that match a name. A search with more matches must be more specific. */
const mostStores = 100

const present = ({ method, amount, amountUsd, seenAt, ...row }: Row): AdminTransaction => ({
  ...row,
  paymentMethod: method === 'lightning' ? 'BTC-LN' : 'BTC',
  amount: fromSats(toSats(amount)),
  amountUSD: amountUsd,
  timestamp: Math.floor(seenAt.getTime() / 1000),
})

/** The first hundred stores by name, optionally filtered by a search. */
export const listStores = async (db: Db, search: string | undefined) => {
  const words = toSearchQuery(search)
  const { rows } = await sql<{ merchantId: number; storeName: string }>`
    select id as merchant_id, store_name from merchants
    ${words ? sql`where search_words(store_name || ' ' || email::text) @@ to_tsquery('simple', ${words})` : sql``}
    order by lower(store_name), id limit 100`.execute(db)
  return rows
}

/**
 * Whether only the merchant's own server or node has reported a transaction `t`. A booked payment stores who reported
 * it. For anything else, the server that the store is on now decides.
 */
export const isReportedByMerchant = sql<boolean>`coalesce(reporter_fee.told_by_merchant,
  rtrim(reporter_store.server_url, '/') is distinct from (select rtrim(server_url, '/') from stores where merchant_id is null))`

export const joinReporter = sql`left join fee_transactions reporter_fee on reporter_fee.transfer_id = t.transfer_id
  left join stores reporter_store on reporter_store.merchant_id = t.merchant_id`
