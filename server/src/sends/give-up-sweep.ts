import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { findStore, openStore, type ReadyStore } from '../stores/index.ts'
import { endSend } from './end-send.ts'
import { findVersions, type Send } from './table.ts'

const patienceDays = 7

/**
 * A merchant's own server may sign a sweep and never broadcast it, and no other one is requested meanwhile. After a week
 * in which nothing of it reached the platform's wallet, which is on our own server, its fees are owed again. Returns
 * whether it ended.
 */
export const giveUpSweep = async (deps: Deps, store: ReadyStore, send: Send): Promise<boolean> => {
  if (send.kind !== 'sweep' || store.engineId !== null || send.status === 'confirmed') return false
  if (!(await isOld(deps, send)) || !(await isMissing(deps, send))) return false
  return endSend(
    deps,
    send,
    'failed',
    `The merchant’s own server didn’t send it within ${patienceDays} days. Nothing was collected, and the fees are owed again.`,
  )
}

const isOld = async ({ db }: Deps, { id }: Send): Promise<boolean> => {
  const { rows } = await sql`
    select from sends where id = ${id} and requested_at < app_now() - make_interval(days => ${patienceDays})`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether the platform's wallet knows none of its transactions, not even unconfirmed. No answer means nothing. */
const isMissing = async (deps: Deps, { id }: Send): Promise<boolean> => {
  const platform = openStore(await findStore(deps.db, null), deps.sealer)
  if (!platform) return false
  const client = deps.engines.at({ serverUrl: platform.serverUrl, apiKey: platform.openedKey })
  for (const { txid } of await findVersions(deps.db, id)) {
    const found = await client.wallet.getTransaction(platform.storeId, txid)
    if (found.kind !== 'refused' || found.status !== 404) return false
  }
  return true
}
