import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { transactionClasses } from './classes.ts'

/** Booked payments. A loop-out moves the merchant's own money. */
const received = transactionClasses.flatMap(({ type, purpose, booked }, number) =>
  type === 'incoming' && booked && purpose !== 'loop-out' ? [number] : [],
)

/**
 * What merchants received on each of the last days in UTC, in cents, the oldest first and today last. Merchants that
 * received nothing are left out. It reads sums by day, so it costs the same however many payments there are.
 */
export const readDailyVolumes = async (
  db: Db,
  merchantIds: readonly number[],
  days: number,
): Promise<Map<number, bigint[]>> => {
  const { rows } = await sql<{ merchantId: number; day: number; cents: bigint }>`
    with span as (select date_trunc('day', app_now(), 'UTC') - make_interval(hours => 24 * ${days - 1}::int) as start)
    select merchant_id, (extract(epoch from s.day - span.start) / 86400)::int as day, sum(s.gross_cents)::bigint as cents
    from span cross join lateral (
      select merchant_id, start as day, gross_cents from transaction_sums
      where merchant_id = any(${[...merchantIds]}::int[]) and grain = 'day' and start >= span.start
        and class = any(${received}::smallint[])
      union all
      select merchant_id, date_trunc('day', hour, 'UTC'), gross_cents from transaction_sum_changes
      where merchant_id = any(${[...merchantIds]}::int[]) and hour >= span.start and class = any(${received}::smallint[])
    ) s
    where s.day < span.start + make_interval(hours => 24 * ${days}::int)
    group by 1, 2`.execute(db)
  const volumes = new Map<number, bigint[]>()
  for (const { merchantId, day, cents } of rows) {
    const ofMerchant = volumes.get(merchantId) ?? Array.from({ length: days }, () => 0n)
    ofMerchant[day] = cents
    volumes.set(merchantId, ofMerchant)
  }
  return volumes
}
