import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Finding } from './table.audit-runs.ts'

export type AcknowledgedFinding = Finding & { reason: string; acknowledgedBy: string; acknowledgedAt: string }

type Row = Omit<AcknowledgedFinding, 'acknowledgedAt'> & { acknowledgedAt: Date }
const columns = sql`check_name as "check", subject, expected, found, reason, acknowledged_by, acknowledged_at`
const present = (row: Row): AcknowledgedFinding => ({ ...row, acknowledgedAt: row.acknowledgedAt.toISOString() })

export const listAcknowledged = async (db: Db): Promise<AcknowledgedFinding[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from audit_acknowledgments order by acknowledged_at, check_name, subject`.execute(db)
  return rows.map(present)
}

export const saveAcknowledgment = async (
  tx: Tx,
  { check, subject, expected, found }: Finding,
  { reason, acknowledgedBy }: { reason: string; acknowledgedBy: string },
): Promise<AcknowledgedFinding> => {
  const { rows } = await sql<Row>`
    insert into audit_acknowledgments (check_name, subject, expected, found, reason, acknowledged_by)
    values (${check}, ${subject}, ${expected}, ${found}, ${reason}, ${acknowledgedBy})
    on conflict (check_name, subject) do update set expected = excluded.expected, found = excluded.found,
      reason = excluded.reason, acknowledged_by = excluded.acknowledged_by, acknowledged_at = excluded.acknowledged_at
    returning ${columns}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the acknowledgment was not saved')
  return present(row)
}

/** Returns whether there was one. */
export const deleteAcknowledgment = async (tx: Tx, { check, subject }: Pick<Finding, 'check' | 'subject'>) => {
  const { numAffectedRows } = await sql`
    delete from audit_acknowledgments where check_name = ${check} and subject = ${subject}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
