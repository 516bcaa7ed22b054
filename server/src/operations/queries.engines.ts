import type { Output } from '@bitquay/contract/call'
import type { getSystem } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

type Engine = Output<typeof getSystem>['engines'][number]

/**
 * The operator's BTCPay Servers with their merchants, their requests of the last hour and whether they answered in a day. One that was not checked lately
 * counts as unreachable, and is left out if it has no stores: the settings no longer have it.
 */
export const listEngines = async (db: Db): Promise<Engine[]> => {
  const { rows } = await sql<Omit<Engine, 'checkedAt'> & { checkedAt: Date | null }>`
    select e.id, e.name, e.url, s.merchants, e.capacity, coalesce(e.reachable and c.lately, false) as reachable,
      coalesce(e.synced and c.lately, false) as synced, e.latency_ms, e.checked_at, coalesce(e.circuit, 'closed') as circuit,
      m.requests, m.failures, m.rejected, m.average_ms, u.uptime
    from engines e
      cross join lateral (select coalesce(e.checked_at > app_now() - interval '30 seconds', false) as lately) c
      cross join lateral (
        select count(*)::int as merchants from stores
        where engine_id = e.id and merchant_id is not null and status <> 'left'
      ) s
      cross join lateral (
        select coalesce(sum(calls), 0)::int as requests, coalesce(sum(failures), 0)::int as failures,
          coalesce(sum(rejected), 0)::int as rejected, (sum(total_ms) / nullif(sum(calls), 0))::int as average_ms
        from engine_minutes where engine_id = e.id and minute > app_now() - interval '1 hour'
      ) m
      cross join lateral (
        select array_agg(part.state order by n) as uptime
        from generate_series(1, 12) n cross join lateral (
          select case when bool_and(failures >= calls) then 'down' when bool_or(failures >= calls) then 'partly'
            when count(*) > 0 then 'up' else 'no-data' end as state
          from engine_minutes where engine_id = e.id and minute > app_now() - make_interval(hours => 26 - 2 * n)
            and minute <= app_now() - make_interval(hours => 24 - 2 * n)
        ) part
      ) u
    where e.id = 1 or s.merchants > 0 or c.lately
    order by e.id`.execute(db)
  return rows.map((row) => ({ ...row, checkedAt: row.checkedAt?.toISOString() ?? null }))
}
