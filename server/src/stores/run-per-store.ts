import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { createItemLanes, type Item } from '../platform/workers/item-lanes.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { clearWorkFailure, saveWorkFailure } from '../platform/workers/work-failures.ts'
import { type Lane, lanes } from './table.sync.ts'

type Settings = {
  name: string
  everyMs: number
  slots?: Record<Lane, number>
  itemMs?: number
  /** Finds at most this many work items of a lane. Busy ones may be left out. */
  find: (lane: Lane, most: number, busy: readonly string[]) => Promise<Item[]>
  /** Runs first in each run. */
  before?: (signal: AbortSignal) => Promise<void>
  /** Replaces the default, which saves the failure of the item and retries it later. */
  onError?: (key: string, error: unknown) => void
}

/** Merchants' own servers get more slots, since their stores spend most of the time waiting. */
const defaultSlots: Record<Lane, number> = { platform: 8, 'own-server': 32, slow: 8 }

/**
 * A worker whose items belong to stores: each runs independently with a deadline, and a failed one is saved and retried
 * later while the others continue.
 */
export const runPerStore = (db: Db, settings: Settings): Worker => {
  const { name, onError, slots = defaultSlots } = settings
  const running = createItemLanes<Lane>({
    slots,
    strict: 'slow',
    itemMs: settings.itemMs ?? 60_000,
    onDone: onError ? undefined : (key) => clearWorkFailure(db, name, key),
    onError: onError ?? ((key, error) => saveWorkFailure(db, name, key, error)),
  })
  return {
    name,
    everyMs: settings.everyMs,
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
      await running.settle()
      return isFull && !signal.aborted
    },
    end: running.end,
  }
}

/** The same dependencies for work that ends with a signal: every call to a merchant's BTCPay ends with it. */
export const withDeadline = (deps: Deps, signal: AbortSignal): Deps => ({
  ...deps,
  engines: { ...deps.engines, at: (connection) => deps.engines.at({ ...connection, signal }) },
})
