import { setTimeout as sleep } from 'node:timers/promises'

/** How long running work may take to finish during a shutdown before it is aborted. */
export const graceMs = 3000

/** Waits for something, but not longer than this. */
export const waitAtMost = async (ms: number, something: Promise<unknown>): Promise<void> => {
  const waiting = new AbortController()
  const limit = sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined)
  await Promise.race([something, limit]).finally(() => waiting.abort())
}
