import type { ValidationError } from './wire/errors.ts'

/**
 * How a request ended. `refused` is BTCPay's clear no. `unreachable` means that we know the request was never sent.
 * Everything else is `unknown`: a write may or may not have happened, and only a lookup will show it.
 */
export type Outcome<T> = Succeeded<T> | Refused | Unreachable | Unknown

export type Succeeded<T> = { kind: 'ok'; value: T; status: number }

export type Refused = {
  kind: 'refused'
  status: number
  /** BTCPay's code, or null for an empty body (two types of 403, one of 404) or a list (422). */
  code: string | null
  message: string
  missingPermission?: string
  /** From a 422. Compare paths with `namesPath`, because BTCPay's spelling varies. */
  validation: ValidationError[]
  retryAfterMs?: number
}

export type UnreachableReason =
  | 'bad-url'
  | 'bad-request'
  | 'blocked-address'
  | 'connection-refused'
  | 'connect-timeout'
  | 'dns'
  | 'network'
  | 'tls'
  | 'aborted'
  | 'busy'
  | 'circuit-open'

export type Unreachable = { kind: 'unreachable'; reason: UnreachableReason; message: string }

export type UnknownReason =
  | 'timeout'
  | 'connection-lost'
  | 'server-error'
  | 'redirect'
  | 'not-json'
  | 'unexpected-shape'
  | 'too-large'
  | 'aborted'

export type Unknown = {
  kind: 'unknown'
  reason: UnknownReason
  message: string
  status?: number
  /** BTCPay's code, if the response had one that leaves the result open. */
  code?: string
  retryAfterMs?: number
}

/** Carries the outcome, so the catcher can still tell a refusal from a missing response. */
export class BtcpayError extends Error {
  override name = 'BtcpayError'
  readonly outcome: Refused | Unreachable | Unknown

  constructor(outcome: Refused | Unreachable | Unknown) {
    super(describeOutcome(outcome))
    this.outcome = outcome
  }
}

export const unwrap = <T>(outcome: Outcome<T>): T => {
  if (outcome.kind === 'ok') return outcome.value
  throw new BtcpayError(outcome)
}

export const isRefused = (outcome: Outcome<unknown>, code: string): outcome is Refused =>
  outcome.kind === 'refused' && outcome.code === code

/** For objects that may be missing: a `404` with that code becomes `undefined`, any other outcome stays unchanged. */
export const absentAsUndefined = <T>(outcome: Outcome<T>, code: string): Outcome<T | undefined> => {
  if (outcome.kind === 'refused' && outcome.status === 404 && outcome.code === code) {
    return { kind: 'ok', value: undefined, status: 404 }
  }
  return outcome
}

/** Whether a 422 names this field, case-insensitively: `namesPath(outcome, 'destinations[0]')`. */
export const namesPath = (outcome: Outcome<unknown>, path: string): boolean =>
  outcome.kind === 'refused' &&
  outcome.validation.some((error) => (error.path ?? '').toLowerCase() === path.toLowerCase())

function describeOutcome(outcome: Refused | Unreachable | Unknown): string {
  if (outcome.kind !== 'refused') return `BTCPay ${outcome.kind} (${outcome.reason}): ${outcome.message}`
  const fields = outcome.validation.map((error) => `${error.path ?? '?'}: ${error.message ?? '?'}`).join('; ')
  return `BTCPay refused (${outcome.status}${outcome.code === null ? '' : ` ${outcome.code}`}): ${fields || outcome.message}`
}
