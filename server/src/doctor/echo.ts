import type { Mac } from '../platform/crypto/mac.ts'

/** For how long a proof can be used, whichever clock is ahead. */
const validMs = 5 * 60_000

/** A question that only a server with the same APP_SECRET answers. */
export const echoQuery = (mac: Mac, nowMs: number): string => {
  const at = String(nowMs)
  return `at=${at}&proof=${encodeURIComponent(mac.sign(at))}`
}

export const isEchoProven = (mac: Mac, { at, proof }: { at: string; proof: string }, nowMs: number): boolean =>
  mac.verify(at, proof) && Math.abs(nowMs - Number(at)) < validMs
