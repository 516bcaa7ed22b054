import { setMaxListeners } from 'node:events'
import { graceMs, waitAtMost } from './wait-at-most.ts'

export type Item = { key: string; work: (signal: AbortSignal) => Promise<void> }

export type ItemLanes<Lane extends string> = {
  /** The keys of the running items. */
  busy: () => string[]
  /** How many more may be started in a lane. */
  free: (lane: Lane) => number
  /** Starts items independently. A running item is not started again. */
  start: (lane: Lane, items: readonly Item[]) => void
  /**
   * Waits a short moment for the started items, or for a quarter of them. What takes longer continues in the background.
   */
  settle: (wanted: 'all' | 'some') => Promise<void>
  /** Waits for all running items, however long they take. */
  finish: () => Promise<void>
  /** Lets the running items finish for a moment, then ends them. */
  end: () => Promise<void>
}

type Going = { lane: string; startedAt: number; abort: () => void; ended: Promise<void> }

type Settings<Lane extends string> = {
  /** How many may run at once in a lane. */
  slotsOf: (lane: Lane) => number
  /** In this lane slow items keep their slot, so that only a limited number of them is tried at all. */
  strict: Lane
  /** After this time an item is given up. */
  itemMs: number
  onDone?: ((key: string) => Promise<void>) | undefined
  onError: (key: string, error: unknown) => Promise<void> | void
}

/** An item that takes longer than this passes its slot to the next. */
const patienceMs = 1000
/** This many slow items may continue. Then the oldest is given up for each new one. */
const mostPatient = 64

/**
 * Runs items that do not wait for each other: a server that does not answer delays only its own store. Each item has a
 * deadline and fails by itself.
 */
export const createItemLanes = <Lane extends string>(settings: Settings<Lane>): ItemLanes<Lane> => {
  const going = new Map<string, Going>()
  let isEnding = false
  const isPatient = ({ lane, startedAt }: Going) =>
    lane !== settings.strict && performance.now() - startedAt >= patienceMs

  const begin = (lane: Lane, { key, work }: Item) => {
    const controller = new AbortController()
    // Every request of the item listens to it, and a sync has many.
    setMaxListeners(0, controller.signal)
    const timer = setTimeout(() => controller.abort(), settings.itemMs)
    const run = async () => {
      try {
        await work(controller.signal)
        await settings.onDone?.(key)
      } catch (error) {
        // An item that is given up because of a shutdown has not failed.
        if (!isEnding) await settings.onError(key, error)
      }
    }
    const ended = run()
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer)
        going.delete(key)
      })
    going.set(key, { lane, startedAt: performance.now(), abort: () => controller.abort(), ended })
  }

  const giveUpOldest = () => {
    const patient = [...going.values()].filter(isPatient)
    for (const { abort } of patient.slice(0, Math.max(0, patient.length - mostPatient))) abort()
  }

  const waitForAll = async () => {
    await Promise.all([...going.values()].map(({ ended }) => ended))
  }

  return {
    busy: () => [...going.keys()],
    free: (lane) =>
      settings.slotsOf(lane) - [...going.values()].filter((one) => one.lane === lane && !isPatient(one)).length,
    start: (lane, items) => {
      for (const item of items) if (!going.has(item.key)) begin(lane, item)
      giveUpOldest()
    },
    settle: async (wanted) => {
      const begun = [...going.values()].filter((one) => one.lane !== settings.strict && !isPatient(one))
      if (begun.length === 0) return
      const ends = begun.map(({ ended }) => ended)
      await waitAtMost(patienceMs, wanted === 'some' ? waitForSome(ends) : Promise.all(ends))
    },
    finish: waitForAll,
    end: async () => {
      await waitAtMost(graceMs, waitForAll())
      isEnding = true
      for (const { abort } of going.values()) abort()
      await waitForAll()
    },
  }
}

const waitForSome = (ends: readonly Promise<void>[]) =>
  new Promise<void>((resolve) => {
    let left = Math.ceil(ends.length / 4)
    const countDown = () => {
      left -= 1
      if (left === 0) resolve()
    }
    for (const ended of ends) void ended.then(countDown)
  })
