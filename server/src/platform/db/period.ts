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

/** The first moment of a range. */
export const startOf = ({ from, tz }: Period): RawBuilder<Date> | undefined => {
  if (from === undefined) return undefined
  return isDate(from) ? sql<Date>`(${startOfDay(sql`${from}::date`, tz)})` : sql<Date>`${from}::timestamptz`
}

/** The moment that a range ends before. A given time is included, so its range ends a microsecond later. */
export const endOf = ({ to, tz }: Period): RawBuilder<Date> | undefined => {
  if (to === undefined) return undefined
  return isDate(to)
    ? sql<Date>`(${startOfDay(sql`${to}::date + 1`, tz)})`
    : sql<Date>`(${to}::timestamptz + interval '1 microsecond')`
}

/** The conditions for a column to be in the range. None when the range is open. */
export const inPeriod = (column: RawBuilder<unknown>, period: Period): RawBuilder<boolean>[] => {
  const start = startOf(period)
  const end = endOf(period)
  return [...(start ? [sql<boolean>`${column} >= ${start}`] : []), ...(end ? [sql<boolean>`${column} < ${end}`] : [])]
}
