import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { type Action, announce } from '../facts/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { loopOutCompleted, loopOutRejected, type OfLoopOut } from './facts.ts'
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
  fact: Action<OfLoopOut>,
  /** Returns the request as it was decided, if the merchant reads of it. */
  decide: (tx: Tx, request: LoopOut) => Promise<LoopOut | undefined>,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, decision.twoFactorToken, source, {
    afterWaiting: fact !== loopOutRejected,
  })
  await inTransaction(deps.db, async (tx) => {
    const request = await lockLoopOut(tx, decision.requestId)
    if (!request) throw new ApiError('not-found')
    if (request.status !== 'pending') throw new ApiError('loop-out-not-pending')
    const decided = (await decide(tx, request)) ?? request
    await announce(tx, fact, { request: decided, publicUrl: deps.config.publicUrl }, { actor: admin, source })
  })
}

/** Completes a request that an admin paid manually, outside the platform. The amount leaves the Lightning account. */
export const completeLoopOut = (
  deps: Deps,
  admin: Admin,
  decision: DecisionInput & { adminNotes?: string | undefined },
  source: Source,
): Promise<void> =>
  decideLoopOut(deps, admin, decision, source, loopOutCompleted, async (tx, request) => {
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
    return { ...request, adminNotes: decision.adminNotes || null }
  })

/** Rejects a request with a reason that the merchant can read. The held amount is Lightning balance again. */
export const rejectLoopOut = (
  deps: Deps,
  admin: Admin,
  decision: DecisionInput & { reason: string },
  source: Source,
): Promise<void> =>
  decideLoopOut(deps, admin, decision, source, loopOutRejected, async (tx, request) => {
    await returnLightning(tx, request)
    await saveProgress(tx, request.id, {
      status: 'rejected',
      adminNotes: decision.reason,
      processedBy: admin.id,
      processedAt: tx.now,
      problem: null,
      toldAt: tx.now,
    })
    return { ...request, adminNotes: decision.reason }
  })
