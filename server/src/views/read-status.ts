import type { Answer } from '@bitquay/contract/call'
import type { getStatus } from '@bitquay/contract/status'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../platform/db/connect.ts'

type Status = Answer<typeof getStatus>

/** What works right now. A database that does not answer is part of the answer, not a failure of it. */
export const readStatus = async (db: Db, config: Pick<Config, 'mode' | 'network'>): Promise<Status> => {
  const reached = await sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return {
    mode: config.mode,
    network: config.network,
    at: new Date().toISOString(),
    database: { ok: reached },
    engine: { reachable: false, synced: false, latencyMs: null, checkedAt: null },
    chain: { height: null, tipAt: null },
    price: { at: null, stale: true },
    hooks: { lagSeconds: null },
  }
}
