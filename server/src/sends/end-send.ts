import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findStore, lockStore, openStore, type ReadyStore } from '../stores/index.ts'
import { markSentFailed } from '../transactions/index.ts'
import { sendChanged } from './facts.ts'
import { unsettle } from './record-sends.ts'
import { rulesOf } from './send-kind.ts'
import { watchFromNow } from './table.psbts.ts'
import { findVersions, lockSend, markEnded, releaseCoins, type Send } from './table.ts'

type Ending = Pick<Deps, 'sendKinds'>

/**
 * Ends a send that will never be paid, once, and returns its held money. Returns false and ends nothing if the send has
 * changed since the caller read it.
 */
export const endSend = (
  deps: Ending & Pick<Deps, 'db'>,
  examined: Pick<Send, 'id' | 'status' | 'txid'>,
  status: 'failed' | 'cancelled',
  problem: string | null,
  /**
   * The transaction that took its coins. Nothing is ended if we found in the meantime that this transaction is the
   * payment.
   */
  lostTo?: string,
): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const send = await lockWithStore(tx, examined.id)
    if (send.finalAt !== null || send.status !== examined.status || send.txid !== examined.txid) return false
    if (lostTo !== undefined && (await findVersions(tx, send.id)).some(({ txid }) => txid === lostTo)) return false
    // It had confirmed, and a reorganization replaced it with another transaction: its booking is undone first.
    await end(tx, deps, send.status === 'confirmed' ? await unsettle(tx, deps, send) : send, status, problem)
    return true
  })

/** Cancels a send. Bytes that are being signed at this moment are never saved, and so never broadcast. */
export const cancelSend = async (tx: Tx, deps: Ending, sendId: number): Promise<void> => {
  const send = await lockWithStore(tx, sendId)
  if (send.status === 'cancelled') return
  if (send.status !== 'requested') throw new ApiError('too-late-to-cancel')
  await end(tx, deps, send, 'cancelled', null)
}

const end = async (
  tx: Tx,
  { sendKinds }: Ending,
  send: Send,
  status: 'failed' | 'cancelled',
  problem: string | null,
) => {
  const rules = rulesOf(sendKinds, send)
  await rules.ended?.(tx, send)
  await markEnded(tx, send.id, { status, problem })
  await releaseCoins(tx, send.id)
  await watchFromNow(tx, send.id)
  if (send.merchantId !== null) {
    for (const { txid } of await findVersions(tx, send.id)) await markSentFailed(tx, send.merchantId, txid)
  }
  await rules.announce?.(tx, send, status === 'failed' ? 'failed' : 'canceled')
  await announce(tx, sendChanged, send)
}

/** Lock the store before its sends, as everywhere, to avoid a deadlock. */
const lockWithStore = async (tx: Tx, sendId: number): Promise<Send> => {
  const { storeRef } = await tx
    .selectFrom('sends')
    .select('storeRef')
    .where('id', '=', sendId)
    .executeTakeFirstOrThrow()
  await lockStore(tx, storeRef)
  return lockSend(tx, sendId)
}

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
