import { expect, it } from 'vitest'
import { roundStep } from './round-step.ts'

it.each([
  [0n, 10n],
  [11n, 15n],
  [25n, 25n],
  [26n, 30n],
  [81n, 100n],
  [100_01n, 150_00n],
])('the round amount from %d cents is %d', (least, step) => expect(roundStep(least)).toBe(step))

it('a round amount is at most half more than it has to be', () => {
  for (let least = 10n; least < 10_000_000n; least = (least * 103n) / 100n + 1n)
    expect(Number(roundStep(least)) / Number(least)).toBeLessThanOrEqual(1.5)
})
