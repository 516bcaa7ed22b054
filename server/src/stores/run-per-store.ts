import { type Deps, type Engines, mainEngineId } from '../deps.ts'
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { createItemLanes, type Item } from '../platform/workers/item-lanes.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { clearWorkFailure, saveWorkFailure } from '../platform/workers/work-failures.ts'
import type { Lane } from './table.sync.ts'
import { type LockedStore, lockStoreAsRead, type ReadyStore } from './table.ts'

type Settings = {
  name: string
  everyMs: number
  due?: Worker['due']
  slots?: Slots
  itemMs?: number
  /** Finds at most this many work items of a lane. Busy ones may be left out. */
  find: (lane: Lane, most: number, busy: readonly string[]) => Promise<Item[]>
  /** Runs first in each run. */
  before?: (signal: AbortSignal) => Promise<void>
  /** Replaces the default, which saves the failure of the item and retries it later. */
  onError?: (key: string, error: unknown) => void
}

/** How many items may run at once: on each engine, on merchants' own servers, and on slow ones. */
type Slots = { platform: number; 'own-server': number; slow: number }

/** Merchants' own servers get more slots, since their stores spend most of the time waiting. */
const defaultSlots: Slots = { platform: 8, 'own-server': 32, slow: 8 }

/**
 * A worker whose items belong to stores: each runs independently with a deadline, and a failed one is saved and retried
 * later while the others continue. Each engine has its own lane, so that the stores of one that doesn't respond delay no
 * store of another.
 */
export const runPerStore = ({ db, engines }: Pick<Deps, 'db' | 'engines'>, settings: Settings): Worker => {
  const { name, onError, slots = defaultSlots } = settings
  const lanes = lanesOf(engines)
  const running = createItemLanes<Lane>({
    slotsOf: (lane) => (lane === 'own-server' || lane === 'slow' ? slots[lane] : slots.platform),
    strict: 'slow',
    itemMs: settings.itemMs ?? 60_000,
    onDone: onError ? undefined : (key) => clearWorkFailure(db, name, key),
    onError: onError ?? ((key, error) => saveWorkFailure(db, name, key, error)),
  })
  return {
    name,
    everyMs: settings.everyMs,
    ...(settings.due ? { due: settings.due } : {}),
    run: async (signal) => {
      await settings.before?.(signal)
      let isFull = false
      for (const lane of lanes) {
        const free = running.free(lane)
        if (free <= 0 || signal.aborted) continue
        const found = await settings.find(lane, free, running.busy())
        running.start(lane, found)
        isFull ||= found.length === free && lane !== 'slow'
      }
      // Where more is waiting, free slots are filled before the slowest item has ended.
      await running.settle(isFull ? 'some' : 'all')
      return isFull && !signal.aborted
    },
    finish: running.finish,
    end: running.end,
  }
}

const lanesOf = ({ all }: Engines): Lane[] => [
  ...all.map(({ id }): Lane => (id === mainEngineId ? 'platform' : `engine ${id}`)),
  'own-server',
  'slow',
]

/** The same dependencies for work that ends with a signal: every call to a merchant's BTCPay ends with it. */
export const withDeadline = (deps: Deps, signal: AbortSignal): Deps => ({
  ...deps,
  engines: { ...deps.engines, at: (connection) => deps.engines.at({ ...connection, signal }) },
})

/** Many stores may wait for their servers at once, but few of them write, so that requests find a free connection. */
const writing = createConcurrencyLimit(6)

/** Saves what was read of a store. Undefined if the merchant has moved to another one in the meantime. */
export const writeToStore = <T>(
  { db }: Pick<Deps, 'db'>,
  store: ReadyStore,
  work: (tx: Tx, locked: LockedStore) => Promise<T>,
): Promise<T | undefined> =>
  writing.run(() =>
    inTransaction(db, async (tx) => {
      const locked = await lockStoreAsRead(tx, store)
      return locked && work(tx, locked)
    }),
  )
