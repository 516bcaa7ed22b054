import { requireAdminSecondFactor } from '../accounts/require-admin-second-factor.ts'
import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'

/**
 * Closes the way out for everyone, or opens it again. Whatever is not signed yet waits; what is on its way goes on, since
 * nobody can call it back.
 */
export const pauseWithdrawals = async (
  deps: Deps,
  admin: Admin,
  { paused, twoFactorToken }: { paused: boolean; twoFactorToken: string | undefined },
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    const changed = await tx
      .updateTable('platform')
      .set({ withdrawalsPaused: paused })
      .where('withdrawalsPaused', '<>', paused)
      .returning('mode')
      .executeTakeFirst()
    if (!changed) return
    await recordAct(tx, { act: paused ? 'withdrawals-paused' : 'withdrawals-resumed', actor: admin, source })
    await noteChange(tx, 'admin', 'system')
    await noteChange(tx, 'admin', 'acts')
  })
  if (!paused) deps.wake('send-money')
}
