import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { recordForgottenSweep } from '../fee-collection/index.ts'
import { recordForgottenPayout } from '../partners/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { recordForgottenRefund } from '../refunds/index.ts'
import { lockStore } from '../stores/index.ts'
import { recordForgottenWithdrawal } from '../withdrawals/index.ts'
import { explainInPlatformWallet } from './decide-claim.ts'
import { restoredTransactionRecorded } from './facts.ts'
import { type Found, findPayment } from './find-payment.ts'
import { findUnknownOf } from './queries.money.ts'
import { findLastRestore } from './queries.ts'
import { lockAsReviewer } from './require-reviewer.ts'
import { saveTransactionDecision } from './table.money.ts'

export type Recording = { storeRef: number; txid: string } & (
  | { as: 'withdrawal' | 'sweep' | 'outside' }
  | { as: 'refund'; invoiceId: string }
  | { as: 'payout'; partnerId: number }
)

/** An operator says what a transaction was that nothing in a restored database asks for. */
export const recordTransaction = async (deps: Deps, admin: Admin, order: Recording, source: Source): Promise<void> => {
  const found = await findPayment(deps, order)
  await inTransaction(deps.db, async (tx) => {
    await lockStore(tx, order.storeRef)
    await lockAsReviewer(tx, admin)
    const restore = await findLastRestore(tx)
    const unknown = await findUnknownOf(tx, order.storeRef, order.txid)
    if (!restore || !unknown) throw new ApiError('conflict')
    const sendId = await record(tx, deps, order, found)
    if (sendId !== null) await explainInPlatformWallet(tx, deps, found)
    const { storeRef, txid } = order
    await saveTransactionDecision(tx, { restoreId: restore.id, storeRef, txid, sendId })
    const detail = { as: order.as }
    const about = { id: txid, merchantId: unknown.merchantId, detail }
    await announce(tx, restoredTransactionRecorded, about, { actor: admin, source })
  })
}

/** Returns the send that it was, or null if nobody had asked us for it. */
const record = async (tx: Tx, deps: Deps, order: Recording, found: Found): Promise<number | null> => {
  if (order.as === 'outside') return null
  const { storeRef } = order
  const { merchantId, arrivedSats } = found.unknown
  if (order.as === 'payout') {
    if (merchantId !== null) throw impossible('Only a transaction of the platform’s wallet can be a partner’s payout.')
    return (await recordForgottenPayout(tx, deps, { storeRef, partnerId: order.partnerId }, found)).id
  }
  if (merchantId === null) throw impossible('This transaction left the platform’s wallet. Choose a partner’s payout.')
  const wallet = { storeRef, merchantId }
  if (order.as === 'sweep') {
    if (arrivedSats === null) throw impossible('Nothing of this transaction arrived in the platform’s wallet.')
    return (await recordForgottenSweep(tx, deps, wallet, found)).id
  }
  if (order.as === 'refund') return (await recordForgottenRefund(tx, deps, wallet, order.invoiceId, found)).id
  return (await recordForgottenWithdrawal(tx, deps, wallet, found)).id
}

const impossible = (message: string) => new ApiError('invalid-request', { message })
