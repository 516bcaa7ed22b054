import { requireAdminSecondFactor } from '../accounts/index.ts'
import { type Act, recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { emitLoopOutChange, notifyLoopOut } from './notify-loop-out.ts'
import { returnLightning, spendHeldLightning } from './post-transfers.ts'
import { type LoopOut, lockLoopOut, saveProgress } from './table.ts'

/** Who decides about which request, with which code. */
export type Judgement = { requestId: number; twoFactorToken?: string | undefined }

/** An admin decides about a request that is pending: of several who decide at once, one does. */
export const decideLoopOut = async (
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
    await recordActivity(tx, {
      act,
      actor: admin,
      source,
      subject: { kind: 'loop-out', id: request.id },
      merchantId: request.merchantId,
      detail: { amountBtc: request.lightningBalanceBtc },
    })
    await emitLoopOutChange(tx, request.merchantId)
  })
}

/** Somebody has done it by hand, outside the platform: the amount leaves the Lightning account. */
export const completeLoopOut = (
  deps: Deps,
  admin: Admin,
  judgement: Judgement & { adminNotes?: string | undefined },
  source: Source,
): Promise<void> =>
  decideLoopOut(deps, admin, judgement, source, 'loop-out-completed', async (tx, request) => {
    await spendHeldLightning(tx, request)
    await saveProgress(tx, request.id, {
      status: 'completed',
      carriedOut: 'by-hand',
      adminNotes: judgement.adminNotes || null,
      processedBy: admin.id,
      processedAt: tx.now,
      problem: null,
      toldAt: tx.now,
    })
    await notifyLoopOut(tx, deps.config.publicUrl, {
      ...request,
      status: 'completed',
      adminNotes: judgement.adminNotes || null,
    })
  })

/** Refuses a request with a reason that the merchant reads; what was held is Lightning balance again. */
export const rejectLoopOut = (
  deps: Deps,
  admin: Admin,
  judgement: Judgement & { reason: string },
  source: Source,
): Promise<void> =>
  decideLoopOut(deps, admin, judgement, source, 'loop-out-rejected', async (tx, request) => {
    await returnLightning(tx, request)
    await saveProgress(tx, request.id, {
      status: 'rejected',
      adminNotes: judgement.reason,
      processedBy: admin.id,
      processedAt: tx.now,
      problem: null,
      toldAt: tx.now,
    })
    await notifyLoopOut(tx, deps.config.publicUrl, { ...request, status: 'rejected', adminNotes: judgement.reason })
  })
