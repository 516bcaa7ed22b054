import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import type { Database } from './connect.ts'
import { type BusinessPeriod, endOf, inPeriod, startOf } from './period.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const boundsOf = async (period: BusinessPeriod) => {
  const { rows } = await sql<{ start: Date; end: Date }>`
    select ${startOf(period)} as start, ${endOf(period)} as end`.execute(database.db)
  return rows[0]
}
const hoursOf = async (day: string, tz: string) => {
  const bounds = await boundsOf({ from: day, to: day, tz })
  return bounds && (bounds.end.getTime() - bounds.start.getTime()) / 3_600_000
}

test('a day has 23 hours when clocks go forward and 25 when they go back', async () => {
  expect(await hoursOf('2026-03-29', 'Europe/Berlin')).toBe(23)
  expect(await hoursOf('2026-10-25', 'Europe/Berlin')).toBe(25)
  expect(await hoursOf('2026-03-08', 'America/New_York')).toBe(23)
  expect(await hoursOf('2026-11-01', 'America/New_York')).toBe(25)
  expect(await hoursOf('2026-11-01', 'Asia/Kolkata')).toBe(24)
})

test('a day that begins after midnight begins at its first moment', async () => {
  // In Santiago clocks jumped from midnight to 1 AM.
  expect(await boundsOf({ from: '2026-09-06', to: '2026-09-06', tz: 'America/Santiago' })).toEqual({
    start: new Date('2026-09-06T04:00:00Z'),
    end: new Date('2026-09-07T03:00:00Z'),
  })
})

test('a day whose midnight comes twice begins at the first, and the day before ends there', async () => {
  const first = new Date('2026-10-25T00:00:00Z')
  expect(await boundsOf({ from: '2026-10-25', to: '2026-10-25', tz: 'Atlantic/Azores' })).toEqual({
    start: first,
    end: new Date('2026-10-26T01:00:00Z'),
  })
  expect(await boundsOf({ to: '2026-10-24', from: '2026-10-24', tz: 'Atlantic/Azores' })).toMatchObject({ end: first })
  expect(await hoursOf('2026-11-01', 'America/Havana')).toBe(25)
})

test('dates without a time zone are days in UTC', async () => {
  expect(await boundsOf({ from: '2026-11-09', to: '2026-11-15' })).toEqual({
    start: new Date('2026-11-09T00:00:00Z'),
    end: new Date('2026-11-16T00:00:00Z'),
  })
})

test('a range includes the time that it ends at', async () => {
  const at = '2026-11-09T10:00:00.123Z'
  const isIn = async (period: BusinessPeriod) => {
    const { rows } = await sql<{ in: boolean }>`
      select ${sql.join(inPeriod(sql`${at}::timestamptz`, period), sql` and `)} as in`.execute(database.db)
    return rows[0]?.in
  }
  expect(await isIn({ from: at, to: at })).toBe(true)
  expect(await isIn({ to: '2026-11-09T10:00:00.122Z' })).toBe(false)
  expect(await isIn({ from: '2026-11-09T12:00:00.123+02:00' })).toBe(true)
})

test('every time zone that a request may name is known to PostgreSQL', async () => {
  const names = Intl.supportedValuesOf('timeZone')
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) name where name not in (select name from pg_timezone_names)`.execute(
    database.db,
  )
  expect(rows).toEqual([])
})

test('a business day ends some hours after midnight, also when clocks change', async () => {
  const of = (day: string) => boundsOf({ from: day, to: day, tz: 'America/New_York', dayEndsHour: 3 })
  expect(await of('2026-11-17')).toEqual({
    start: new Date('2026-11-17T08:00:00Z'),
    end: new Date('2026-11-18T08:00:00Z'),
  })
  expect(await of('2026-10-31')).toEqual({
    start: new Date('2026-10-31T07:00:00Z'),
    end: new Date('2026-11-01T08:00:00Z'),
  })
})
