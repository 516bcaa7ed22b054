import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { recordPlatformTransaction } from '../payments/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { findPrice } from '../prices/index.ts'
import { cancelOffer, settleForgottenRefund } from '../refunds/index.ts'
import { adoptTransaction, cancelSend, setDue } from '../sends/index.ts'
import { lockStore } from '../stores/index.ts'
import { restoredPaymentDecided } from './facts.ts'
import { type Found, findPayment } from './find-payment.ts'
import { type Claim, type ClaimKind, findClaim, findUnknownOf } from './queries.money.ts'
import { findLastRestore } from './queries.ts'
import { lockAsReviewer } from './require-reviewer.ts'
import { deleteClaimDecision, saveClaimDecision, saveMismatch, saveTransactionDecision } from './table.money.ts'

export type ClaimDecision = { kind: ClaimKind; id: number } & (
  | { decision: 'paid' | 'other'; txid: string }
  | { decision: 'pay' | 'cancel' | 'undecided' }
)

/**
 * An operator decides on a payment that waits from before a restore: the wallet has already sent it, that transaction was
 * another payment, it should be paid, or canceled. What is to be paid leaves after the review, and can be decided again
 * until then.
 */
export const decideClaim = async (deps: Deps, admin: Admin, order: ClaimDecision, source: Source): Promise<void> => {
  const claim = await findClaim(deps.db, order.kind, order.id)
  if (!claim) throw new ApiError('not-found')
  const found =
    order.decision === 'paid'
      ? await findPayment(deps, { storeRef: claim.storeRef, txid: order.txid }, claim)
      : undefined
  await inTransaction(deps.db, async (tx) => {
    await lockStore(tx, claim.storeRef)
    await lockAsReviewer(tx, admin)
    const restore = await findLastRestore(tx)
    const current = await findClaim(tx, order.kind, order.id)
    if (!restore || !current) throw new ApiError('conflict')
    if (current.decision !== null && !(order.decision === 'undecided' && current.decision === 'pay')) throw decided()
    const onClaim = { restoreId: restore.id, kind: order.kind, claimId: order.id }
    if (found) {
      await settle(tx, deps, current, found, restore.id)
      await saveClaimDecision(tx, onClaim, { decision: 'paid', txid: found.transaction.txid })
    } else if (order.decision === 'other') await saveMismatch(tx, onClaim, order.txid)
    else if (order.decision === 'undecided') await deleteClaimDecision(tx, onClaim)
    else if (order.decision === 'cancel') {
      await cancel(tx, deps, admin, current, source)
      await saveClaimDecision(tx, onClaim, { decision: 'cancel' })
    } else if (order.decision === 'pay') {
      if (!current.isSynced) throw notSynced()
      await saveClaimDecision(tx, onClaim, { decision: 'pay' })
      if (order.kind === 'send') await setDue(tx, order.id, 0)
    }
    const detail = { decision: order.decision, ...('txid' in order ? { txid: order.txid } : {}) }
    const about = { kind: order.kind, id: order.id, merchantId: current.merchantId, detail }
    await announce(tx, restoredPaymentDecided, about, { actor: admin, source })
  })
  deps.wake('send-money')
}

const decided = () => new ApiError('conflict', { message: 'This was already decided. Reload the page.' })
const notSynced = () =>
  new ApiError('conflict', {
    message: 'This store hasn’t synced since the restore, so it may be paid already. Wait until it has.',
  })

const settle = async (tx: Tx, deps: Deps, claim: Claim, found: Found, restoreId: number) => {
  const { storeRef, merchantId } = claim
  const { txid } = found.transaction
  const unknown = await findUnknownOf(tx, storeRef, txid)
  if (!unknown) throw new ApiError('conflict')
  const send =
    claim.kind === 'send'
      ? await adoptTransaction(tx, deps, claim.id, found)
      : await settleForgottenRefund(tx, deps, { storeRef, merchantId: merchantId ?? 0 }, claim.id, found)
  await saveTransactionDecision(tx, { restoreId, storeRef, txid, sendId: send.id })
  await explainInPlatformWallet(tx, deps, found)
}

/** What the platform's wallet booked as the operator's money was a payment of ours. */
export const explainInPlatformWallet = async (
  tx: Tx,
  { paymentTargets }: Pick<Deps, 'paymentTargets'>,
  { unknown, transaction }: Found,
) => {
  const isPlatforms = unknown.merchantId === null
  if (!isPlatforms && unknown.arrivedSats === null) return
  const amountSats = isPlatforms ? transaction.amountSats : (unknown.arrivedSats ?? 0n)
  const { txid } = transaction
  const paid = await paymentTargets.feeInvoices.record(tx, [], [txid])
  await recordPlatformTransaction(tx, { ...transaction, amountSats }, (await findPrice(tx)).cents, paid.get(txid))
}

const cancel = async (tx: Tx, deps: Deps, admin: Admin, { kind, id, merchantId }: Claim, source: Source) => {
  if (kind === 'send') await cancelSend(tx, deps, id)
  else await cancelOffer(tx, admin, { merchantId: merchantId ?? 0, id }, source)
}
