import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome, UnknownReason, UnreachableReason } from './outcome.ts'

export type RetryPolicy = {
  /** How many attempts a read has in total. 1 turns retries off. */
  attempts: number
  baseDelayMs: number
  maxDelayMs: number
  /** For all attempts and the waits between them. */
  deadlineMs: number
}

const PASSING_UNREACHABLE: readonly UnreachableReason[] = ['connection-refused', 'connect-timeout', 'dns', 'network']
const PASSING_UNKNOWN: readonly UnknownReason[] = ['timeout', 'connection-lost', 'server-error', 'not-json']

/**
 * Retries a read while the failure looks temporary and time is left. Each wait is a random part of a growing span, so
 * many readers of a recovering server don't arrive together.
 */
export const retryReads = async <T>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: (remainingMs: number) => Promise<Outcome<T>>,
): Promise<Outcome<T>> => {
  const startedAt = performance.now()
  const remainingMs = () => policy.deadlineMs - (performance.now() - startedAt)
  for (let tried = 1; ; tried++) {
    const outcome = await attempt(Math.max(1, remainingMs()))
    if (tried >= policy.attempts || !mayPass(outcome) || signal?.aborted === true) return outcome
    const delayMs = Math.max(jitteredDelayMs(policy, tried), requestedDelayMs(outcome))
    if (delayMs >= remainingMs()) return outcome
    const waited = await sleep(delayMs, true, { ...(signal === undefined ? {} : { signal }) }).catch(() => false)
    if (!waited) return outcome
  }
}

const mayPass = (outcome: Outcome<unknown>): boolean => {
  switch (outcome.kind) {
    case 'ok':
      return false
    case 'refused':
      return outcome.status === 429
    case 'unreachable':
      return PASSING_UNREACHABLE.includes(outcome.reason)
    case 'unknown':
      return PASSING_UNKNOWN.includes(outcome.reason)
  }
}

const jitteredDelayMs = (policy: RetryPolicy, tried: number): number =>
  Math.random() * Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (tried - 1))

const requestedDelayMs = (outcome: Outcome<unknown>): number =>
  'retryAfterMs' in outcome ? (outcome.retryAfterMs ?? 0) : 0
