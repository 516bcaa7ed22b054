import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { announce, announceAll } from '../facts/index.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { alertRaised, platformChecked } from './facts.ts'
import { findAlertConditions } from './find-alert-conditions.ts'
import { recordFirstSteps } from './read-first-steps.ts'
import { carryOutAudit } from './run-audit.ts'
import { sampleQueues } from './sample-queues.ts'
import { claimUnnotifiedAlerts, lockAlerts, saveAlerts } from './table.alerts.ts'
import { beginDueAudit } from './table.audit-runs.ts'

/** Problems that resolve themselves within this time are not worth an email. */
const patienceSeconds = 60

/** Updates the alerts to what is wrong right now and emails each new alert to the admins once. */
export const watchPlatform = async ({
  db,
  config,
  engine,
  wake,
}: Pick<Deps, 'db' | 'config' | 'engine' | 'wake'>): Promise<void> => {
  const notified = await inTransaction(db, async (tx) => {
    await lockAlerts(tx)
    const changed = await saveAlerts(tx, await findAlertConditions(tx, { config, engine }))
    const unnotified = await claimUnnotifiedAlerts(tx, patienceSeconds)
    const alerts = unnotified.map((alert) => ({ ...alert, publicUrl: config.publicUrl }))
    await announceAll(tx, alertRaised, alerts)
    if (changed) await announce(tx, platformChecked, {})
    return unnotified.length > 0
  })
  if (notified) wake('send-mail')
}

const everySeconds = 15 * 60

/** Audits the ledger at an interval, in whichever process comes first. */
export const auditLedger = (deps: Deps): Worker => ({
  name: 'audit-ledger',
  everyMs: 60_000,
  run: async () => {
    const due = await inTransaction(deps.db, (tx) => beginDueAudit(tx, everySeconds))
    if (due) await carryOutAudit(deps, due)
    return false
  },
})

/** Only if something was posted since. The numbers of transactions begin again in another cluster. */
const carryRevenue = (db: Deps['db']) =>
  sql`${planKept} select carry_revenue() from revenue_through r
    where (select posted_in from ledger_transfers order by posted_in desc limit 1) >= r.before
      or r.before > pg_snapshot_xmin(pg_current_snapshot())`.execute(db)

/**
 * Updates the revenue sums, so that reports stay fast, checks for alert conditions and first steps, and samples the
 * queues.
 */
export const checkPlatform = (deps: Deps): Worker => ({
  name: 'watch-platform',
  everyMs: 20_000,
  run: async () => {
    await carryRevenue(deps.db)
    await watchPlatform(deps)
    await sampleQueues(deps.db)
    await recordFirstSteps(deps)
    return false
  },
})
