import { expect, test } from 'vitest'
import { monthlyCost, readCents } from './monthly-cost.ts'

const schedule = { platformFeePercent: 3, partnerPoolPercent: 1 }

test('a month of small payments costs less than with cards', () => {
  const cost = monthlyCost({ salesCents: 4000_00, averageCents: 9_00 }, schedule)
  expect(cost).toEqual({
    platform: 120_00,
    partners: 40_00,
    fee: 160_00,
    kept: 3840_00,
    card: 249_33,
    cardsCheaperAbove: 27_27,
  })
})

test('large payments cost less with cards, from the same payment on for every month', () => {
  const cost = monthlyCost({ salesCents: 4000_00, averageCents: 100_00 }, schedule)
  expect(cost.card).toBe(128_00)
  expect(cost.cardsCheaperAbove).toBe(27_27)
})

test('cards never cost less if our share is smaller than theirs', () => {
  const cost = monthlyCost(
    { salesCents: 100_00, averageCents: 10_00 },
    { platformFeePercent: 2, partnerPoolPercent: 0.5 },
  )
  expect(cost.cardsCheaperAbove).toBeUndefined()
})

test('the parts add up to the sales, whatever the percentages', () => {
  for (let salesCents = 1; salesCents < 3000; salesCents += 7) {
    const cost = monthlyCost(
      { salesCents, averageCents: 100 },
      { platformFeePercent: 4.875, partnerPoolPercent: 0.333 },
    )
    expect(cost.kept + cost.platform + cost.partners).toBe(salesCents)
  }
})

test.each([
  ['4,000', 4000_00],
  ['$9.00', 9_00],
  ['9.5', 9_50],
  ['', 0],
  ['a lot', 0],
  ['-5', 0],
  ['1e300', 100_000_000_00],
])('"%s" is %i cents', (typed, cents) => {
  expect(readCents(typed)).toBe(cents)
})
