import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { loopOutCanceled } from './facts.ts'
import { returnLightning } from './post-transfers.ts'
import { lockLoopOut, saveProgress } from './table.ts'

/**
 * A merchant takes its own request back while no admin has decided. The held amount is Lightning balance again. Of a
 * cancellation and a decision at the same time, one succeeds.
 */
export const cancelLoopOut = (deps: Deps, person: MerchantPerson, requestId: number, source: Source): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const request = await lockLoopOut(tx, requestId)
    if (request?.merchantId !== person.merchantId) throw new ApiError('not-found')
    if (request.status !== 'pending') throw new ApiError('loop-out-not-pending')
    await returnLightning(tx, request)
    await saveProgress(tx, request.id, { status: 'cancelled', processedAt: tx.now, problem: null, toldAt: tx.now })
    const about = { request, publicUrl: deps.config.publicUrl, canceledBy: person.email }
    await announce(tx, loopOutCanceled, about, { actor: person, source })
  })
