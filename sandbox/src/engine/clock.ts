import type { Store } from './store-types.ts'

/** Sandbox time: the machine's time plus an offset that only grows and that survives a restart. */
export type Clock = {
  /** Milliseconds since 1970, sandbox time. */
  now(): number
  nowSeconds(): number
  /** Moves the clock forward. Timers that become due fire in order, each at its own time, before this resolves. */
  advance(byMs: number): Promise<void>
  /**
   * Calls `run` once when sandbox time reaches `atMs` (soon, if that is in the past). Timers don't survive a restart:
   * set them again from stored state. Returns a function that cancels.
   */
  at(atMs: number, run: () => void | Promise<void>): () => void
  close(): void
}

export type ClockOptions = {
  readonly store: Store
  /** The machine's time. Tests pass their own. */
  readonly now?: () => number
  /** Sandbox time at the very first start, for a history that begins in the past. */
  readonly startAtMs?: number
}

type ClockRecord = { readonly id: 'clock'; readonly offsetMs: number }
type Timer = { readonly atMs: number; readonly run: () => void | Promise<void> }

/** Node turns longer timeouts into none at all. */
const longestWaitMs = 2 ** 31 - 1

export const openClock = ({ store, now = Date.now, startAtMs }: ClockOptions): Clock => {
  const records = store.collection<ClockRecord>('clock', { id: (record) => record.id })
  if (!records.get('clock')) {
    records.put({ id: 'clock', offsetMs: startAtMs === undefined ? 0 : startAtMs - now() })
  }
  const timers: Timer[] = []
  let alarm: NodeJS.Timeout | undefined
  /** While the clock advances, sandbox time is the time of the timer being fired. */
  let turningAtMs: number | undefined
  let turning: Promise<void> = Promise.resolve()

  const time = () => turningAtMs ?? now() + (records.get('clock')?.offsetMs ?? 0)
  const takeDue = (untilMs: number) => (timers[0] && timers[0].atMs <= untilMs ? timers.shift() : undefined)
  const setAlarm = () => {
    clearTimeout(alarm)
    const next = timers[0]
    if (!next || turningAtMs !== undefined) return
    alarm = setTimeout(fireDue, Math.min(Math.max(0, next.atMs - time()), longestWaitMs))
    alarm.unref()
  }
  const fireDue = () => {
    for (let timer = takeDue(time()); timer; timer = takeDue(time())) void timer.run()
    setAlarm()
  }

  const clock: Clock = {
    now: time,
    nowSeconds: () => Math.floor(time() / 1000),
    advance(byMs) {
      if (!(byMs >= 0)) throw new Error('Sandbox time can only move forward.')
      turning = turning.then(async () => {
        const targetMs = time() + byMs
        try {
          for (let timer = takeDue(targetMs); timer; timer = takeDue(targetMs)) {
            turningAtMs = Math.max(time(), timer.atMs)
            await timer.run()
          }
        } finally {
          turningAtMs = undefined
          records.put({ id: 'clock', offsetMs: Math.max(targetMs - now(), records.get('clock')?.offsetMs ?? 0) })
          setAlarm()
        }
        await store.synced()
      })
      return turning
    },
    at(atMs, run) {
      const timer: Timer = { atMs, run }
      timers.splice(placeOf(timers, atMs), 0, timer)
      if (timers[0] === timer) setAlarm()
      return () => {
        const found = timers.indexOf(timer)
        if (found !== -1) timers.splice(found, 1)
      }
    },
    close() {
      clearTimeout(alarm)
      timers.length = 0
    },
  }
  return clock
}

/** After all timers of that time or earlier. */
const placeOf = (timers: readonly Timer[], atMs: number): number => {
  let low = 0
  let high = timers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((timers[middle] as Timer).atMs <= atMs) low = middle + 1
    else high = middle
  }
  return low
}
