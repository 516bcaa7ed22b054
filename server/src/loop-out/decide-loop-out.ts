import { requireAdminSecondFactor } from '../accounts/require-admin-second-factor.ts'
import { type Act, recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { type LoopOut, lockLoopOut } from './request.ts'
import { tellLoopOut } from './tell-loop-out.ts'

/** Who decides about which request, with which code. */
export type Judgement = { requestId: number; twoFactorToken?: string | undefined }

/** An admin decides about a request that is pending: of several who decide at once, one does. */
export const judgeLoopOut = async (
  deps: Deps,
  admin: Admin,
  judgement: Judgement,
  source: Source,
  act: Extract<Act, `loop-out-${string}`>,
  decide: (tx: Tx, request: LoopOut) => Promise<void>,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, judgement.twoFactorToken, source, {
    afterWaiting: act !== 'loop-out-rejected',
  })
  await inTransaction(deps.db, async (tx) => {
    const request = await lockLoopOut(tx, judgement.requestId)
    if (!request) throw new ApiError('not-found')
    if (request.status !== 'pending') throw new ApiError('loop-out-not-pending')
    await decide(tx, request)
    await recordAct(tx, {
      act,
      actor: admin,
      source,
      subject: { kind: 'loop-out', id: request.id },
      merchantId: request.merchantId,
      detail: { amountBtc: request.lightningBalanceBtc },
    })
    await tellLoopOut(tx, request.merchantId)
  })
}
