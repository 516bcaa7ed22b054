import { setTimeout as sleep } from 'node:timers/promises'

export type SideBySide = {
  /** What is still being worked on. */
  busy: () => number[]
  /** Works on these, and waits for them a moment at most: what takes longer goes on by itself. */
  run: (ids: readonly number[], work: (id: number) => Promise<void>) => Promise<void>
  /** Waits for all that is going on. */
  end: () => Promise<void>
}

const patienceMs = 2000
const mostAtOnce = 64

/** Several things of which none waits for another: a server that does not answer holds up its own store and nobody else's. */
export const createSideBySide = (): SideBySide => {
  const going = new Map<number, Promise<void>>()
  const begin = (id: number, work: (id: number) => Promise<void>): Promise<void> => {
    const begun = work(id).finally(() => going.delete(id))
    going.set(id, begun)
    return begun
  }
  return {
    busy: () => [...going.keys()],
    run: async (ids, work) => {
      if (going.size >= mostAtOnce) await Promise.race(going.values())
      const begun = ids.filter((id) => !going.has(id)).map((id) => begin(id, work))
      const waiting = new AbortController()
      const moment = sleep(patienceMs, undefined, { signal: waiting.signal }).catch(() => undefined)
      await Promise.race([Promise.all(begun), moment]).finally(() => waiting.abort())
    },
    end: async () => {
      await Promise.all(going.values())
    },
  }
}
