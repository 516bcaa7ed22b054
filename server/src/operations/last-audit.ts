import type { AuditRun } from '@bitquay/contract/system'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

type Row = Omit<AuditRun, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null }

/** The audit that was begun last, whether or not it has come to its end. */
export const findLastAudit = async (db: Db, id?: number): Promise<AuditRun | undefined> => {
  const { rows } = await sql<Row>`
    select id, started_at, finished_at, checks, findings, notes, failure, asked_by from audit_runs
    ${id === undefined ? sql`` : sql`where id = ${id}`} order by id desc limit 1`.execute(db)
  const row = rows[0]
  return row && { ...row, startedAt: row.startedAt.toISOString(), finishedAt: row.finishedAt?.toISOString() ?? null }
}
