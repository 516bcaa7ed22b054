import type { Store } from './store-types.ts'

/** Sandbox time: the machine's time plus an offset that only grows and that survives a restart. */
export type Clock = {
  /** Milliseconds since 1970, sandbox time. */
  now(): number
  nowSeconds(): number
  /** Turns the clock forward; timers that fall due fire in order, each at its own time, before this resolves. */
  advance(byMs: number): Promise<void>
  /**
   * Calls `run` once when sandbox time reaches `atMs` (soon, if that is past). Timers are not kept over a restart: whoever
   * needs them sets them again from stored state. Returns a function that cancels.
   */
  at(atMs: number, run: () => void | Promise<void>): () => void
  close(): void
}

export type ClockOptions = {
  readonly store: Store
  /** The machine's time; tests give their own. */
  readonly now?: () => number
  /** Sandbox time at the very first start (for history made on a clock in the past). */
  readonly startAtMs?: number
}
