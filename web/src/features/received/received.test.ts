import { expect, test } from 'vitest'
import { addUp, compare, type DayRow, groupDays, shareOf } from './add-up-days.ts'
import { lengthOf, periodOf, previousOf, readPeriod, writePeriod } from './received-period.ts'
import { scaleChart } from './scale-chart.ts'

const none = {
  count: 0,
  grossBtc: '0.00000000',
  grossUsd: '0.00',
  feeBtc: '0.00000000',
  feeUsd: '0.00',
  netBtc: '0.00000000',
  netUsd: '0.00',
}
const row = (day: string, grossUsd: string, feeUsd: string, netUsd: string, pendingUsd = '0.00'): DayRow => ({
  day,
  count: 1,
  payments: { ...none, count: 1, grossUsd, feeUsd, netUsd },
  pendingPayments: { count: 0, grossBtc: '0.00000000', grossUsd: pendingUsd },
  sent: none,
})

test('a period and the one before it are equally long and touch each other', () => {
  const period = periodOf('30d', '2026-11-15')
  expect(period).toEqual({ from: '2026-10-17', to: '2026-11-15' })
  expect(previousOf(period)).toEqual({ from: '2026-09-17', to: '2026-10-16' })
  expect(lengthOf(previousOf(period))).toBe(30)
  expect(previousOf({ from: '2026-03-29', to: '2026-03-29' })).toEqual({ from: '2026-03-28', to: '2026-03-28' })
})

test.each([
  ['', '7d'],
  ['period=30d', '30d'],
  ['period=90d', '90d'],
  ['period=5d', '7d'],
  ['from=2026-11-01&to=2026-11-15', { from: '2026-11-01', to: '2026-11-15' }],
  ['from=2026-11-15&to=2026-11-01', '7d'],
  ['from=2020-11-15&to=2026-11-01', '7d'],
])('the address "%s" is read', (query, choice) => {
  const read = readPeriod(new URLSearchParams(query))
  expect(read).toEqual(choice)
  expect(readPeriod(new URLSearchParams(writePeriod(read)))).toEqual(choice)
})

test('days without transactions are zeros, and gross − fees = net', () => {
  const rows = [row('2026-11-15', '100.00', '-4.00', '96.00', '20.00'), row('2026-11-13', '50.00', '-2.00', '48.00')]
  const days = groupDays(rows, { from: '2026-11-12', to: '2026-11-15' }, 1)
  expect(days.map(({ gross }) => gross)).toEqual([0n, 5_000n, 0n, 10_000n])
  const total = addUp(days)
  expect(total).toEqual({ gross: 15_000n, fees: 600n, net: 14_400n, pending: 2_000n, sent: 0n, count: 2 })
  expect(total.gross - total.fees).toBe(total.net)
})

test('days are grouped by week, and the last week may be shorter', () => {
  const weeks = groupDays([row('2026-11-09', '10.00', '0.00', '10.00')], { from: '2026-11-01', to: '2026-11-09' }, 7)
  expect(weeks.map(({ from, to, gross }) => ({ from, to, gross }))).toEqual([
    { from: '2026-11-01', to: '2026-11-07', gross: 0n },
    { from: '2026-11-08', to: '2026-11-09', gross: 1_000n },
  ])
})

test('a change needs something to compare with', () => {
  expect(compare(842_912n, 749_462n)).toBe(12.4)
  expect(compare(50n, 100n)).toBe(-50)
  expect(compare(50n, 0n)).toBeUndefined()
  expect(shareOf(33_716n, 842_912n)).toBe(4)
  expect(shareOf(0n, 0n)).toBeUndefined()
})

test.each([0n, 1_00n, 99n, 100_00n, 501_00n, 243_000n, 1_000_001n, 98_765_432_10n])(
  'the axis fits a tallest column of %s cents',
  (cents) => {
    const { unitCents, lines, heightOf } = scaleChart(cents)
    // The plot is 12 blocks of 20 pixels high, and the amount of the tallest column stands above it.
    expect(heightOf(unitCents)).toBe(20)
    expect(heightOf(cents)).toBeLessThanOrEqual(220)
    if (cents > 0n) expect(heightOf(cents)).toBeGreaterThan(140)
    expect(lines.length).toBeGreaterThanOrEqual(2)
    expect(heightOf(lines.at(-1) ?? 0n)).toBeLessThanOrEqual(240)
    for (const line of lines) expect(String(line)).toMatch(/^([1-9]|1[0268]|24)0*$/)
  },
)
