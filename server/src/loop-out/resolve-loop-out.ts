import { createHash } from 'node:crypto'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import type { DecisionInput } from './decide-loop-out.ts'
import { abandonFirstLeg, lockAwaiting, takeFirstLeg } from './end-first-leg.ts'
import { loopOutResolved } from './facts.ts'
import { openParty, readPayment, readReceived } from './pay-first-leg.ts'
import { getInvoiceAge, heldHtlcHours, lostNodeDays } from './table.invoices.ts'
import { findLoopOut, type LoopOut } from './table.ts'

type Resolution = DecisionInput & { outcome: 'paid' | 'not-paid'; preimage?: string | undefined }

/**
 * Resolves a payment from a merchant's own node when the nodes will never report its result. The admin's word alone is
 * not enough. Paid needs the preimage, which only the platform's node had before. Not paid needs a platform invoice
 * that can no longer be paid. The merchant's node can delay this for a day, and a platform node that does not respond
 * for a week: after that, every loop-out can be resolved.
 */
export const resolveLoopOut = async (deps: Deps, admin: Admin, resolution: Resolution, source: Source) => {
  await requireAdminSecondFactor(deps, admin, resolution.twoFactorToken, source, { afterWaiting: true })
  const request = await findLoopOut(deps.db, resolution.requestId)
  if (!request) throw new ApiError('not-found')
  if (request.status !== 'executing' || request.firstLeg !== 'awaiting-payment') {
    throw refuse('Only a loop-out that waits for its Lightning payment can be resolved.')
  }
  const preimage = await checkOutcome(deps, request, resolution)
  await inTransaction(deps.db, async (tx) => {
    const current = await lockAwaiting(tx, request.id, request.paymentHash)
    if (!current) throw refuse('This loop-out has changed in the meantime. Reload the page and check it again.')
    if (resolution.outcome === 'paid') await takeFirstLeg(tx, current)
    else await abandonFirstLeg(tx, deps, current)
    const { id, merchantId, paymentHash } = current
    const detail = { outcome: resolution.outcome, paymentHash, ...(preimage ? { preimage } : {}) }
    await announce(tx, loopOutResolved, { id, merchantId, detail }, { actor: admin, source })
  })
  deps.wake('send-money')
}

const stillPayable = 'The invoice can still be paid. It expires 15 minutes after it was created.'

const refuse = (message: string) => new ApiError('loop-out-not-resolvable', { message })

/** Throws if the admin's outcome is impossible. Returns the proof of a payment. */
const checkOutcome = async (
  deps: Deps,
  request: LoopOut,
  { outcome, preimage }: Resolution,
): Promise<string | undefined> => {
  const { invoiceId, paymentHash } = request
  if (invoiceId === null || paymentHash === null) {
    // Nothing is paid without a saved invoice, and none is saved for a request that is pending again.
    if (outcome === 'paid') throw refuse('This loop-out has no invoice yet, so nothing can have been paid.')
    return undefined
  }
  const [platform, merchant] = [await openParty(deps, null), await openParty(deps, request.merchantId)]
  const received = platform ? await readReceived(platform, invoiceId) : 'silent'
  if (received === 'Paid')
    throw refuse('The platform’s node has received this payment. The loop-out continues automatically.')
  if (received === 'Unpaid') throw refuse(stillPayable)
  const reported = merchant ? await readPayment(merchant, paymentHash) : { status: 'silent' as const }
  const proof = [preimage, reported.preimage].find((found) => found !== undefined && hashOf(found) === paymentHash)
  if (outcome === 'paid') {
    if (proof === undefined)
      throw refuse('This preimage doesn’t match the payment. Only the matching preimage proves that it was paid.')
    return proof
  }
  if (proof !== undefined) throw refuse('The merchant’s node has proof that it paid. Resolve the loop-out as paid.')
  await requireOver(deps, paymentHash, received, reported.status)
  return undefined
}

/** Throws while the payment could still arrive. */
const requireOver = async (
  deps: Deps,
  paymentHash: string,
  received: 'Expired' | 'not-found' | 'silent',
  reported: 'paid' | 'not-paid' | 'pending' | 'silent',
) => {
  const { isExpired, isPastHtlcs, isNodeLost } = await getInvoiceAge(deps.db, paymentHash)
  if (received === 'silent' && !isNodeLost) {
    throw new ApiError('engine-unavailable', {
      message: `Couldn’t reach the platform’s node. Without it, you can resolve this ${lostNodeDays} days after the invoice expired.`,
    })
  }
  if (received === 'not-found' && !isExpired) throw refuse(stillPayable)
  if (reported === 'pending' && !isPastHtlcs) {
    throw refuse(
      `The merchant’s node says that the payment is still pending. You can resolve it ${heldHtlcHours} hours after the invoice expired.`,
    )
  }
}

const hashOf = (preimage: string) => createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
