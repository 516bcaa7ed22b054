import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { requireNotPlatforms, setDue } from '../sends/index.ts'
import { decideLoopOut, type Judgement } from './decide-loop-out.ts'
import { takeLightning } from './post-transfers.ts'
import { requestSecondLeg } from './request-second-leg.ts'
import { saveProgress } from './table.ts'

/** Coins are held, and nothing is signed before the first leg has been paid, however long that takes. */
const parkedSeconds = 100 * 365 * 86_400

/**
 * Has the platform carry a request out. In one transaction: the coins for the second leg are held and, on the shared
 * node, the first leg is taken. Where the platform's wallet cannot cover it nothing has changed. A payment from a node of
 * the merchant's own is made afterwards, by the worker, and releases the second leg.
 */
export const executeLoopOut = async (deps: Deps, admin: Admin, judgement: Judgement, source: Source): Promise<void> => {
  await decideLoopOut(deps, admin, judgement, source, 'loop-out-executed', async (tx, request) => {
    // The address may have turned out to be ours since it was recorded.
    await requireNotPlatforms(tx, request.onChainAddress)
    const send = await requestSecondLeg(tx, deps, request)
    if (request.node === 'shared') await takeLightning(tx, request)
    else await setDue(tx, send.id, parkedSeconds)
    await saveProgress(tx, request.id, {
      status: 'executing',
      firstLeg: request.node === 'shared' ? 'taken' : 'awaiting-payment',
      processedBy: admin.id,
      problem: null,
      dueAt: tx.now,
    })
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'insufficient-balance') {
      throw new ApiError('platform-wallet-too-low', { cause: error })
    }
    throw error
  })
  await deps.reached('loop-out-executing')
  deps.wake('loop-outs')
  deps.wake('send-money')
}
