export type Deadline = {
  signal: AbortSignal
  /** Starts the time again. */
  extend: () => void
  /** Must be called at the end, or the timer keeps the program alive. */
  clear: () => void
}

/**
 * Aborts after a time, or with the caller's own signal. Not with `AbortSignal.any`, whose signal Node 20 can free while
 * a request still needs it.
 */
export const createDeadline = (timeoutMs: number, outer: AbortSignal | undefined): Deadline => {
  const controller = new AbortController()
  const abort = () => controller.abort(outer?.reason)
  const startTimer = () => setTimeout(() => controller.abort(), timeoutMs)
  let timer = startTimer()
  if (outer?.aborted) abort()
  else outer?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    extend: () => {
      clearTimeout(timer)
      timer = startTimer()
    },
    clear: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    },
  }
}

/** Ends with the signal, because the signal of a request has no effect in Node 20 once its Request was freed. */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
