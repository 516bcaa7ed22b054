import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Saves that a worker failed at one item and delays it: twice as long each time, up to an hour. */
export const saveWorkFailure = async (db: Db, worker: string, item: string, error: unknown) => {
  await sql`
    insert into work_failures as f (worker, item, failures, last_error, first_failed_at, retry_at)
    values (${worker}, ${item}, 1, ${String(error).slice(0, 500)}, app_now(), app_now() + interval '15 seconds')
    on conflict (worker, item) do update set failures = f.failures + 1, last_error = excluded.last_error,
      retry_at = app_now() + make_interval(secs => least(3600, 15 * 2 ^ least(f.failures, 10)))`.execute(db)
}

export const clearWorkFailure = async (db: Db, worker: string, item: string) => {
  await sql`delete from work_failures where worker = ${worker} and item = ${item}`.execute(db)
}

/** Whether an item waits for its next attempt, for the query that looks for work. */
export const isWaiting = (worker: string, item: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from work_failures f where f.worker = ${worker} and f.item = ${item} and f.retry_at > app_now())`

/** An item that was not retried for a week no longer exists. */
export const pruneWorkFailures = (db: Db) =>
  sql`delete from work_failures where retry_at < app_now() - interval '7 days'`.execute(db)
