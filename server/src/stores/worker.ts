import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Item } from '../platform/workers/item-lanes.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { checkLightning as checkStoreLightning } from './check-lightning.ts'
import { closeGaps } from './close-gaps.ts'
import { ensureWebhook } from './ensure-webhook.ts'
import { finishMove, leaveDoneStores } from './move-store.ts'
import { provisionStore } from './provision-store.ts'
import { findNextStores } from './queries.moves.ts'
import { findMerchantsWithoutStore, findStoresWithOtherHook, provisioningDueAt } from './queries.ts'
import { runPerStore, withDeadline } from './run-per-store.ts'
import { gapsDueAt } from './table.hooks.ts'
import { claimLightningDue, lightningDueAt } from './table.lightning.ts'
import type { Lane } from './table.sync.ts'
import { findStore, openStore } from './table.ts'

/** Creates stores: for the platform first, then for merchants without their own BTCPay. */
export const provisionStores = (deps: Deps): Worker =>
  runPerStore(deps, {
    name: 'provision-stores',
    everyMs: 2000,
    due: provisioningDueAt,
    before: async () => {
      if (openStore(await findStore(deps.db, null), deps.sealer)) return
      await provisionStore(deps, { merchantId: null, name: 'Bitquay' })
      // The price is read through it.
      deps.wake('fetch-prices')
    },
    find: async (lane, most) => [
      ...(lane === 'platform' ? await findUnprovisioned(deps, most) : []),
      ...(await findMoves(deps, lane, most)),
      ...(await findWithoutWebhook(deps, lane, most)),
    ],
  })

const findUnprovisioned = async (deps: Deps, most: number): Promise<Item[]> =>
  (await findMerchantsWithoutStore(deps.db, most)).map(({ id, storeName }) => ({
    key: `merchant ${id}`,
    work: async () => {
      await provisionStore(deps, { merchantId: id, name: storeName })
    },
  }))

/** Stores on another engine that merchants are about to get. */
const findMoves = async (deps: Deps, lane: Lane, most: number): Promise<Item[]> =>
  (await findNextStores(deps.db, lane, most)).map((next) => ({
    key: `move ${next.id}`,
    work: () => finishMove(deps, next),
  }))

/** Our address may have changed since the store was created. */
const findWithoutWebhook = async (deps: Deps, lane: Lane, most: number): Promise<Item[]> =>
  (await findStoresWithOtherHook(deps.db, `${deps.config.publicUrl}/api/engine-hooks/`, most, lane)).map((store) => ({
    key: `webhook of store ${store.id}`,
    work: async (signal) => {
      const ready = openStore(store, deps.sealer)
      if (ready) await ensureWebhook(withDeadline(deps, signal), ready)
    },
  }))

/** Checks a few times a day whether a store's Lightning node is still there, or has appeared. */
export const watchLightning = (deps: Deps, onError: (storeRef: number, error: unknown) => void): Worker =>
  runPerStore(deps, {
    name: 'check-lightning',
    everyMs: 10_000,
    due: lightningDueAt,
    find: async (lane, most) => {
      const due = await inTransaction(deps.db, (tx) => claimLightningDue(tx, lane, most))
      const once = withOneNodeReading(deps)
      return due.map(({ id }) => ({
        key: String(id),
        work: (signal) => checkStoreLightning(withDeadline(once, signal), id),
      }))
    },
    // The store becomes due again by itself.
    onError: (key, error) => onError(Number(key), error),
  })

/** The stores that are checked together share one answer of their engine's node. */
const withOneNodeReading = (deps: Deps): Deps => {
  const { engines } = deps
  const readings = new Map<number, ReturnType<typeof engines.platform.serverLightning.node>>()
  const of: typeof engines.of = (engineId) => {
    const client = engines.of(engineId)
    const node = () => {
      const reading = readings.get(engineId) ?? client.serverLightning.node()
      readings.set(engineId, reading)
      return reading
    }
    return { ...client, serverLightning: { ...client.serverLightning, node } }
  }
  return { ...deps, engines: { ...engines, of } }
}

/** Stops watching stores that merchants have left, once nothing can happen in them. */
export const leaveStores = (deps: Deps): Worker => ({
  name: 'leave-stores',
  everyMs: 10 * 60_000,
  run: () => leaveDoneStores(deps),
})

/** Looks for signs that webhooks are missing, and has the stores concerned read sooner. */
export const watchWebhooks = (deps: Deps): Worker => ({
  name: 'watch-webhooks',
  everyMs: 5_000,
  due: gapsDueAt,
  run: () => closeGaps(deps),
})
