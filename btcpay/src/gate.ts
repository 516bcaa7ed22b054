import type { Outcome, Unreachable } from './outcome.ts'

export type GateSettings = {
  /** How many requests may be on their way at once. The next ones wait. */
  maxConcurrent: number
  /** How many may start per second. */
  maxPerSecond: number
  /** How many may wait. Beyond it, requests are refused at once. */
  maxWaiting: number
  /** The circuit opens after this many failures in a row … */
  openAfter: number
  /** … if nothing has succeeded for this long. So one slow store of a server that serves others doesn't open it. */
  quietMs: number
  /** How long an open circuit waits before it lets one request through. Doubles with each failed one. */
  pauseMs: number
  longestPauseMs: number
}

export type Circuit = 'closed' | 'open' | 'half-open'

/** Counted since the start. */
export type GateFigures = {
  calls: number
  failures: number
  /** Requests that were never sent, because the circuit was open or too many waited. */
  rejected: number
  totalMs: number
  /** How many are on their way and how many wait now. */
  running: number
  waiting: number
}

/** Limits the requests to one server, and stops sending them while it doesn't respond. */
export type Gate = {
  pass: <T>(
    limits: { timeoutMs: number; signal?: AbortSignal | undefined },
    attempt: (remainingMs: number) => Promise<Outcome<T>>,
  ) => Promise<Outcome<T>>
  circuit: () => Circuit
  figures: () => GateFigures
}

export const defaultGate: GateSettings = {
  maxConcurrent: 64,
  maxPerSecond: 500,
  maxWaiting: 2000,
  openAfter: 5,
  quietMs: 8_000,
  pauseMs: 1_000,
  longestPauseMs: 30_000,
}

export const createGate = (settings: Partial<GateSettings> = {}): Gate => {
  const limits = { ...defaultGate, ...settings }
  const breaker = createBreaker(limits)
  const line = createLine(limits)
  const counted = { calls: 0, failures: 0, rejected: 0, totalMs: 0 }
  const reject = (reason: 'circuit-open' | 'busy' | 'aborted', message: string): Unreachable => {
    if (reason !== 'aborted') counted.rejected += 1
    return { kind: 'unreachable', reason, message }
  }
  return {
    pass: async ({ timeoutMs, signal }, attempt) => {
      if (!breaker.mayTry()) return reject('circuit-open', pausedMessage)
      const startedAt = performance.now()
      const place = await line.enter(timeoutMs, signal)
      if (place === 'aborted') return reject('aborted', 'canceled before the request was sent')
      if (place !== 'entered') return reject('busy', 'too many requests to this server are waiting')
      try {
        // The circuit may have opened while the request waited.
        const ticket = breaker.begin()
        if (!ticket) return reject('circuit-open', pausedMessage)
        const sentAt = performance.now()
        const outcome = await attempt(Math.max(1, timeoutMs - (sentAt - startedAt))).catch((error: unknown) => {
          ticket.end('nothing')
          throw error
        })
        const verdict = judge(outcome)
        ticket.end(verdict)
        counted.calls += 1
        counted.totalMs += performance.now() - sentAt
        if (verdict === 'failed') counted.failures += 1
        return outcome
      } finally {
        line.leave()
      }
    },
    circuit: breaker.state,
    figures: () => ({ ...counted, ...line.figures() }),
  }
}

const pausedMessage = 'the server hasn’t responded, so requests pause for a moment'

type Verdict = 'answered' | 'failed' | 'nothing'

const noResponse = ['connection-refused', 'connect-timeout', 'dns', 'network', 'tls', 'timeout', 'connection-lost']
/** What a proxy says about a server behind it that doesn't respond. */
const gatewayErrors = [502, 504]

