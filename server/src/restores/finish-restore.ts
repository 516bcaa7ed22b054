import { requireAdminSecondFactor } from '../accounts/index.ts'
import { revokeSuspended } from '../api-keys/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { discardHeldEmails } from '../mail/index.ts'
import { setWithdrawalsPaused } from '../platform/db/platform-row.ts'
import { markRestoreFinished } from '../platform/db/restore-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { restoreFinished } from './facts.ts'
import { readParts } from './queries.ts'
import { requireReview } from './require-reviewer.ts'

/** Ends the review and resumes payouts. Stores whose owner isn't confirmed yet stay paused. */
export const finishRestore = async (
  deps: Deps,
  admin: Admin,
  twoFactorToken: string | undefined,
  source: Source,
): Promise<void> => {
  await inTransaction(deps.db, (tx) => requireReview(tx, admin))
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    const { id } = await requireReview(tx, admin)
    const left = (await readParts(tx, id)).reduce((sum, part) => sum + part.left, 0)
    if (left > 0) {
      const items = left === 1 ? '1 item is' : `${left} items are`
      throw new ApiError('restore-unfinished', { message: `${items} left to decide. Nothing was changed.` })
    }
    await revokeSuspended(tx, deps, id, admin, source)
    await discardHeldEmails(tx)
    await markRestoreFinished(tx, id)
    await setWithdrawalsPaused(tx, false)
    await announce(tx, restoreFinished, {}, { actor: admin, source })
  })
  deps.wake('send-money')
}
