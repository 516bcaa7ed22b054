import { describe, expect, it } from 'vitest'
import { chooseUnitCents, stackWeek } from './stack-week.ts'

describe('one container', () => {
  it('is worth 1, 2, 2.5 or 5 × 10ⁿ dollars, at most ten to a stack', () => {
    expect(chooseUnitCents(0n)).toBe(100n)
    expect(chooseUnitCents(1_000n)).toBe(100n)
    expect(chooseUnitCents(1_001n)).toBe(200n)
    expect(chooseUnitCents(2_001n)).toBe(250n)
    expect(chooseUnitCents(201_400n)).toBe(25_000n)
    expect(chooseUnitCents(250_001n)).toBe(50_000n)
    expect(chooseUnitCents(500_001n)).toBe(100_000n)
    for (const most of [1n, 999n, 123_456n, 98_765_432n]) {
      expect(chooseUnitCents(most) * 10n).toBeGreaterThanOrEqual(most)
    }
  })
})

it('stands pending money on top of what has landed, and calls the last day today', () => {
  const quiet = { confirmedUsd: '0.00', pendingUsd: '0.00', count: 0 }
  const { stacks, unitCents, totalCents, pending } = stackWeek([
    { day: '2026-01-05', ...quiet },
    { day: '2026-01-06', confirmedUsd: '2014.00', pendingUsd: '0.00', count: 3 },
    { day: '2026-01-07', confirmedUsd: '500.00', pendingUsd: '250.00', count: 2 },
  ])
  expect(unitCents).toBe(25_000n)
  expect(totalCents).toBe(276_400n)
  expect(pending).toBe(true)
  expect(stacks.map(({ name }) => name)).toEqual(['Mon', 'Tue', 'Today'])
  expect(stacks[2]).toMatchObject({ now: true, landed: 2, waiting: 1, sumCents: 75_000n })
  expect(stacks[1]?.landed).toBeCloseTo(8.056)
})
