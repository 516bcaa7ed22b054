import type { Clock } from './clock.ts'

/**
 * One timer for whatever of a long list falls due first. `nextAtMs` reads it from stored state, so that nothing is forgotten over
 * a restart; the returned function looks again and is cheap to call after every change.
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
