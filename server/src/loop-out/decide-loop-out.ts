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

/** Which request is decided, and the admin's 2FA code. */
export type DecisionInput = { requestId: number; twoFactorToken?: string | undefined }

/** Decides about a pending request. Of several admins who decide at once, one succeeds. */
export const decideLoopOut = async (
  deps: Deps,
  admin: Admin,
  decision: DecisionInput,
  source: Source,
  act: Extract<Act, `loop-out-${string}`>,
  decide: (tx: Tx, request: LoopOut) => Promise<void>,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, decision.twoFactorToken, source, {
    afterWaiting: act !== 'loop-out-rejected',
  })
  await inTransaction(deps.db, async (tx) => {
    const request = await lockLoopOut(tx, decision.requestId)
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

/** Completes a request that an admin paid manually, outside the platform. The amount leaves the Lightning account. */
export const completeLoopOut = (
  deps: Deps,
  admin: Admin,
  decision: DecisionInput & { adminNotes?: string | undefined },
  source: Source,
): Promise<void> =>
  decideLoopOut(deps, admin, decision, source, 'loop-out-completed', async (tx, request) => {
    await spendHeldLightning(tx, request)
    await saveProgress(tx, request.id, {
      status: 'completed',
      carriedOut: 'by-hand',
      adminNotes: decision.adminNotes || null,
      processedBy: admin.id,
      processedAt: tx.now,
      problem: null,
      toldAt: tx.now,
    })
    await notifyLoopOut(tx, deps.config.publicUrl, {
      ...request,
      status: 'completed',
      adminNotes: decision.adminNotes || null,
    })
  })

/** Rejects a request with a reason that the merchant can read. The held amount is Lightning balance again. */
export const rejectLoopOut = (
  deps: Deps,
  admin: Admin,
  decision: DecisionInput & { reason: string },
  source: Source,
): Promise<void> =>
  decideLoopOut(deps, admin, decision, source, 'loop-out-rejected', async (tx, request) => {
    await returnLightning(tx, request)
    await saveProgress(tx, request.id, {
      status: 'rejected',
      adminNotes: decision.reason,
      processedBy: admin.id,
      processedAt: tx.now,
      problem: null,
      toldAt: tx.now,
    })
    await notifyLoopOut(tx, deps.config.publicUrl, { ...request, status: 'rejected', adminNotes: decision.reason })
  })
