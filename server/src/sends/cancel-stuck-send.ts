import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { cancelSend } from './end-send.ts'
import { sendCanceled } from './facts.ts'
import { findStuckSend } from './table.ts'

/** An operator cancels a stuck send. Only an unsigned one can be canceled: no bytes of it exist anywhere. */
export const cancelStuckSend = async (
  deps: Deps,
  admin: Admin,
  { id, twoFactorToken }: { id: number; twoFactorToken: string | undefined },
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    const stuck = await findStuckSend(tx, id)
    if (!stuck) throw new ApiError('not-found')
    await cancelSend(tx, deps, id)
    const { merchantId, kind, problem } = stuck
    await announce(tx, sendCanceled, { id, merchantId, detail: { kind, problem } }, { actor: admin, source })
  })
}
