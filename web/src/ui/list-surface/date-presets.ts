import { addDays, addMonths, type Day, endOfMonth, startOfMonth, yearOf } from './plain-date.ts'

export const datePresets = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
  'last-90-days',
  'year-to-date',
  'all-time',
] as const
export type DatePreset = (typeof datePresets)[number]

export type DateRange = { preset: DatePreset } | { from: Day; to: Day }

/** Nothing is left out, so that nobody misses money because of a range they never chose. */
export const allTime: DateRange = { preset: 'all-time' }

export const isAllTime = (range: DateRange) => 'preset' in range && range.preset === 'all-time'

/** The first and the last day of a range. All time has neither. */
export const daysOf = (range: DateRange, today: Day): { from: Day; to: Day } | undefined => {
  if (!('preset' in range)) return range
  const lastMonth = addMonths(startOfMonth(today), -1)
  switch (range.preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'last-7-days':
      return { from: addDays(today, -6), to: today }
    case 'last-30-days':
      return { from: addDays(today, -29), to: today }
    case 'this-month':
      return { from: startOfMonth(today), to: today }
    case 'last-month':
      return { from: lastMonth, to: endOfMonth(lastMonth) }
    case 'last-90-days':
      return { from: addDays(today, -89), to: today }
    case 'year-to-date':
      return { from: `${yearOf(today)}-01-01`, to: today }
    case 'all-time':
      return undefined
  }
}
