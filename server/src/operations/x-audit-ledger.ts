import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { carryOutAudit } from './run-audit.ts'
import { beginDueAudit } from './table.audit-runs.ts'

const everySeconds = 15 * 60

/** Recomputes the ledger every so often, in whichever process comes first, so that nobody has to think of it. */
export const auditLedger = (deps: Deps): Worker => ({
  name: 'audit-ledger',
  everyMs: 60_000,
  run: async () => {
    const id = await inTransaction(deps.db, (tx) => beginDueAudit(tx, everySeconds))
    if (id !== undefined) await carryOutAudit(deps, id)
    return false
  },
})
