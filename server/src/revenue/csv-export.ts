import { fromSats, fromUsd8, toUsd8 } from '@bitquay/contract/money'
import { type feeKinds, feeKindWords } from '@bitquay/contract/revenue'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { type CsvColumn, exportBatch } from '../platform/http/csv.ts'
import { type RevenueQuery, spanOf, startOfDay } from './revenue-span.ts'

type Total = { revenueSats: bigint; revenueUsd8: bigint; partnerSats: bigint; partnerUsd8: bigint }
type Line = { fee: FeeLine } | { total: Total }

const column = (
  title: string,
  of: (fee: FeeLine) => ReturnType<CsvColumn<Line>['of']>,
  ofTotal: (total: Total) => string | undefined = () => undefined,
): CsvColumn<Line> => ({ title, of: (line) => ('total' in line ? ofTotal(line.total) : of(line.fee)) })

/** Dollars keep the ledger's eight decimals here, so that the sums equal the ledger's. */
export const revenueColumns: readonly CsvColumn<Line>[] = [
  column(
    'Date',
    ({ postedAt }) => postedAt,
    () => 'Total',
  ),
  column('Transfer', ({ id }) => id),
  column('Store', ({ storeName }) => storeName),
  column('Fee type', ({ kind }) => kind),
  column('Undone', ({ undone }) => undone),
  column('Payment (USD)', ({ amountUsd, undone }) => (amountUsd === null ? null : `${undone ? '-' : ''}${amountUsd}`)),
  column('Fee (%)', ({ feePercentage }) => feePercentage),
  column(
    'Revenue (BTC)',
    (fee) => fromSats(fee.revenueSats),
    (total) => fromSats(total.revenueSats),
  ),
  column(
    'Revenue (USD)',
    (fee) => fee.revenueUsd,
    (total) => fromUsd8(total.revenueUsd8),
  ),
  column(
    'Partner share (BTC)',
    (fee) => fromSats(fee.partnerSats),
    (total) => fromSats(total.partnerSats),
  ),
  column(
    'Partner share (USD)',
    (fee) => fee.partnerUsd,
    (total) => fromUsd8(total.partnerUsd8),
  ),
  column('TXID', ({ txid }) => txid),
  column('Invoice ID', ({ invoiceId }) => invoiceId),
  column('Fee type in words', ({ kind }) => feeKindWords[kind]),
]

/** Every fee, followed by their sum. */
export async function* withTotal(fees: AsyncIterable<FeeLine>): AsyncGenerator<Line> {
  const total: Total = { revenueSats: 0n, revenueUsd8: 0n, partnerSats: 0n, partnerUsd8: 0n }
  for await (const fee of fees) {
    yield { fee }
    total.revenueSats += fee.revenueSats
    total.revenueUsd8 += toUsd8(fee.revenueUsd)
    total.partnerSats += fee.partnerSats
    total.partnerUsd8 += toUsd8(fee.partnerUsd)
  }
  yield { total }
}

export type FeeLine = {
  id: bigint
  postedAt: Date
  kind: (typeof feeKinds)[number]
  storeName: string | null
  txid: string | null
  invoiceId: string | null
  amountUsd: string | null
  feePercentage: string | null
  revenueSats: bigint
  revenueUsd: string
  partnerSats: bigint
  partnerUsd: string
  undone: boolean
}

/** Where a batch ended, to the microsecond. */
type Place = { at: string; id: bigint }

/** Every fee of a range, and what promo codes forgave of them, in booking order, read in batches of transfers. */
export async function* readFees(db: Db, query: RevenueQuery): AsyncGenerator<FeeLine> {
  let place: Place | undefined
  do {
    const { lines, end }: { lines: FeeLine[]; end: Place | undefined } = await readBatch(db, query, place)
    yield* lines
    place = end
  } while (place)
}

const readBatch = async (db: Db, query: RevenueQuery, after: Place | undefined) => {
  const span = spanOf(query)
  const { rows } = await sql<Omit<FeeLine, 'kind'> & { kind: FeeLine['kind'] | null; exactly: string }>`
    with page as (
      select id, posted_at, reverses from ledger_transfers
      where posted_at >= ${startOfDay(span.first)} and posted_at < ${startOfDay(sql`(${span.last} + 1)`)}
        ${after ? sql`and (posted_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
      order by posted_at, id limit ${exportBatch}
    )
    select p.id, p.posted_at, p.posted_at::text as exactly, p.reverses is not null as undone, f.kind, f.revenue_sats, f.revenue_usd,
      f.partner_sats, f.partner_usd, m.store_name, t.txid, t.invoice_id, t.original_amount_usd as amount_usd, t.fee_percentage
    from page p
      left join lateral (
        select merchant_id, kind, revenue_sats, revenue_usd, partner_sats, partner_usd from fee_parts x where x.transfer_id = p.id
        union all
        select merchant_id, 'forgiven', -amount_sats, -amount_usd, 0, 0 from forgiven_fees x where x.transfer_id = p.id
      ) f on true
      left join fee_transactions t on t.transfer_id = coalesce(p.reverses, p.id)
      left join merchants m on m.id = f.merchant_id
    order by p.posted_at, p.id`.execute(db)
  const last = rows.at(-1)
  return {
    lines: rows.flatMap((row) => (row.kind === null ? [] : [{ ...row, kind: row.kind }])),
    end: last && rows.length >= exportBatch ? { at: last.exactly, id: last.id } : undefined,
  }
}
