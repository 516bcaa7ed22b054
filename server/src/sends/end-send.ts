import type { Deps } from '../deps.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { lockStore } from '../stores/index.ts'
import { markSentFailed } from '../transactions/index.ts'
import { emitSendChange } from './announce-send.ts'
import { unsettle } from './record-sends.ts'
import { rulesOf } from './send-kind.ts'
import { findVersions, isVersion, lockSend, markEnded, releaseCoins, type Send } from './table.ts'

type Ending = Pick<Deps, 'sendKinds'>

/**
 * Ends a send that will never be paid, once, and gives back what was held for it. What the caller knows of it was looked up
 * before: when it has moved on since, nothing is ended, and the answer is false.
 */
export const endSend = (
  deps: Ending & Pick<Deps, 'db'>,
  examined: Pick<Send, 'id' | 'status' | 'txid'>,
  status: 'failed' | 'cancelled',
  problem: string | null,
  /** The transaction that took its coins: nothing is ended when somebody has found meanwhile that this one paid. */
  lostTo?: string,
): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const send = await lockWithStore(tx, examined.id)
    if (send.finalAt !== null || send.status !== examined.status || send.txid !== examined.txid) return false
    if (lostTo !== undefined && (await isVersion(tx, lostTo))) return false
    // It had confirmed, and a reorganisation put another transaction in its place: what was booked is undone first.
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
  if (send.merchantId !== null) {
    for (const { txid } of await findVersions(tx, send.id)) await markSentFailed(tx, send.merchantId, txid)
  }
  if (status === 'failed') await rules.announce?.(tx, send, 'failed')
  await emitSendChange(tx, send)
}

/** The store comes first, as everywhere: whoever books for it holds it before any of its sends. */
const lockWithStore = async (tx: Tx, sendId: number): Promise<Send> => {
  const { storeRef } = await tx
    .selectFrom('sends')
    .select('storeRef')
    .where('id', '=', sendId)
    .executeTakeFirstOrThrow()
  await lockStore(tx, storeRef)
  return lockSend(tx, sendId)
}
