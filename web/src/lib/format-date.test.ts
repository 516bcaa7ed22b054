import { describe, expect, it } from 'vitest'
import { dateOfTimestamp, formatActivity, formatAge, formatDateTime, formatRelative } from './format-date.ts'

const now = new Date(2025, 10, 14, 10, 42)
const ago = (ms: number) => new Date(now.getTime() - ms)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

it('writes date and time with plain spaces', () => expect(formatDateTime(now)).toBe('Nov 14, 2025, 10:42 AM'))

describe('relative times', () => {
  it.each([
    [0, 'Just now'],
    [hour - 1, 'Just now'],
    [hour, '1 hour ago'],
    [day - 1, '23 hours ago'],
    [day, '1 day ago'],
    [7 * day - 1, '6 days ago'],
    [7 * day, 'Nov 7, 2025'],
  ])('%i ms ago is %s', (ms, text) => expect(formatRelative(ago(ms), now)).toBe(text))
})

it('tells today and yesterday by the calendar, not by hours', () => {
  expect(formatActivity(new Date(2025, 10, 14, 0, 1), now)).toBe('Today, 12:01 AM')
  expect(formatActivity(new Date(2025, 10, 13, 23, 59), now)).toBe('Yesterday, 11:59 PM')
  expect(formatActivity(new Date(2025, 10, 12, 23, 59), now)).toBe('Nov 12, 2025, 11:59 PM')
})

it('says how old a figure is, and never a negative age', () => {
  expect(formatAge(ago(38_000), now)).toBe('38 seconds')
  expect(formatAge(ago(minute), now)).toBe('1 minute')
  expect(formatAge(ago(-5_000), now)).toBe('0 seconds')
})

it('reads seconds and milliseconds', () => {
  expect(dateOfTimestamp(1_763_116_920).toISOString()).toBe('2025-11-14T10:42:00.000Z')
  expect(dateOfTimestamp(1_763_116_920_000).toISOString()).toBe('2025-11-14T10:42:00.000Z')
})
