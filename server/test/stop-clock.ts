import { sql } from 'kysely'
import type { Db } from '../src/platform/db/connect.ts'

/** Runs something while the platform's clock stands: a limit per minute then doesn't depend on the machine's speed. */
export const whileClockStands = async <T>(db: Db, work: () => Promise<T>): Promise<T> => {
  const { rows } = await sql<{ definition: string; now: Date }>`
    select pg_get_functiondef('app_now'::regproc) as definition, app_now() as now`.execute(db)
  const [clock] = rows
  if (!clock) throw new Error('the platform has no clock')
  await sql`create or replace function app_now() returns timestamptz language sql stable parallel safe
    as ${sql.lit(`select '${clock.now.toISOString()}'::timestamptz`)}`.execute(db)
  try {
    return await work()
  } finally {
    await sql.raw(clock.definition).execute(db)
  }
}
