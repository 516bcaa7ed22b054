import { confirmPerson, requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { restoredPeopleConfirmed } from './facts.ts'
import { findRestored } from './queries.ts'
import { lockAsReviewer } from './require-reviewer.ts'

/**
 * The admin confirms admins, partners and owners, each chosen by hand. Those who are left can be confirmed later, also
 * after the review, because some may have left for good.
 */
export const confirmPeople = async (
  deps: Deps,
  admin: Admin,
  { ids, twoFactorToken }: { ids: readonly number[]; twoFactorToken: string | undefined },
  source: Source,
): Promise<void> => {
  await inTransaction(deps.db, (tx) => lockAsReviewer(tx, admin))
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    await lockAsReviewer(tx, admin)
    // In one order, so that two admins don't wait for each other.
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
      const person = await findRestored(tx, id)
      if (!person) throw new ApiError('not-found')
      await confirmPerson(tx, deps, person, admin, source)
    }
    await announce(tx, restoredPeopleConfirmed, {})
  })
}
