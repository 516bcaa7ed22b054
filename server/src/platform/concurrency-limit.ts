export type ConcurrencyLimit = {
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** How many wait for a free slot. */
  waiting: () => number
  isIdle: () => boolean
}

/** Runs at most this many pieces of work at once. The others wait in order of arrival. */
export const createConcurrencyLimit = (most: number): ConcurrencyLimit => {
  const queue: (() => void)[] = []
  let running = 0
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Pass the slot on without freeing it, so that nobody who came later takes it.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
  return { run, waiting: () => queue.length, isIdle: () => running === 0 }
}
