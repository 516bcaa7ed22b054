import { describe, expect, it } from 'vitest'
import { openMarket } from './market.ts'

const START = 1_760_000_000
const DAY = 86_400

describe('the market', () => {
  it('starts at the given price and depends only on seed and time', () => {
    const market = openMarket('a', START, 10_800_000n)
    expect(market.centsAt(START)).toBe(10_800_000n)
    const later = market.centsAt(START + 40 * DAY + 1234)
    expect(openMarket('a', START, 10_800_000n).centsAt(START + 40 * DAY + 1234)).toBe(later)
    expect(openMarket('b', START, 10_800_000n).centsAt(START + 40 * DAY + 1234)).not.toBe(later)
  })

  it('moves by at most one percent in any day', () => {
    const market = openMarket('seed', START, 10_800_000n)
    const seen = new Set<bigint>()
    for (let at = START; at < START + 200 * DAY; at += 5_400) {
      const before = market.centsAt(at)
      const after = market.centsAt(at + DAY)
      const change = after > before ? after - before : before - after
      expect(change * 100n <= before, `${before} → ${after}`).toBe(true)
      seen.add(before)
    }
    expect(seen.size).toBeGreaterThan(2_000)
  })
})
