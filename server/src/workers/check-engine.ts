import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { readChainTip } from '../flows/read-chain-tip.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

/** Keeps the status of the engine for the status cards: reachable, synced, how fast, how high. */
export const checkEngine = (deps: Deps): Worker => ({
  name: 'check-engine',
  everyMs: 5000,
  run: async () => {
    const started = performance.now()
    const answer = await deps.engines.platform.server.info()
    const latencyMs = Math.round(performance.now() - started)
    const reachable = answer.kind === 'ok'
    const synced = reachable && answer.value.fullySynched
    const tip = await readChainTip(deps)
    await sql`
      insert into engine_checks as c (reachable, synced, latency_ms, height, tip_at, checked_at)
      values (${reachable}, ${synced}, ${reachable ? latencyMs : null}, ${tip?.height ?? null}, ${tip?.at ?? null}, app_now())
      on conflict (only_row) do update set reachable = excluded.reachable, synced = excluded.synced,
        latency_ms = excluded.latency_ms, height = coalesce(excluded.height, c.height),
        tip_at = coalesce(excluded.tip_at, c.tip_at), checked_at = excluded.checked_at`.execute(deps.db)
    return false
  },
})
