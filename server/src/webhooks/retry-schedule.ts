const minute = 60
const hour = 60 * minute

/** The pauses between attempts: short at first, then longer, thirteen attempts over three days. */
export const pausesSeconds = [
  5,
  30,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  12 * hour,
  12 * hour,
  26 * hour,
] as const

/** BTCPay's own pauses: nine attempts in about an hour. */
export const btcpayPausesSeconds = [10, minute, ...Array<number>(6).fill(10 * minute)]

/** As in BTCPay: a shop that refuses an event won't accept it later, and the next events must not wait for it. */
export const isRetriedByBtcpay = (status: number | undefined): boolean =>
  status === undefined || status === 408 || status === 429 || status >= 500

/** However long an endpoint requests us to wait, we retry within a day. */
const longestWaitSeconds = 24 * hour

/** How long to wait after this many failed attempts. Undefined when there are no more. */
export const pauseAfter = (
  attempts: number,
  retryAfterSeconds: number | undefined,
  pauses: readonly number[] = pausesSeconds,
): number | undefined => {
  const pause = pauses[attempts - 1]
  if (pause === undefined) return undefined
  return Math.max(pause, Math.min(retryAfterSeconds ?? 0, longestWaitSeconds))
}

/** Parses `Retry-After`: seconds or a date. */
export const retryAfterSecondsOf = (header: string | undefined, now: Date): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim())
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}
