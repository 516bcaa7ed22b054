import type { AuditRun } from '@bitquay/contract/system'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { auditLedger } from './audit-ledger.ts'
import { checkNodePayments } from './check-node-payments.ts'
import { beginAudit, endAudit, failAudit, findLastAudit } from './table.audit-runs.ts'

/** Audits the ledger now, at an operator's request. */
export const auditNow = async (deps: Deps, admin: Admin, source: Source): Promise<AuditRun> => {
  const id = await inTransaction(deps.db, async (tx) => {
    await recordActivity(tx, { act: 'ledger-audited', actor: admin, source })
    return beginAudit(tx, admin.email)
  })
  await carryOutAudit(deps, id)
  const run = await findLastAudit(deps.db, id)
  if (!run) throw new Error(`audit ${id} is gone`)
  return run
}

/** Runs the checks outside any transaction and saves the findings. */
export const carryOutAudit = async (deps: Pick<Deps, 'db' | 'engines' | 'wake'>, id: number): Promise<void> => {
  try {
    await checkNodePayments(deps)
    const outcome = await auditLedger(deps.db)
    await inTransaction(deps.db, async (tx) => {
      await endAudit(tx, id, outcome)
      await emitChange(tx, 'admin', 'system')
    })
  } catch (error) {
    await failAudit(deps.db, id, String(error))
    throw error
  }
  deps.wake('watch-platform')
}
