import type { Period } from '@bitquay/contract/lists'
import { type RawBuilder, sql } from 'kysely'

const isDate = (moment: string) => !moment.includes('T')

/**
 * When a date's day begins in a time zone. With daylight saving a day has 23 or 25 hours. Where clocks go back to
 * midnight, it begins at the first of the two, and PostgreSQL reads the second.
 */
export const startOfDay = (day: RawBuilder<unknown>, tz: string | undefined) => {
  const zone = sql`${tz ?? 'UTC'}::text`
  const midnight = sql`(${day})::timestamp`
  const hourBefore = sql`(${midnight} at time zone ${zone} - interval '1 hour')`
  return sql`case when ${hourBefore} at time zone ${zone} = ${midnight} then ${hourBefore} else ${midnight} at time zone ${zone} end`
}

/** When a business day begins that ends some hours after midnight. */
const startOfBusinessDay = (day: RawBuilder<unknown>, { tz, dayEndsHour = 0 }: BusinessPeriod) =>
  dayEndsHour === 0
    ? startOfDay(day, tz)
    : sql`((${day})::timestamp + make_interval(hours => ${dayEndsHour})) at time zone ${tz ?? 'UTC'}::text`

/** A period whose days may end after midnight. */
export type BusinessPeriod = Period & { dayEndsHour?: number }

/** The first moment of a range. */
export const startOf = ({ from, ...days }: BusinessPeriod): RawBuilder<Date> | undefined => {
  if (from === undefined) return undefined
  return isDate(from) ? sql<Date>`(${startOfBusinessDay(sql`${from}::date`, days)})` : sql<Date>`${from}::timestamptz`
}

/** The moment that a range ends before. A given time is included, so its range ends a microsecond later. */
export const endOf = ({ to, ...days }: BusinessPeriod): RawBuilder<Date> | undefined => {
  if (to === undefined) return undefined
  return isDate(to)
    ? sql<Date>`(${startOfBusinessDay(sql`${to}::date + 1`, days)})`
    : sql<Date>`(${to}::timestamptz + interval '1 microsecond')`
}

/** The conditions for a column to be in the range. None when the range is open. */
export const inPeriod = (column: RawBuilder<unknown>, period: BusinessPeriod): RawBuilder<boolean>[] => {
  const start = startOf(period)
  const end = endOf(period)
  return [...(start ? [sql<boolean>`${column} >= ${start}`] : []), ...(end ? [sql<boolean>`${column} < ${end}`] : [])]
}
