import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce, type By } from '../facts/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { examine } from './examine.ts'
import { doctorRan } from './facts.ts'
import type { Finding } from './finding.ts'
import { type Request, type Surroundings, surroundings } from './patient.ts'

/** All checks for an admin, with a test email to that admin and a test of the webhooks. */
export const runDoctor = async (
  deps: Deps,
  admin: Admin,
  twoFactorToken: string | undefined,
  source: Source,
  around: Surroundings = surroundings,
): Promise<Finding[]> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  const request = { testEmailTo: admin.email, testsWebhooks: true }
  await recordRun(deps.db, request, { actor: admin, source })
  return examine(deps, request, around)
}

/** Before anything is sent, so that what was sent is always in the audit log. */
export const recordRun = (db: Db, { testEmailTo, testsWebhooks = false }: Request, by: By) =>
  inTransaction(db, (tx) =>
    announce(tx, doctorRan, { detail: { sendsEmail: testEmailTo !== undefined, testsWebhooks } }, by),
  )
