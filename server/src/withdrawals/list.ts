import { fromCents, toCents } from '@bitquay/contract/money'
import { sendStatusWords, type Withdrawal, withdrawalList, withdrawalStates } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { getMerchant } from '../people/index.ts'
import { toSearchQuery } from '../platform/db/search-query.ts'
import { countCap, isSelective, type Way } from '../platform/db/sorted-rows.ts'
import { type PartSums, sumParts } from '../platform/db/sum-parts.ts'
import { formatCount, formatUsd } from '../platform/http/statement-text.ts'
import { serveList } from '../platform/lists/serve-list.ts'
import { presentWithdrawal, scopeOf, type WithdrawalRow, withdrawalColumns } from './queries.ts'

const totalUsd = sql`withdrawal_total(s.amount_usd, s.network_fee_sats, s.platform_fee_sats, s.btc_price, s.network_fee_from,
  s.network_fee_reserve_sats)`

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

const wordOf = ({ status }: Withdrawal) => sendStatusWords[status]

/** The amount with all fees that are known. */
export const totalOf = ({ customerAmount, networkFeeUsd, totalFee }: Withdrawal) =>
  fromCents(toCents(customerAmount) + toCents(networkFeeUsd ?? '0') + toCents(totalFee))

/** What failed or was canceled left no wallet, so no total counts it. */
const ofSent = (usdOf: (row: Withdrawal) => string | null) => (row: Withdrawal) =>
  row.status === 'failed' || row.status === 'cancelled' ? 0n : toCents(usdOf(row) ?? '0')

type Part = PartSums & { amountUsd: string; networkFeeUsd: string; platformFeeUsd: string }

/** Sums in the cents that each row shows, so that a total is the sum of its list. */
const figures = sql`count(*) as count, coalesce(sum(s.amount_usd - case when s.network_fee_from = 'amount'
    then round(coalesce(s.network_fee_sats, s.network_fee_reserve_sats) * s.btc_price / 100000000, 2) else 0 end), 0)::numeric(20, 2) as amount_usd,
  coalesce(sum(round(s.network_fee_sats * s.btc_price / 100000000, 2)), 0)::numeric(20, 2) as network_fee_usd,
  coalesce(sum(round(s.platform_fee_sats * s.btc_price / 100000000, 2)), 0)::numeric(20, 2) as platform_fee_usd`

/** A merchant's withdrawals, by the merchant's ID. */
export const withdrawalsOf = serveList(withdrawalList, {
  table: sql`sends s`,
  alias: 's',
  scope: scopeOf,
  at: sql`s.requested_at`,
  filters: { status: (status) => sql`withdrawal_state(s.status) = ${status}` },
  ways: waysToFind,
  sorts: { date: { by: sql`s.requested_at` }, gross: { by: sql`s.amount_usd` }, net: { by: totalUsd } },
  read: async (db, found, order) => {
    const { rows } = await sql<WithdrawalRow>`
      select ${withdrawalColumns} from (${found}) found join sends s on s.id = found.id
        left join promo_codes p on p.id = s.promo_code_id
      order by ${order}`.execute(db)
    return rows
  },
  show: presentWithdrawal,
  file: { Status: wordOf, 'Total (USD)': totalOf },
  /** Counts and totals by state, whatever state is filtered, and the number of all rows. */
  summarize: async (db, merchantId, { status, ...others }, { where, numbered }) => {
    const counted = others.search?.trim()
      ? sql`select s.*, found.place
          from (${await numbered(others)}) found join sends s on s.id = found.id`
      : sql`select s.*, 0 as place from sends s
          where ${where(others)}`
    const { rows } = await sql<Part>`
      with counted as (${counted})
      select withdrawal_state(s.status) as part, ${figures} from counted s where s.place <= ${countCap} group by 1
      union all select 'more', count(*), 0, 0, 0 from counted where place > ${countCap}
      union all select 'total', count(*), 0, 0, 0 from sends s where ${scopeOf(merchantId)}`.execute(db)
    const { total, filtered, counts, isExact, sumCents } = sumParts(rows, withdrawalStates, status)
    const isOut = (state: string) => state === 'pending' || state === 'confirmed'
    const amount = sumCents(({ amountUsd }) => amountUsd, isOut)
    const networkFee = sumCents(({ networkFeeUsd }) => networkFeeUsd, isOut)
    const platformFee = sumCents(({ platformFeeUsd }) => platformFeeUsd, isOut)
    return {
      total,
      filtered,
      statuses: counts,
      amountUsd: fromCents(amount),
      networkFeeUsd: fromCents(networkFee),
      platformFeeUsd: fromCents(platformFee),
      totalUsd: fromCents(amount + networkFee + platformFee),
      exact: isExact,
      cap: countCap,
    }
  },
  statement: {
    title: 'Withdrawals',
    noun: 'withdrawal',
    ownerOf: async (db, merchantId) => (await getMerchant(db, merchantId)).storeName,
    describe: ({ status, search }) => [
      ...(status === undefined ? [] : [`${status.charAt(0).toUpperCase()}${status.slice(1)}`]),
      ...(search ? [`Search: ${search}`] : []),
    ],
    columns: [
      { title: 'Address', of: ({ address }) => address, width: 7 },
      { title: 'Description', of: ({ description }) => description, width: 5 },
      { title: 'Status', of: wordOf, width: 2.5 },
      { title: 'BTC', of: ({ amountBtc }) => amountBtc, width: 3.2, align: 'right' },
      { title: 'Amount', of: ({ customerAmount }) => formatUsd(customerAmount), width: 3.2, align: 'right' },
      { title: 'Network fee', of: ({ networkFeeUsd }) => formatUsd(networkFeeUsd), width: 2.8, align: 'right' },
      { title: 'Platform fee', of: ({ totalFee }) => formatUsd(totalFee), width: 2.8, align: 'right' },
      { title: 'Total', of: (row) => formatUsd(totalOf(row)), width: 3.2, align: 'right' },
    ],
    sums: {
      Amount: ofSent(({ customerAmount }) => customerAmount),
      'Network fee': ofSent(({ networkFeeUsd }) => networkFeeUsd),
      'Platform fee': ofSent(({ totalFee }) => totalFee),
      Total: ofSent(totalOf),
    },
    totals: ({ filtered, amountUsd, networkFeeUsd, platformFeeUsd, totalUsd: sentUsd }) => [
      {
        label: 'Pending and confirmed',
        values: {
          Amount: formatUsd(amountUsd),
          'Network fee': formatUsd(networkFeeUsd),
          'Platform fee': formatUsd(platformFeeUsd),
          Total: formatUsd(sentUsd),
        },
      },
      { label: `All ${formatCount(filtered)} withdrawals are listed above`, values: {} },
    ],
  },
})
