import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

type EngineCheck = {
  reachable: boolean
  synced: boolean
  latencyMs: number
  tip: { height: number; at: Date } | undefined
  feeRate: number | undefined
  /** Undefined when reading the rates failed. */
  rates: { problem: string | null } | undefined
}

/** Keeps the last value of a figure whose reading failed. */
export const saveEngineCheck = async (db: Db, check: EngineCheck) => {
  const { reachable, synced, tip, rates } = check
  await sql`
    insert into engine_checks as c (reachable, synced, latency_ms, height, tip_at, fee_rate, rate_problem, checked_at)
    values (${reachable}, ${synced}, ${reachable ? check.latencyMs : null}, ${tip?.height ?? null}, ${tip?.at ?? null},
      ${check.feeRate ?? null}, ${rates?.problem ?? null}, app_now())
    on conflict (only_row) do update set reachable = excluded.reachable, synced = excluded.synced,
      latency_ms = excluded.latency_ms, height = coalesce(excluded.height, c.height),
      tip_at = coalesce(excluded.tip_at, c.tip_at), fee_rate = coalesce(excluded.fee_rate, c.fee_rate),
      rate_problem = case when ${rates !== undefined} then excluded.rate_problem else c.rate_problem end,
      checked_at = excluded.checked_at`.execute(db)
}

/** What the main engine's Lightning node holds. */
export const saveNodeLocal = async (db: Db, localSats: bigint) => {
  await sql`update engine_checks set node_local_sats = ${localSats}, node_read_at = app_now()`.execute(db)
}