/** An error that the server itself returns is a response: one store's errors must not stop requests to the others. */
const judge = (outcome: Outcome<unknown>): Verdict => {
  if (outcome.kind === 'ok' || outcome.kind === 'refused') return 'answered'
  if (outcome.reason === 'aborted' || outcome.reason === 'bad-request') return 'nothing'
  if (noResponse.includes(outcome.reason)) return 'failed'
  return outcome.kind === 'unknown' && gatewayErrors.includes(outcome.status ?? 0) ? 'failed' : 'answered'
}

/** Opens after repeated failures, lets single requests through after a pause, and closes when one of them succeeds. */
const createBreaker = ({ openAfter, quietMs, pauseMs, longestPauseMs }: GateSettings) => {
  let failures = 0
  let answeredAt = performance.now()
  let openUntil: number | undefined
  let nextPauseMs = pauseMs
  let isProbing = false

  const state = (): Circuit => {
    if (openUntil === undefined) return 'closed'
    return performance.now() < openUntil ? 'open' : 'half-open'
  }
  const mayTry = () => state() === 'closed' || (state() === 'half-open' && !isProbing)
  const open = () => {
    openUntil = performance.now() + nextPauseMs
    nextPauseMs = Math.min(longestPauseMs, nextPauseMs * 2)
  }
  const end = (verdict: Verdict, wasProbe: boolean) => {
    if (wasProbe) isProbing = false
    if (verdict === 'answered') {
      failures = 0
      answeredAt = performance.now()
      openUntil = undefined
      nextPauseMs = pauseMs
    } else if (verdict === 'failed') {
      failures += 1
      // Requests that were sent before it opened also end. They don't make the pause longer.
      if (wasProbe || (openUntil === undefined && hasFailedEnough())) open()
    }
  }
  const hasFailedEnough = () => failures >= openAfter && performance.now() - answeredAt >= quietMs
  return {
    state,
    mayTry,
    begin: () => {
      if (!mayTry()) return undefined
      const isProbe = state() === 'half-open'
      isProbing ||= isProbe
      return { end: (verdict: Verdict) => end(verdict, isProbe) }
    },
  }
}

type Place = 'entered' | 'full' | 'late' | 'aborted'

/** First come, first served: at most some at once, and at most some starts per second. */
const createLine = ({ maxConcurrent, maxPerSecond, maxWaiting }: GateSettings) => {
  const waiting = new Set<() => void>()
  let running = 0
  let tokens = maxPerSecond
  let filledAt = performance.now()
  let timer: NodeJS.Timeout | undefined

  const fill = () => {
    const now = performance.now()
    tokens = Math.min(maxPerSecond, tokens + ((now - filledAt) / 1000) * maxPerSecond)
    filledAt = now
  }
  const advance = () => {
    fill()
    for (const start of waiting) {
      if (running >= maxConcurrent || tokens < 1) break
      waiting.delete(start)
      running += 1
      tokens -= 1
      start()
    }
    if (waiting.size === 0 || running >= maxConcurrent || timer) return
    timer = setTimeout(
      () => {
        timer = undefined
        advance()
      },
      Math.max(1, ((1 - tokens) / maxPerSecond) * 1000),
    )
  }
  return {
    enter: (timeoutMs: number, signal: AbortSignal | undefined): Promise<Place> => {
      if (signal?.aborted) return Promise.resolve('aborted')
      fill()
      if (waiting.size === 0 && running < maxConcurrent && tokens >= 1) {
        running += 1
        tokens -= 1
        return Promise.resolve('entered')
      }
      if (waiting.size >= maxWaiting) return Promise.resolve('full')
      return new Promise((resolve) => {
        const finish = (place: Place) => {
          clearTimeout(late)
          signal?.removeEventListener('abort', abort)
          waiting.delete(start)
          resolve(place)
        }
        const start = () => finish('entered')
        const abort = () => finish('aborted')
        const late = setTimeout(() => finish('late'), timeoutMs)
        signal?.addEventListener('abort', abort, { once: true })
        waiting.add(start)
        advance()
      })
    },
    leave: () => {
      running -= 1
      advance()
    },
    figures: () => ({ running, waiting: waiting.size }),
  }
}
