import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import {
  extendLease,
  findStoreById,
  openStore,
  ownWalletOf,
  type ReadyStore,
  releaseLease,
  runPerStore,
  takeLease,
  withDeadline,
} from '../stores/index.ts'
import { broadcastSend } from './broadcast-send.ts'
import { preparePsbt } from './build-psbt.ts'
import { giveUpSweep } from './end-send.ts'
import { monitorSend } from './monitor-send.ts'
import { isSendPaused, isUnreviewed } from './request-send.ts'
import { rulesOf } from './send-kind.ts'
import { signSend } from './sign-send.ts'
import { findDueSends, findStoresWithDueSends, getSend, type Send, saveProblem, sendsDueAt, setDue } from './table.ts'

const sendsAtOnce = 20
const pausedSeconds = 5
const parkedSeconds = 3600

/**
 * Advances the due sends of one wallet, one after the other, so that each sees the coins that the previous one left.
 * The lease only saves work: reserved coins and saved bytes keep money from being sent twice.
 */
export const advanceSends = async (deps: Deps, storeRef: number, signal?: AbortSignal): Promise<void> => {
  const store = openStore(await findStoreById(deps.db, storeRef), deps.sealer)
  if (!store) return
  const lease = await takeLease(deps.db, storeRef)
  if (!lease) return
  try {
    for (const due of await findDueSends(deps.db, storeRef, sendsAtOnce)) {
      if (signal?.aborted) return
      if (!(await extendLease(deps.db, storeRef, lease))) return
      await advance(deps, store, due).catch((error: unknown) => saveProblem(deps.db, due.id, String(error)))
    }
  } finally {
    await releaseLease(deps.db, storeRef, lease)
  }
}

const advance = async (deps: Deps, store: ReadyStore, due: Send): Promise<void> => {
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  let send = await getSend(deps.db, due.id)
  if (await giveUpSweep(deps, store, send)) return
  if (send.status === 'requested') {
    if ((await isSendPaused(deps.db, send)) || (await isUnreviewed(deps.db, send)))
      return setDue(deps.db, send.id, pausedSeconds)
    const { mayLeave } = rulesOf(deps.sendKinds, send)
    if (mayLeave && !(await mayLeave(deps.db, send))) return setDue(deps.db, send.id, parkedSeconds)
    const wallet = ownWalletOf(store)
    if (wallet) return preparePsbt(deps, client, store, wallet, send)
    const signed = await signSend(deps, client, store, send)
    if (!signed) return
    send = signed
  }
  if (send.status === 'signed') {
    const isOut = await broadcastSend(deps, client, store, send)
    // Broadcast without success for a while: perhaps its coins were spent elsewhere, or nobody relays it at this fee.
    if (!isOut && send.attempts > 0) await monitorSend(deps, client, store, send)
    return
  }
  await monitorSend(deps, client, store, send)
}

/** Signs, broadcasts and monitors the sends of our wallets. Different wallets do not wait for each other. */
export const sendMoney = (deps: Deps): Worker =>
  runPerStore(deps, {
    name: 'send-money',
    everyMs: 1000,
    due: sendsDueAt,
    find: async (lane, most, busy) => {
      const due = await findStoresWithDueSends(deps.db, most, busy.map(Number), lane)
      return due.map((storeRef) => ({
        key: String(storeRef),
        work: (signal) => advanceSends(withDeadline(deps, signal), storeRef, signal),
      }))
    },
  })
