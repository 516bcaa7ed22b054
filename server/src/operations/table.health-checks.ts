import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

export type HealthKind = 'mail' | 'explorer' | 'clock' | 'disk' | 'certificate'

export type HealthCheck = {
  kind: HealthKind
  /** Of several of a kind, which. */
  subject?: string
  /** One sentence. Null while it is well. */
  problem: string | null
  figure?: number | undefined
  whole?: number | undefined
}

export const saveHealthCheck = async (db: Db, { kind, subject = '', problem, figure, whole }: HealthCheck) => {
  await sql`
    insert into health_checks (kind, subject, problem, figure, whole, checked_at)
    values (${kind}, ${subject}, ${problem}, ${figure ?? null}, ${whole ?? null}, app_now())
    on conflict (kind, subject) do update set problem = excluded.problem, figure = excluded.figure, whole = excluded.whole,
      checked_at = excluded.checked_at`.execute(db)
}

/** A machine or a server that was not measured for an hour is gone. */
export const pruneHealthChecks = async (db: Db) => {
  await sql`delete from health_checks where checked_at < app_now() - interval '1 hour'`.execute(db)
}
