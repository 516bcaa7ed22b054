import type { StatusComponent } from '@bitquay/contract/status'
import { statusComponents } from '@bitquay/contract/status'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

export type Health = 'healthy' | 'slow' | 'down'

/** How many days the status page shows. */
export const statusDays = 90
const minutesPerDay = 24 * 60

/** Servers write the history one after the other. Returns the time of the newest check, if there was one. */
export const lockStatusHistory = async (tx: Tx): Promise<Date | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtext('status history'))`.execute(tx)
  const { rows } = await sql<{ newest: Date | null }>`select max(checked_at) as newest from status_days`.execute(tx)
  return rows[0]?.newest ?? undefined
}

/** Saves the health of each component now. The first check of a minute counts. */
export const saveStatusChecks = async (tx: Tx, checks: readonly { component: StatusComponent; health: Health }[]) => {
  await sql`
    insert into status_days as d (component, day, healthy, slow, down, state, checked_at, counted_minute)
    select c.component, (app_now() at time zone 'UTC')::date, (c.health = 'healthy')::int, (c.health = 'slow')::int,
      (c.health = 'down')::int, c.health, app_now(), date_trunc('minute', app_now())
    from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) as c (component text, health text)
    on conflict (component, day) do update set state = excluded.state, checked_at = excluded.checked_at,
      counted_minute = greatest(d.counted_minute, excluded.counted_minute),
      healthy = d.healthy + excluded.healthy * (d.counted_minute < excluded.counted_minute)::int,
      slow = d.slow + excluded.slow * (d.counted_minute < excluded.counted_minute)::int,
      down = d.down + excluded.down * (d.counted_minute < excluded.counted_minute)::int`.execute(tx)
}

/** Counts the minutes before this one as down for every component, each in its own day. */
export const addMissedMinutes = async (tx: Tx, missedMinutes: number) => {
  await sql`
    insert into status_days as d (component, day, down, state, checked_at, counted_minute)
    select c.component, (m.minute at time zone 'UTC')::date, count(*), 'down', max(m.minute), max(m.minute)
    from unnest(${[...statusComponents]}::text[]) as c (component)
      cross join (
        select date_trunc('minute', app_now()) - n * interval '1 minute' as minute
        from generate_series(1, ${Math.min(missedMinutes, statusDays * minutesPerDay)}::int) n
      ) m
    group by 1, 2
    on conflict (component, day) do update set down = d.down + excluded.down`.execute(tx)
}

export const pruneStatusDays = (db: Db) =>
  sql`delete from status_days where day <= (app_now() at time zone 'UTC')::date - ${sql.lit(statusDays)}::int`.execute(
    db,
  )
