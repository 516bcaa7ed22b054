import { centsOfSats, fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import type { AdminTransaction } from '@bitquay/contract/transactions.admin'
import { type RawBuilder, sql } from 'kysely'
import { isReportedByMerchant, joinReporter } from '../fees/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { toSearchQuery } from '../platform/db/search-query.ts'
import { type LimitedWay, ofLabel } from './queries.merchant.ts'

type Row = Omit<
  AdminTransaction,
  | 'paymentMethod'
  | 'amountUSD'
  | 'timestamp'
  | 'feeAmount'
  | `${'fee' | 'platformFee' | 'markupFee' | 'partnerFee' | 'net'}USD`
  | 'netAmount'
> & {
  method: 'on-chain' | 'lightning'
  amountUsd: string | null
  feeSats: bigint | null
  feeCents: bigint | null
  netCents: bigint | null
  seenAt: Date
} & FeeRow

/** The fee of a booked payment. */
type FeeRow = {
  feeCents: bigint | null
  partnerSats: bigint | null
  markupSats: bigint | null
  feePrice: string | null
}

/** Joins what administrators see of transactions, in the order of a page. */
export const readAllTransactions = async (db: Db, found: RawBuilder<unknown>, order: RawBuilder<unknown>) => {
  const { rows } = await sql<Row>`
    select t.id, t.merchant_id, m.store_name as merchant_name, t.type, t.purpose, t.method, t.amount, t.amount_usd,
      t.fee_sats, t.fee_cents, t.net_cents, t.address, t.status, t.confirmations, t.seen_at, t.txid, t.invoice_id,
      coalesce(t.description, i.description) as description, reporter_fee.partner_sats, reporter_fee.markup_sats,
      reporter_fee.btc_price_at_time as fee_price, ${isReportedByMerchant} as reported_by_merchant
    from (${found}) found join transactions t using (id) join merchants m on m.id = t.merchant_id
      left join invoices i on i.invoice_id = t.invoice_id ${joinReporter}
    order by ${order}`.execute(db)
  return rows
}

/** The ways in which a search of all stores may match. Each has its own index. */
export const findOfAll = (search: string): LimitedWay[] => {
  const start = `${search.replace(/[\\%_]/g, '\\$&')}%`
  const words = toSearchQuery(search)
  return [
    { condition: sql`t.txid like ${start}` },
    { condition: sql`t.address like ${start}` },
    { condition: sql`t.invoice_id like ${start}` },
    ...(words ? [ofLabel(words), ofStores(words)] : []),
  ]
}

/** Each store is read from its own end, because one of them may have most of the rows. */
const ofStores = (words: string): LimitedWay => {
  const stores = sql`
    select id from merchants where search_words(store_name || ' ' || email::text) @@ to_tsquery('simple', ${words})
    order by id limit ${mostStores}`
  return {
    each: sql`(${stores}) s`,
    condition: sql`t.merchant_id = s.id`,
    limited: { query: stores, most: mostStores },
  }
}

/** Stores that match a name. A search with more matches must be more specific. */
const mostStores = 100

export const presentOfAll = ({
  method,
  amount,
  amountUsd,
  feeSats,
  feeCents,
  netCents,
  seenAt,
  partnerSats,
  markupSats,
  feePrice,
  ...row
}: Row): AdminTransaction => ({
  ...row,
  feeAmount: feeSats === null ? null : fromSats(-feeSats),
  feeUSD: feeCents === null ? null : fromCents(-feeCents),
  ...splitFee({ feeCents, partnerSats, markupSats, feePrice }),
  netAmount: feeSats === null ? null : fromSats(toSats(amount) * (row.type === 'outgoing' ? -1n : 1n) - feeSats),
  netUSD: netCents === null ? null : fromCents(netCents),
  paymentMethod: method === 'lightning' ? 'BTC-LN' : 'BTC',
  amount: fromSats(toSats(amount)),
  amountUSD: amountUsd,
  timestamp: Math.floor(seenAt.getTime() / 1000),
})

/** What isn't markup or the partners' is the platform's, so that the parts add up to the cent. */
const splitFee = ({ feeCents, partnerSats, markupSats, feePrice }: FeeRow) => {
  if (feeCents === null || partnerSats === null || markupSats === null || feePrice === null)
    return { platformFeeUSD: null, markupFeeUSD: null, partnerFeeUSD: null }
  const [partners, markup] = [partnerSats, markupSats].map((sats) => centsOfSats(sats, toCents(feePrice))) as [
    bigint,
    bigint,
  ]
  return {
    platformFeeUSD: fromCents(partners + markup - feeCents),
    markupFeeUSD: fromCents(-markup),
    partnerFeeUSD: fromCents(-partners),
  }
}

type StorePage = { search?: string | undefined; cursor?: string | undefined; limit: number }

/** Stores by name, optionally filtered by a search. The cursor is the merchant's ID of the last row before. */
export const listStores = async (db: Db, { search, cursor, limit }: StorePage) => {
  const words = toSearchQuery(search)
  const isFound = words
    ? sql`search_words(store_name || ' ' || email::text) @@ to_tsquery('simple', ${words})`
    : sql`true`
  const isAfter = cursor
    ? sql`(lower(store_name), id) > (select lower(store_name), id from merchants where id = ${Number(cursor)})`
    : sql`true`
  const { rows } = await sql<{ merchantId: number; storeName: string }>`
    select id as merchant_id, store_name from merchants
    where ${isFound} and ${isAfter} order by lower(store_name), id limit ${limit}`.execute(db)
  return rows
}
