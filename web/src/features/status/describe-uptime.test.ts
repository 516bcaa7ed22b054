import { expect, it } from 'vitest'
import { describeUptime } from './describe-uptime.ts'

const day = (date: string, uptimePercent: number | null) => ({
  date,
  state: uptimePercent === null ? ('no-data' as const) : ('operational' as const),
  uptimePercent,
})

it('says since when the uptime was measured if that is not the whole time shown', () => {
  const days = [day('2026-11-15', null), day('2026-11-16', 100), day('2026-11-17', 100)]
  expect(describeUptime(100, days)).toBe('100% uptime since Nov 16, 2026')
})

it('leaves the day out if all of the time shown was measured', () => {
  expect(describeUptime(99.98, [day('2026-11-16', 99.97), day('2026-11-17', 100)])).toBe('99.98% uptime')
  expect(describeUptime(99.9, [day('2026-11-16', 99.9), day('2026-11-17', null)])).toBe('99.90% uptime')
})

it('says when nothing was measured', () => {
  expect(describeUptime(null, [day('2026-11-17', null)])).toBe('No data')
})
