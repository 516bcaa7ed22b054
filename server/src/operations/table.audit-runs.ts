import type { AuditRun } from '@bitquay/contract/system'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** An audit that has not finished after this time never will. */
const longestRun = '5 minutes'
const kept = 200

/** Starts an audit that someone requested. */
export const beginAudit = async (tx: Tx, askedBy: string): Promise<number> => {
  const { id } = await tx.insertInto('auditRuns').values({ askedBy }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Starts an audit when it is due, in one process only. */
export const beginDueAudit = async (tx: Tx, everySeconds: number): Promise<number | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtext('audit of the ledger'))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into audit_runs (asked_by) select null where not exists (
      select from audit_runs where started_at > app_now() - make_interval(secs => ${everySeconds})
        and (finished_at is not null or started_at > app_now() - ${sql.lit(longestRun)}::interval)
    ) returning id`.execute(tx)
  return rows[0]?.id
}

export const endAudit = async (
  tx: Tx,
  id: number,
  outcome: { checks: string[]; findings: object[]; notes: object[] },
) => {
  await sql`
    update audit_runs set finished_at = app_now(), checks = ${JSON.stringify(outcome.checks)}, findings = ${JSON.stringify(outcome.findings)},
      notes = ${JSON.stringify(outcome.notes)}
    where id = ${id}`.execute(tx)
  await sql`delete from audit_runs where id <= ${id - kept}`.execute(tx)
}

export const failAudit = async (db: Db, id: number, failure: string) => {
  await sql`update audit_runs set finished_at = app_now(), failure = ${failure.slice(0, 500)} where id = ${id}`.execute(
    db,
  )
}

/** Something that does not add up: the subject and the two figures. */
export type AuditRow = { subject: string; expected: string; found: string }

type Row = Omit<AuditRun, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null }

/** The audit that was started last, finished or not. */
export const findLastAudit = async (db: Db, id?: number): Promise<AuditRun | undefined> => {
  const { rows } = await sql<Row>`
    select id, started_at, finished_at, checks, findings, notes, failure, asked_by from audit_runs
    ${id === undefined ? sql`` : sql`where id = ${id}`} order by id desc limit 1`.execute(db)
  const row = rows[0]
  return row && { ...row, startedAt: row.startedAt.toISOString(), finishedAt: row.finishedAt?.toISOString() ?? null }
}
