import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** What came in on each of the last seven days, today last, by the day of UTC. */
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
