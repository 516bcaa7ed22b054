import { type Day, writeShortDay } from '../../ui/list-surface/plain-date.ts'
import * as t from './messages.ts'

const write = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (day: Day) => format.format(new Date(`${day}T00:00:00Z`))
}

const shortWeekday = write({ weekday: 'short' })
const longWeekday = write({ weekday: 'long' })
const weekdayAndDay = write({ weekday: 'short', month: 'short', day: 'numeric' })

/** `Tue` or `Nov 10` */
export const nameColumn = (day: Day, asWeekday: boolean, width: 'short' | 'long' = 'short'): string => {
  if (!asWeekday) return writeShortDay(day, day)
  return width === 'short' ? shortWeekday(day) : longWeekday(day)
}

/** `Tue, Nov 10`, or `Week of Nov 10` */
export const nameBucket = ({ from }: { from: Day }, daysPerBucket: number): string =>
  daysPerBucket === 1 ? weekdayAndDay(from) : t.weekOf({ day: writeShortDay(from, from) })
