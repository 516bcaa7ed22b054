import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
const PARTS = 1_000_000n
/** At most 0.8 % from day to day and 0.04 % of hourly noise: together below 1 % in any 24 hours. */
const DAY_LIMIT_PARTS = 8_000
const HOUR_LIMIT_PARTS = 400

export type Market = {
  /** US cents per bitcoin at a time, a pure function of seed, start and time. */
  centsAt(unixSeconds: number): bigint
}

/** A market that starts at `startCents` and then moves, the same way for the same seed. */
export const openMarket = (seed: string, startSeconds: number, startCents: bigint): Market => {
  // The price of day n times 10^6, filled on demand, because each day builds on the previous one.
  const days: bigint[] = [startCents * PARTS]

  const dayPrice = (day: number): bigint => {
    for (let next = days.length; next <= day; next++) {
      const previous = days[next - 1] ?? startCents * PARTS
      days.push((previous * (PARTS + BigInt(step(`${seed}/day/${next}`, DAY_LIMIT_PARTS)))) / PARTS)
    }
    return days[day] ?? startCents * PARTS
  }

  const noise = (hour: number): number => (hour === 0 ? 0 : step(`${seed}/hour/${hour}`, HOUR_LIMIT_PARTS))

  return {
    centsAt(unixSeconds) {
      const elapsed = Math.max(0, Math.floor(unixSeconds) - startSeconds)
      const day = Math.floor(elapsed / DAY_SECONDS)
      const intoDay = BigInt(elapsed % DAY_SECONDS)
      const from = dayPrice(day)
      const trend = from + ((dayPrice(day + 1) - from) * intoDay) / BigInt(DAY_SECONDS)
      const hour = Math.floor(elapsed / HOUR_SECONDS)
      const intoHour = elapsed % HOUR_SECONDS
      const before = noise(hour)
      const wiggle = before + Math.trunc(((noise(hour + 1) - before) * intoHour) / HOUR_SECONDS)
      return (trend * (PARTS + BigInt(wiggle))) / PARTS / PARTS
    },
  }
}

/** A whole number between -limit and +limit that depends only on the text. */
const step = (text: string, limit: number): number => {
  const digest = sha256(utf8ToBytes(text))
  const number = new DataView(digest.buffer, digest.byteOffset).getUint32(0)
  return (number % (2 * limit + 1)) - limit
}
