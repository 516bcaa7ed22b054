import type { Clock } from './clock.ts'

/**
 * One timer for the first due item of a long list. `nextAtMs` reads it from stored state, so nothing is forgotten over
 * a restart. The returned function checks again and is cheap to call after every change.
 */
export const createAlarm = (clock: Clock, nextAtMs: () => number | undefined, run: () => void): (() => void) => {
  let set: { readonly atMs: number; readonly cancel: () => void } | undefined
  const look = () => {
    const atMs = nextAtMs()
    if (atMs === undefined || (set && set.atMs <= atMs)) return
    set?.cancel()
    const cancel = clock.at(atMs, () => {
      set = undefined
      run()
      look()
    })
    set = { atMs, cancel }
  }
  look()
  return look
}
