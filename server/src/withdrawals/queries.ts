import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import type { Withdrawal, withdrawalFilter, withdrawalSort } from '@bitquay/contract/withdrawals'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/db/connect.ts'
import { inPeriod } from '../platform/db/period.ts'
import { toSearchQuery } from '../platform/db/search-query.ts'
import {
  countCap,
  isSelective,
  type ListedRows,
  numberedRows,
  type RowPage,
  readPage,
  type SortKey,
  sortingOf,
  type Way,
} from '../platform/db/sorted-rows.ts'
import type { PartSums } from '../platform/db/sum-parts.ts'
import type { Sends } from '../platform/db/types.ts'
import { problemOfSend } from '../sends/index.ts'

export type WithdrawalFilter = z.output<z.ZodObject<typeof withdrawalFilter>>
export type WithdrawalQuery = WithdrawalFilter & { sort?: z.output<typeof withdrawalSort> }

type Row = Omit<Selectable<Sends>, 'status'> & {
  status: Withdrawal['status']
  promoCode: string | null
  amountSavedUsd: string | null
}

const columns = sql`s.*, p.code as promo_code, p.amount_saved_usd`

export const listWithdrawals = (
  db: Db,
  merchantId: number,
  { sort = '-date', ...filter }: WithdrawalQuery,
  page: RowPage,
): Promise<{ rows: Withdrawal[]; next: string | undefined }> =>
  readPage(withdrawalsOf(merchantId, filter), sortingOf(sort, sortKeys), page, async (found, order) => {
    const { rows } = await sql<Row>`
      select ${columns} from (${found}) found join sends s on s.id = found.id
        left join promo_codes p on p.id = s.promo_code_id
      order by ${order}`.execute(db)
    return rows.map(presentWithdrawal)
  })

export const findWithdrawal = async (db: Db, merchantId: number, id: number): Promise<Withdrawal | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns} from sends s left join promo_codes p on p.id = s.promo_code_id
    where ${scopeOf(merchantId)} and s.id = ${id}`.execute(db)
  return rows[0] && presentWithdrawal(rows[0])
}

const scopeOf = (merchantId: number) => sql`s.merchant_id = ${merchantId} and s.kind = 'withdrawal'`

const totalUsd = sql`withdrawal_total(s.amount_usd, s.network_fee_sats, s.platform_fee_sats, s.btc_price, s.network_fee_from,
  s.network_fee_reserve_sats)`

const sortKeys: Record<'date' | 'gross' | 'net', SortKey> = {
  date: { by: sql`s.requested_at` },
  gross: { by: sql`s.amount_usd` },
  net: { by: totalUsd },
}

const withdrawalsOf = (merchantId: number, filter: WithdrawalFilter): ListedRows => ({
  table: sql`sends s`,
  alias: sql`s`,
  id: sql`s.id`,
  scope: scopeOf(merchantId),
  conditions: conditionsOf(filter),
  ways: filter.search?.trim() ? waysToFind(filter.search.trim()) : undefined,
})

const conditionsOf = ({ status, ...filter }: WithdrawalFilter): RawBuilder<unknown>[] => [
  ...(status === undefined ? [] : [sql`withdrawal_state(s.status) = ${status}`]),
  ...inPeriod(sql`s.requested_at`, filter),
]

/** Each way has its own index. Hashes and newer addresses mean the same in capitals. */
const waysToFind = (search: string): Way[] => {
  const startsWith = (text: string) => sql`like ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`
  const words = toSearchQuery(search)
  return [
    ...[
      sql`s.address ${startsWith(/^(bc|tb|bcrt)1/i.test(search) ? search.toLowerCase() : search)}`,
      sql`s.txid is not null and s.txid ${startsWith(search.toLowerCase())}`,
    ].map((condition) => ({ condition, isSelective: isSelective(search) })),
    ...(words
      ? [{ condition: sql`s.description is not null and search_words(s.description) @@ ${words}::tsquery` }]
      : []),
  ]
}

type Part = PartSums & { amountUsd: string; networkFeeUsd: string; platformFeeUsd: string }

/** Sums in the cents that each row shows, so that a total is the sum of its list. */
const figures = sql`count(*) as count, coalesce(sum(s.amount_usd - case when s.network_fee_from = 'amount'
    then round(coalesce(s.network_fee_sats, s.network_fee_reserve_sats) * s.btc_price / 100000000, 2) else 0 end), 0)::numeric(20, 2) as amount_usd,
  coalesce(sum(round(s.network_fee_sats * s.btc_price / 100000000, 2)), 0)::numeric(20, 2) as network_fee_usd,
  coalesce(sum(round(s.platform_fee_sats * s.btc_price / 100000000, 2)), 0)::numeric(20, 2) as platform_fee_usd`

/** Reads counts and totals by state, whatever state is filtered, and the number of all rows. */
export const readWithdrawalSums = async (db: Db, merchantId: number, filter: WithdrawalFilter) => {
  const { status: _status, ...others } = filter
  const counted = others.search?.trim()
    ? sql`select s.*, found.place
        from (${numberedRows(withdrawalsOf(merchantId, others), sortingOf('-date', sortKeys))}) found join sends s on s.id = found.id`
    : sql`select s.*, 0 as place from sends s
        where ${sql.join([scopeOf(merchantId), ...conditionsOf(others)], sql` and `)}`
  const { rows } = await sql<Part>`
    with counted as (${counted})
    select withdrawal_state(s.status) as part, ${figures} from counted s where s.place <= ${countCap} group by 1
    union all select 'more', count(*), 0, 0, 0 from counted where place > ${countCap}
    union all select 'total', count(*), 0, 0, 0 from sends s where ${scopeOf(merchantId)}`.execute(db)
  return rows
}

const presentWithdrawal = (row: Row): Withdrawal => {
  const priceCents = toCents(row.btcPrice)
  const usd = (sats: bigint) => fromCents(centsOfSats(sats, priceCents))
  // Where the network fee is part of the amount, what arrives is shown.
  const includedSats = row.networkFeeFrom === 'amount' ? (row.networkFeeSats ?? row.networkFeeReserveSats) : 0n
  const arrivingUsd = fromCents(toCents(row.amountUsd) - centsOfSats(includedSats, priceCents))
  return {
    id: row.id,
    status: row.status,
    customerAmount: arrivingUsd,
    totalFee: usd(row.platformFeeSats),
    partnerShare: usd(row.partnerFeeSats),
    merchantShare: fromCents(
      centsOfSats(row.platformFeeSats, priceCents) - centsOfSats(row.partnerFeeSats, priceCents),
    ),
    netAmountSent: arrivingUsd,
    amountBtc: fromSats(row.amountSats - includedSats),
    networkFeeBtc: row.networkFeeSats === null ? null : fromSats(row.networkFeeSats),
    networkFeeUsd: row.networkFeeSats === null ? null : usd(row.networkFeeSats),
    btcPrice: row.btcPrice,
    address: row.address,
    description: row.description,
    promoCode: row.promoCode,
    amountSavedUsd: row.amountSavedUsd,
    txid: row.txid,
    confirmations: row.confirmations,
    problem: problemOfSend(row),
    mayBeCancelled: row.status === 'requested',
    requestedBy: row.requestedBy,
    requestedAt: row.requestedAt.toISOString(),
    broadcastAt: row.broadcastAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  }
}
