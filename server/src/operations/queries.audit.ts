import type { AuditRun } from '@bitquay/contract/operations'
import type { Db } from '../platform/db/connect.ts'
import { canAcknowledge } from './audit-ledger.ts'
import { findLastRun } from './table.audit-runs.ts'

/** The audit that was started last, or this one, as screens show it. */
export const findAudit = async (db: Db, id?: number): Promise<AuditRun | undefined> => {
  const run = await findLastRun(db, id)
  return (
    run && {
      ...run,
      findings: run.findings.map((finding) => ({ ...finding, acknowledgeable: canAcknowledge(finding) })),
    }
  )
}
