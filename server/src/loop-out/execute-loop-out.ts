import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { requireNotPlatforms, setDue } from '../sends/index.ts'
import { type DecisionInput, decideLoopOut } from './decide-loop-out.ts'
import { loopOutExecuted } from './facts.ts'
import { takeLightning } from './post-transfers.ts'
import { requestSecondLeg } from './request-second-leg.ts'
import { saveProgress } from './table.ts'

/** Coins stay held and nothing is signed until the first leg is paid, however long that takes. */
const parkedSeconds = 100 * 365 * 86_400

/**
 * Executes a request by the platform. One transaction holds the coins for the second leg and, on the shared node, takes
 * the first leg. If the platform's wallet cannot cover it, nothing changes. If the merchant has its own node, the
 * worker requests the payment from it afterwards, which releases the second leg.
 */
export const executeLoopOut = async (
  deps: Deps,
  admin: Admin,
  decision: DecisionInput,
  source: Source,
): Promise<void> => {
  await decideLoopOut(deps, admin, decision, source, loopOutExecuted, async (tx, request) => {
    // The address may have turned out to be ours since it was saved.
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
    return undefined
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
