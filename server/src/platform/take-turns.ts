import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long others may have to wait for their turn, in milliseconds. */
const turnMs = 20

export type TakeTurn = () => Promise<void>

/**
 * For long computations: called between their steps, it lets others have their turn whenever the steps since the last
 * time have taken long enough.
 */
export const takeTurns = (): TakeTurn => {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < turnMs) return
    await nextTurn()
    startedAt = performance.now()
  }
}
