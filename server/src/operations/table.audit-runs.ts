import type { AuditRun } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** An audit that has not finished after this time never will. A full one reads all history. */
const longestRun = '5 minutes'
const longestFullRun = '1 hour'
const kept = 200

/** Starts an audit that someone requested. */
export const beginAudit = async (tx: Tx, askedBy: string): Promise<number> => {
  const { id } = await tx.insertInto('auditRuns').values({ askedBy }).returning('id').executeTakeFirstOrThrow()
  return id
}

export type AuditStart = { id: number; isFull: boolean }

/** Only one process starts a run, saves its findings or changes what is acknowledged at a time. */
export const lockAudits = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('audit of the ledger'))`.execute(tx)
}

/**
 * Starts an audit when it is due, in one process only. It is a full one once a night, and after a full one that failed or
 * found something, so that what only a full run finds isn't replaced by a clean run over new entries.
 */
export const beginDueAudit = async (tx: Tx, everySeconds: number): Promise<AuditStart | undefined> => {
  await lockAudits(tx)
  const { rows } = await sql<AuditStart>`
    insert into audit_runs (asked_by, is_full)
    select null, coalesce((
      select r.failure is not null or r.findings <> '[]' or r.started_at < n.night
      from audit_runs r where r.is_full and r.finished_at is not null order by r.id desc limit 1
    ), true)
    from (select (date_trunc('day', app_now() at time zone 'UTC' - interval '2 hours') + interval '2 hours') at time zone 'UTC' as night) n
    where not exists (
      select from audit_runs where (finished_at is not null and started_at > app_now() - make_interval(secs => ${everySeconds}))
        or (finished_at is null and started_at > app_now() - case when is_full then ${sql.lit(longestFullRun)}::interval else ${sql.lit(longestRun)}::interval end)
    ) returning id, is_full`.execute(tx)
  return rows[0]
}

export const endAudit = async (
  tx: Tx,
  id: number,
  outcome: { checks: string[]; findings: object[]; acknowledged: object[]; notes: object[] },
) => {
  await sql`
    update audit_runs set finished_at = app_now(), checks = ${JSON.stringify(outcome.checks)}, findings = ${JSON.stringify(outcome.findings)},
      acknowledged = ${JSON.stringify(outcome.acknowledged)}, notes = ${JSON.stringify(outcome.notes)}
    where id = ${id}`.execute(tx)
  await sql`delete from audit_runs where id <= ${id - kept}`.execute(tx)
}

export const failAudit = async (db: Db, id: number, failure: string) => {
  await sql`update audit_runs set finished_at = app_now(), failure = ${failure.slice(0, 500)} where id = ${id}`.execute(
    db,
  )
}

/** What the last finished run found and nobody explained, and what somebody did. */
export const findLastFindings = async (
  tx: Tx,
): Promise<Pick<SavedRun, 'id' | 'findings' | 'acknowledged'> | undefined> => {
  const { rows } = await sql<Pick<SavedRun, 'id' | 'findings' | 'acknowledged'>>`
    select id, findings, acknowledged from audit_runs where finished_at is not null order by id desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

export const saveFindings = async (
  tx: Tx,
  id: number,
  { findings, acknowledged }: { findings: object[]; acknowledged: object[] },
) => {
  await sql`
    update audit_runs set findings = ${JSON.stringify(findings)}, acknowledged = ${JSON.stringify(acknowledged)}
    where id = ${id}`.execute(tx)
}

/** Something that does not add up: the subject and the two figures. */
export type AuditRow = { subject: string; expected: string; found: string }

/** What a check found. */
export type Finding = AuditRow & { check: string }

/** A run as it is saved. */
export type SavedRun = Omit<AuditRun, 'findings'> & { findings: Finding[] }
type Row = Omit<SavedRun, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null }

/** The audit that was started last, finished or not. */
export const findLastRun = async (db: Db, id?: number): Promise<SavedRun | undefined> => {
  const { rows } = await sql<Row>`
    select id, started_at, finished_at, checks, findings, acknowledged, notes, failure, asked_by from audit_runs
    ${id === undefined ? sql`` : sql`where id = ${id}`} order by id desc limit 1`.execute(db)
  const row = rows[0]
  return row && { ...row, startedAt: row.startedAt.toISOString(), finishedAt: row.finishedAt?.toISOString() ?? null }
}
