import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { type AuditOutcome, canAcknowledge } from './audit-ledger.ts'
import { findingAcknowledged, findingReopened } from './facts.ts'
import {
  type AcknowledgedFinding,
  deleteAcknowledgment,
  listAcknowledged,
  saveAcknowledgment,
} from './table.acknowledgments.ts'
import { type Finding, findLastFindings, lockAudits, saveFindings } from './table.audit-runs.ts'

export type SortedOutcome = AuditOutcome & { acknowledged: AcknowledgedFinding[] }

/**
 * Puts findings apart that an operator has acknowledged with exactly these figures. What a run over new entries didn't
 * check again stays listed.
 */
export const sortFindings = async (db: Db, outcome: AuditOutcome): Promise<SortedOutcome> => {
  const known = await listAcknowledged(db)
  const isListed = (one: AcknowledgedFinding) =>
    !outcome.checks.includes(one.check) || outcome.findings.some((finding) => isSame(finding, one))
  const acknowledged = known.filter(isListed)
  return {
    ...outcome,
    checks: [...new Set([...outcome.checks, ...acknowledged.map(({ check }) => check)])],
    findings: outcome.findings.filter((finding) => !acknowledged.some((one) => isSame(finding, one))),
    acknowledged,
  }
}

const isSame = (a: Finding, b: Finding) =>
  a.check === b.check && a.subject === b.subject && a.expected === b.expected && a.found === b.found

/** The same, and forgets acknowledgments whose figures have changed, so that they don't come back. */
export const settleFindings = async (tx: Tx, outcome: AuditOutcome): Promise<SortedOutcome> => {
  await lockAudits(tx)
  const sorted = await sortFindings(tx, outcome)
  for (const one of await listAcknowledged(tx)) {
    if (!sorted.acknowledged.some((kept) => isSame(kept, one))) await deleteAcknowledgment(tx, one)
  }
  return sorted
}

/** An operator says why a finding of the last run is all right. It stays listed, and any change opens it again. */
export const acknowledgeFinding = async (
  deps: Deps,
  admin: Admin,
  { reason, twoFactorToken, ...finding }: Finding & { reason: string; twoFactorToken: string | undefined },
  source: Source,
): Promise<void> => {
  if (!canAcknowledge(finding)) throw new ApiError('finding-not-acknowledgeable')
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    await lockAudits(tx)
    const last = await findLastFindings(tx)
    if (!last?.findings.some((one) => isSame(one, finding))) throw new ApiError('not-found')
    const acknowledged = await saveAcknowledgment(tx, finding, { reason, acknowledgedBy: admin.email })
    await saveFindings(tx, last.id, {
      findings: last.findings.filter((one) => !isSame(one, finding)),
      acknowledged: [...last.acknowledged, acknowledged],
    })
    await announce(tx, findingAcknowledged, acknowledged, { actor: admin, source })
  })
}

/** Opens an acknowledged finding again. */
export const reopenFinding = async (
  deps: Deps,
  admin: Admin,
  { check, subject }: Pick<Finding, 'check' | 'subject'>,
  source: Source,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await lockAudits(tx)
    const last = await findLastFindings(tx)
    const finding = last?.acknowledged.find((one) => one.check === check && one.subject === subject)
    if (!last || !finding || !(await deleteAcknowledgment(tx, finding))) throw new ApiError('not-found')
    await saveFindings(tx, last.id, {
      findings: [...last.findings, { check, subject, expected: finding.expected, found: finding.found }],
      acknowledged: last.acknowledged.filter((one) => one !== finding),
    })
    await announce(tx, findingReopened, finding, { actor: admin, source })
  })
