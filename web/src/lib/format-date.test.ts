import { afterEach, describe, expect, it } from 'vitest'
import {
  dateOfTimestamp,
  dayOf,
  formatActivity,
  formatAge,
  formatAgo,
  formatDateTime,
  formatRelative,
  readTimeZone,
  setTimeZone,
} from './format-date.ts'

const now = new Date(2025, 10, 14, 10, 42)
const ago = (ms: number) => new Date(now.getTime() - ms)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

afterEach(() => setTimeZone(undefined))

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

it.each([
  [0, 'just now'],
  [4_999, 'just now'],
  [5_000, '5 seconds ago'],
  [59_999, '59 seconds ago'],
  [60_000, '1 minute ago'],
  [day, '1 day ago'],
  // A clock that is ahead of ours.
  [-2_000, 'just now'],
])('within a sentence, %i ms ago is %s', (ms, text) => expect(formatAgo(ago(ms), now)).toBe(text))

it('tells today and yesterday by the calendar, not by hours', () => {
  expect(formatActivity(new Date(2025, 10, 14, 0, 1), now)).toBe('Today, 12:01 AM')
  expect(formatActivity(new Date(2025, 10, 13, 23, 59), now)).toBe('Yesterday, 11:59 PM')
  expect(formatActivity(new Date(2025, 10, 12, 23, 59), now)).toBe('Nov 12, 2025, 11:59 PM')
})

describe('a chosen time zone', () => {
  it('decides the hour and the day', () => {
    setTimeZone('Pacific/Auckland')
    expect(readTimeZone()).toBe('Pacific/Auckland')
    expect(formatDateTime('2025-11-14T12:30:00Z')).toBe('Nov 15, 2025, 1:30 AM')
    expect(dayOf('2025-11-14T12:30:00Z')).toBe('2025-11-15')
    setTimeZone('America/Los_Angeles')
    expect(dayOf('2025-11-14T07:30:00Z')).toBe('2025-11-13')
    expect(formatActivity('2025-11-14T07:30:00Z', new Date('2025-11-14T08:30:00Z'))).toBe('Yesterday, 11:30 PM')
  })

  it('is right on the days when clocks change', () => {
    setTimeZone('America/New_York')
    // Clocks go from 1:59 AM back to 1:00 AM.
    expect(formatDateTime('2025-11-02T05:30:00Z')).toBe('Nov 2, 2025, 1:30 AM')
    expect(formatDateTime('2025-11-02T06:30:00Z')).toBe('Nov 2, 2025, 1:30 AM')
    expect(['2025-11-02T03:59:00Z', '2025-11-02T04:00:00Z', '2025-11-03T04:59:00Z'].map(dayOf)).toEqual([
      '2025-11-01',
      '2025-11-02',
      '2025-11-02',
    ])
    expect(formatActivity('2025-11-02T04:30:00Z', new Date('2025-11-03T04:30:00Z'))).toBe('Today, 12:30 AM')
  })
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
