import type { RevenueRange } from '@bitquay/contract/revenue'
import { type RawBuilder, sql } from 'kysely'

export type RevenueQuery = { range: RevenueRange; from?: string | undefined; to?: string | undefined }

/** What a report covers, as days in UTC: its first and last day, and those of the span right before. */
export type RevenueSpan = {
  unit: 'day' | 'month'
  first: RawBuilder<string>
  last: RawBuilder<string>
  previousFirst: RawBuilder<string>
  previousLast: RawBuilder<string>
}

const ranges: Record<RevenueRange, { unit: 'day' | 'month'; steps: number }> = {
  '7D': { unit: 'day', steps: 7 },
  '30D': { unit: 'day', steps: 30 },
  '90D': { unit: 'day', steps: 90 },
  '12M': { unit: 'month', steps: 12 },
}

const today = sql<string>`(app_now() at time zone 'UTC')::date`

/** A range ends today or in the current month. Chosen days are taken as they are. */
export const spanOf = ({ range, from, to }: RevenueQuery): RevenueSpan => {
  if (from !== undefined && to !== undefined) return ofDays(sql`${from}::date`, sql`${to}::date`)
  const { unit, steps } = ranges[range]
  if (unit === 'day') return ofDays(sql`(${today} - ${sql.lit(steps - 1)})`, today)
  const month = sql`date_trunc('month', ${today})`
  const first = sql<string>`(${month} - ${sql.lit(steps - 1)} * interval '1 month')::date`
  return {
    unit,
    first,
    last: sql`(${month} + interval '1 month - 1 day')::date`,
    previousFirst: sql`(${first} - ${sql.lit(steps)} * interval '1 month')::date`,
    previousLast: sql`(${first} - 1)`,
  }
}

const ofDays = (first: RawBuilder<string>, last: RawBuilder<string>): RevenueSpan => ({
  unit: 'day',
  first,
  last,
  previousFirst: sql`(${first} - (${last} - ${first} + 1))`,
  previousLast: sql`(${first} - 1)`,
})

/** The first moment of a day in UTC. */
export const startOfDay = (day: RawBuilder<string>): RawBuilder<Date> => sql`((${day})::timestamp at time zone 'UTC')`
