import { setTimeout as sleep } from 'node:timers/promises'
import type { BtcpayClient } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { lockStore, markSyncDue, type ReadyStore } from '../stores/index.ts'
import { notAccepted } from './raise-fee-problems.ts'
import { recordBroadcast } from './record-sends.ts'
import { describe } from './sign-send.ts'
import { findPsbt } from './table.psbts.ts'
import { findVersions, getSend, type Send, saveProblem } from './table.ts'

/**
 * Broadcasts the saved bytes, as often as needed: the same bytes pay once. Only a success is certain, so after any
 * other answer we ask the wallet whether it knows the transaction. Returns whether the network has it.
 */
export const broadcastSend = async (
  deps: Deps,
  client: BtcpayClient,
  store: ReadyStore,
  send: Send,
): Promise<boolean> => {
  // We have no bytes of a fee bump in BTCPay's own screen. If it is gone, ours pay the same and spend the same coin.
  const latest = (await findVersions(deps.db, send.id)).find(({ rawTransaction }) => rawTransaction !== null)
  if (!latest?.rawTransaction) {
    await saveProblem(deps.db, send.id, 'its signed bytes never came to us, so only whoever has them can send it')
    return false
  }
  await deps.reached('broadcasting')
  const answer = await client.wallet.broadcast(store.storeId, latest.rawTransaction)
  await deps.reached('broadcast')
  if (answer.kind !== 'ok' && !(await isKnown(client, store, latest.txid))) {
    await saveProblem(deps.db, send.id, `${notAccepted}: ${describe(answer)}`)
    return false
  }
  await inTransaction(deps.db, async (tx) => {
    await lockStore(tx, store.id)
    // Its change can be spent as soon as we have synced it.
    if (await recordBroadcast(tx, deps, send.id)) await markSyncDue(tx, store.id)
  })
  deps.wake('reconcile-engine')
  await deps.reached('marked')
  return true
}

export const isKnown = async (client: BtcpayClient, store: ReadyStore, txid: string): Promise<boolean> =>
  (await client.wallet.getTransaction(store.storeId, txid)).kind === 'ok'

const pollMs = 100

/** Waits a limited time until a send is broadcast or has ended. After that it continues in the background. */
export const awaitBroadcast = async (
  deps: Pick<Deps, 'db' | 'wake' | 'broadcastPatienceMs'>,
  sendId: number,
): Promise<Send> => {
  deps.wake('send-money')
  const until = performance.now() + deps.broadcastPatienceMs
  for (;;) {
    const send = await getSend(deps.db, sendId)
    if (!['requested', 'signed'].includes(send.status) || performance.now() >= until) return send
    // It waits for signatures that are made outside.
    if (send.status === 'requested' && (await findPsbt(deps.db, sendId))?.isReplaced === false) return send
    await sleep(pollMs)
  }
}
