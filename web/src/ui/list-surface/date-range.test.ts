import { describe, expect, it } from 'vitest'
import { datePresets, daysOf } from './date-presets.ts'
import {
  addDays,
  addMonths,
  endOfMonth,
  isDay,
  readTypedDay,
  weeksOf,
  writeDayHeading,
  writeRange,
} from './plain-date.ts'

const today = '2026-11-15'

describe('presets', () => {
  it.each([
    ['today', '2026-11-15', '2026-11-15'],
    ['yesterday', '2026-11-14', '2026-11-14'],
    ['last-7-days', '2026-11-09', '2026-11-15'],
    ['last-30-days', '2026-10-17', '2026-11-15'],
    ['this-month', '2026-11-01', '2026-11-15'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['last-90-days', '2026-08-18', '2026-11-15'],
    ['year-to-date', '2026-01-01', '2026-11-15'],
  ] as const)('%s is %s to %s', (preset, from, to) => expect(daysOf({ preset }, today)).toEqual({ from, to }))

  it('last month crosses the year, and ends on its last day', () => {
    expect(daysOf({ preset: 'last-month' }, '2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(daysOf({ preset: 'last-month' }, '2028-03-30')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })

  it('all time has no end', () => expect(daysOf({ preset: 'all-time' }, today)).toBeUndefined())

  it('every preset but all time includes both ends in order', () => {
    for (const preset of datePresets) {
      const days = daysOf({ preset }, today)
      if (days) expect(days.from <= days.to, preset).toBe(true)
    }
  })
})

describe('days', () => {
  it('are counted over months, years and clock changes', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2026-03-08', 1)).toBe('2026-03-09')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
    expect(endOfMonth('2028-02-10')).toBe('2028-02-29')
  })

  it('are read as people type them', () => {
    for (const text of ['2026-11-09', 'Nov 9, 2026', 'november 9 2026', '11/9/2026', ' 11/09/2026 '])
      expect(readTypedDay(text), text).toBe('2026-11-09')
    for (const text of ['', 'Nov', '2026-02-30', '13/1/2026', 'Nox 9, 2026', '9.11.2026'])
      expect(readTypedDay(text), text).toBeUndefined()
    expect([isDay('2026-11-09'), isDay('2026-11-9'), isDay(null)]).toEqual([true, false, false])
  })

  it('fill the weeks of a month from Sunday', () => {
    const weeks = weeksOf('2026-11-20')
    expect(weeks).toHaveLength(5)
    expect(weeks[0]?.[0]).toBe('2026-11-01')
    expect(weeks[4]).toEqual(['2026-11-29', '2026-11-30', undefined, undefined, undefined, undefined, undefined])
    expect(weeksOf('2026-08-01')[0]?.slice(5)).toEqual([undefined, '2026-08-01'])
  })

  it('are written short, and with the year unless it is this one', () => {
    expect(writeRange('2026-11-09', '2026-11-15', today)).toBe('Nov 9 – 15')
    expect(writeRange('2026-10-30', '2026-11-05', today)).toBe('Oct 30 – Nov 5')
    expect(writeRange('2026-11-15', '2026-11-15', today)).toBe('Nov 15')
    expect(writeRange('2025-12-01', '2025-12-31', today)).toBe('Dec 1, 2025 – Dec 31, 2025')
    expect(writeDayHeading('2026-11-15', today)).toBe('Sunday, Nov 15')
    expect(writeDayHeading('2025-11-15', today)).toBe('Saturday, Nov 15, 2025')
  })
})
