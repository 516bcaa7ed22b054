import type { AuditRun } from '@bitquay/contract/operations'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { settleFindings, sortFindings } from './acknowledge-finding.ts'
import { auditLedger, auditNewEntries, blocksSealing } from './audit-ledger.ts'
import { checkNodePayments } from './check-node-payments.ts'
import { auditRequested, platformChecked } from './facts.ts'
import { findAudit } from './queries.audit.ts'
import { findDecidedId, sealLedger } from './seal-ledger.ts'
import { type AuditStart, beginAudit, endAudit, failAudit } from './table.audit-runs.ts'

/** Audits the ledger now, at an operator's request. */
export const auditNow = async (deps: Deps, admin: Admin, source: Source): Promise<AuditRun> => {
  const id = await inTransaction(deps.db, async (tx) => {
    await announce(tx, auditRequested, {}, { actor: admin, source })
    return beginAudit(tx, admin.email)
  })
  await carryOutAudit(deps, { id, isFull: true })
  const run = await findAudit(deps.db, id)
  if (!run) throw new Error(`audit ${id} is gone`)
  return run
}

/**
 * Runs the checks outside any transaction, seals what was decided before they started and had no findings, and saves the
 * findings.
 */
export const carryOutAudit = async (
  deps: Pick<Deps, 'db' | 'auditDb' | 'engines' | 'wake'>,
  { id, isFull }: AuditStart,
): Promise<void> => {
  try {
    await checkNodePayments(deps)
    const decidedId = await findDecidedId(deps.db)
    const outcome = await (isFull ? auditLedger : auditNewEntries)(deps.auditDb)
    const { findings } = await sortFindings(deps.db, outcome)
    if (!findings.some(blocksSealing)) await sealLedger(deps.db, decidedId)
    await inTransaction(deps.db, async (tx) => {
      await endAudit(tx, id, await settleFindings(tx, outcome))
      await announce(tx, platformChecked, {})
    })
  } catch (error) {
    await failAudit(deps.db, id, String(error))
    throw error
  }
  deps.wake('watch-platform')
}
