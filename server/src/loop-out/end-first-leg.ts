import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { cancelSend, setDue } from '../sends/index.ts'
import { saveNodePayment } from '../transactions/index.ts'
import { loopOutProgressed } from './facts.ts'
import { takeLightning } from './post-transfers.ts'
import { findLiveSendOf } from './queries.ts'
import { type LoopOut, lockLoopOut, saveProgress } from './table.ts'

/** Locks a request that still waits for this payment, and not for another. Someone else may have ended it meanwhile. */
export const lockAwaiting = async (tx: Tx, id: number, paymentHash: string | null): Promise<LoopOut | undefined> => {
  const request = await lockLoopOut(tx, id)
  return request?.firstLeg === 'awaiting-payment' && request.paymentHash === paymentHash ? request : undefined
}

/**
 * The money has arrived, so it is owed on-chain from now on and the held payment may go. The caller holds the request's
 * lock.
 */
export const takeFirstLeg = async (tx: Tx, request: LoopOut) => {
  await takeLightning(tx, request)
  const { id: loopOutId, paymentHash, amountSats, engineId } = request
  if (paymentHash !== null) await saveNodePayment(tx, { paymentHash, loopOutId, amountSats, engineId })
  await saveProgress(tx, request.id, { firstLeg: 'taken', problem: null })
  const send = await findLiveSendOf(tx, request.id)
  if (send) await setDue(tx, send.id, 0)
  await announce(tx, loopOutProgressed, request)
}

/** The first leg will never be paid, so the held coins are free again and the request waits for an admin as before. */
export const abandonFirstLeg = async (tx: Tx, deps: Pick<Deps, 'sendKinds'>, request: LoopOut) => {
  const send = await findLiveSendOf(tx, request.id)
  if (send) await cancelSend(tx, deps, send.id)
  await saveProgress(tx, request.id, {
    status: 'pending',
    firstLeg: null,
    invoiceId: null,
    bolt11: null,
    paymentHash: null,
    problem: 'The merchant’s Lightning node didn’t pay. Nothing was moved.',
  })
  await announce(tx, loopOutProgressed, request)
}
