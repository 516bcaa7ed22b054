import { expect, it } from 'vitest'
import { formatStep, scaleOf } from './chart-scale.ts'

it.each([
  [0n, 10n],
  [31n, 15n],
  [870_000n, 300_000n],
  [600_000n, 200_000n],
  [740_000n, 250_000n],
  [1n, 10n],
  [760_000n, 300_000n],
])('a tallest column of %d cents has lines %d apart', (tallest, step) => {
  expect(scaleOf(tallest)).toEqual({ stepCents: step, topCents: step * 3n })
})

it('leaves at most a third of the chart empty', () => {
  for (let tallest = 30n; tallest < 10_000_000n; tallest = (tallest * 103n) / 100n + 1n)
    expect(Number(tallest) / Number(scaleOf(tallest).topCents)).toBeGreaterThan(0.64)
})

it.each([
  [0n, '$0'],
  [10n, '$0.10'],
  [250n, '$2.50'],
  [2_500n, '$25'],
  [250_000n, '$2.5K'],
  [300_000n, '$3K'],
  [750_000_000n, '$7.5M'],
])('%d cents are written %s', (cents, text) => expect(formatStep(cents)).toBe(text))
