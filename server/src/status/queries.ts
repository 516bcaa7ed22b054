import type { Answer } from '@bitquay/contract/call'
import type { getStatus } from '@bitquay/contract/status'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { type Db, writeStateOf } from '../platform/db/connect.ts'

type Status = Answer<typeof getStatus>

type Row = {
  now: Date
  reachable: boolean | null
  synced: boolean | null
  latencyMs: number | null
  height: number | null
  tipAt: Date | null
  checkedAt: Date | null
  checkedLately: boolean | null
  priceAt: Date | null
  priceStale: boolean | null
  lagSeconds: number | null
  engines: Status['engines']
}

/** What works right now. A database that does not answer is part of the answer and not an error. */
export const readStatus = async (db: Db, config: Pick<Config, 'mode' | 'network'>): Promise<Status> => {
  const [row, readOnly] = await Promise.all([read(db).catch(() => undefined), writeStateOf(db).check()])
  const checked = row?.checkedLately === true
  return {
    mode: config.mode,
    network: config.network,
    at: (row?.now ?? new Date()).toISOString(),
    database: { ok: row !== undefined, readOnlyAsOf: readOnly?.asOf.toISOString() ?? null },
    engine: {
      reachable: checked && row?.reachable === true,
      synced: checked && row?.synced === true,
      latencyMs: row?.latencyMs ?? null,
      checkedAt: row?.checkedAt?.toISOString() ?? null,
    },
    engines: row?.engines ?? [],
    chain: { height: row?.height ?? null, tipAt: row?.tipAt?.toISOString() ?? null },
    price: { at: row?.priceAt?.toISOString() ?? null, stale: row?.priceStale ?? true },
    hooks: { lagSeconds: row?.lagSeconds ?? null },
  }
}

/** An engine that was not checked lately counts as unreachable. */
const engineStates = sql`coalesce((
  select json_agg(json_build_object('name', e.name,
    'reachable', coalesce(e.reachable and e.checked_at > app_now() - interval '30 seconds', false),
    'synced', coalesce(e.synced and e.checked_at > app_now() - interval '30 seconds', false),
    'latencyMs', e.latency_ms, 'checkedAt', to_char(e.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) order by e.id) from engines e where e.id = 1 or exists (
    select from stores s where s.engine_id = e.id and s.status <> 'left')
    or e.checked_at > app_now() - interval '30 seconds'), '[]')`

/**
 * The webhook lag is how long the newest one of our servers took to be handled, or has been waiting. Only the latest are
 * searched, because a merchant's own server may send any number.
 */
const read = async (db: Db): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select app_now() as now, c.reachable, c.synced, c.latency_ms, c.height, c.tip_at, c.checked_at,
      c.checked_at > app_now() - interval '30 seconds' as checked_lately,
      p.at as price_at, p.at < app_now() - interval '5 minutes' as price_stale,
      (select extract(epoch from coalesce(h.handled_at, now()) - h.received_at)::float8
       from (select id, store_ref, received_at, handled_at from engine_hooks order by id desc limit 1000) h
         join stores s on s.id = h.store_ref
       where s.engine_id is not null and s.status <> 'left' order by h.id desc limit 1) as lag_seconds,
      ${engineStates} as engines
    from (select 1) one
      left join engine_checks c on true
      left join lateral (select at from prices where currency = 'USD' order by at desc limit 1) p on true`.execute(db)
  return rows[0]
}
