import type { Circuit, GateFigures } from '@bitquay/btcpay'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Engines as EngineColumns } from '../platform/db/types.ts'

export type EngineRow = Selectable<EngineColumns>

/** Servers that start at the same time register their engines one after the other. */
export const lockEngines = async (tx: Tx): Promise<EngineRow[]> => {
  await sql`select pg_advisory_xact_lock(hashtext('engines'))`.execute(tx)
  return tx.selectFrom('engines').selectAll().orderBy('id').execute()
}

export type KnownEngine = { id?: number; name: string; url: string; capacity: number | null }

/** Saves a new engine. Stores that are already at its address belong to it. */
export const insertEngine = async (tx: Tx, engine: KnownEngine): Promise<number> => {
  const { id } = await tx.insertInto('engines').values(engine).returning('id').executeTakeFirstOrThrow()
  await tx.updateTable('stores').set({ engineId: id }).where('serverUrl', '=', engine.url).execute()
  return id
}

export const updateEngine = async (tx: Tx, id: number, { name, url, capacity }: KnownEngine) => {
  await tx.updateTable('engines').set({ name, url, capacity }).where('id', '=', id).execute()
}

/** Stores that were on an engine without merchants' stores don't count: it may be removed. */
export const findEnginesWithStores = async (tx: Tx): Promise<{ id: number; name: string; stores: number }[]> => {
  const { rows } = await sql<{ id: number; name: string; stores: number }>`
    select e.id, e.name, count(*)::int as stores from engines e join stores s on s.engine_id = e.id and s.status <> 'left'
    group by e.id order by e.id`.execute(tx)
  return rows
}

/**
 * The engine for a new merchant: the one with the most room, among those that responded when they were last checked if
 * there are any. Choices wait for each other until they are committed, so that no engine gets more than its capacity.
 */
export const chooseEngine = async (tx: Tx, among: readonly number[]): Promise<{ url: string } | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtext('engine room'))`.execute(tx)
  const { rows } = await sql<{ url: string }>`
    select e.url from engines e cross join lateral (${storesOnEngine}) s
    where e.id = any(${[...among]}::int[]) and (e.capacity is null or s.taken < e.capacity)
    order by coalesce(e.reachable, true) desc, e.capacity - s.taken desc nulls first, s.taken, e.id limit 1`.execute(tx)
  return rows[0]
}

const storesOnEngine = sql`
  select count(*) as taken from stores where engine_id = e.id and merchant_id is not null and status <> 'left'`

/** Whether there is room for one more merchant, also counting those whose store is still to be created. */
export const hasEngineRoom = async (db: Db | Tx, among: readonly number[]): Promise<boolean> => {
  const { rows } = await sql<{ hasRoom: boolean }>`
    select coalesce(bool_or(e.capacity is null), false) or coalesce(sum(greatest(e.capacity - s.taken, 0)), 0) > (
      select count(*) from merchants m where m.is_active and not exists (select from stores where merchant_id = m.id)
    ) as has_room
    from engines e cross join lateral (${storesOnEngine}) s where e.id = any(${[...among]}::int[])`.execute(db)
  return rows[0]?.hasRoom ?? false
}

export type EngineHealth = { reachable: boolean; synced: boolean; latencyMs: number; circuit: Circuit }

export const saveEngineHealth = async (db: Db, id: number, health: EngineHealth) => {
  const { reachable, synced, circuit } = health
  const latencyMs = reachable ? health.latencyMs : null
  await sql`update engines set reachable = ${reachable}, synced = ${synced}, latency_ms = ${latencyMs}, circuit = ${circuit},
    checked_at = app_now() where id = ${id}`.execute(db)
}

/** What the channels of an engine's Lightning node hold. */
export const saveEngineNode = async (db: Db, id: number, localSats: bigint) => {
  await sql`update engines set node_local_sats = ${localSats}, node_read_at = app_now() where id = ${id}`.execute(db)
}

/** Adds what this process asked an engine since the last time to the current minute. */
export const addEngineFigures = async (
  db: Db,
  id: number,
  { calls, failures, rejected, totalMs }: Pick<GateFigures, 'calls' | 'failures' | 'rejected' | 'totalMs'>,
) => {
  if (calls === 0 && rejected === 0) return
  await sql`
    insert into engine_minutes as m (engine_id, minute, calls, failures, rejected, total_ms)
    values (${id}, date_trunc('minute', app_now()), ${calls}, ${failures}, ${rejected}, ${Math.round(totalMs)})
    on conflict (engine_id, minute) do update set calls = m.calls + excluded.calls,
      failures = m.failures + excluded.failures, rejected = m.rejected + excluded.rejected,
      total_ms = m.total_ms + excluded.total_ms`.execute(db)
}

export const pruneEngineMinutes = (db: Db) =>
  sql`delete from engine_minutes where minute < app_now() - interval '1 day'`.execute(db)
