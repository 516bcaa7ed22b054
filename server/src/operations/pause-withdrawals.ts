import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { setWithdrawalsPaused } from '../platform/db/platform-row.ts'
import { isUnderReview } from '../platform/db/restore-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { withdrawalsPaused, withdrawalsResumed } from './facts.ts'

/**
 * Pauses withdrawals for everyone, or resumes them. What is not signed yet waits. What is broadcast continues, since it
 * cannot be canceled.
 */
export const pauseWithdrawals = async (
  deps: Deps,
  admin: Admin,
  { paused, twoFactorToken }: { paused: boolean; twoFactorToken: string | undefined },
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    if (!paused && (await isUnderReview(tx))) throw new ApiError('restore-under-review')
    if (!(await setWithdrawalsPaused(tx, paused))) return
    await announce(tx, paused ? withdrawalsPaused : withdrawalsResumed, {}, { actor: admin, source })
  })
  if (!paused) deps.wake('send-money')
}
