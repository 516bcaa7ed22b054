import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { recordForgottenPayout } from '../partners/index.ts'
import { markSpendingDecided } from '../payments/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { adoptTransaction } from '../sends/index.ts'
import { lockStore } from '../stores/index.ts'
import { explainInPlatformWallet } from './decide-claim.ts'
import { spendingDecided } from './facts.ts'
import { type Found, findPayment } from './find-payment.ts'
import { fitsSend } from './match-transactions.ts'
import { findSpending, findWaitingSends, type WaitingSend } from './queries.money.ts'

export type SpendingDecision = { txid: string; twoFactorToken?: string | undefined } & (
  | { as: 'send'; sendId: number }
  | { as: 'payout'; partnerId: number }
  | { as: 'own' }
)

/**
 * An admin says what left the platform's own wallet without a record: it paid a send that waits, or a partner, or the
 * admins spent it. Until all of it is explained, nothing new leaves that wallet. Other wallets go on.
 */
export const decideSpending = async (
  deps: Deps,
  admin: Admin,
  order: SpendingDecision,
  source: Source,
): Promise<void> => {
  const { txid } = order
  await requireAdminSecondFactor(deps, admin, order.twoFactorToken, source, { afterWaiting: true })
  const known = await findSpending(deps.db, txid)
  if (!known) throw new ApiError('not-found')
  const send = order.as === 'send' ? await findFitting(deps, known.storeRef, order.sendId) : undefined
  const found =
    order.as === 'own'
      ? undefined
      : await findPayment(deps, { storeRef: known.storeRef, txid }, send, () => findSpending(deps.db, txid))
  await inTransaction(deps.db, async (tx) => {
    await lockStore(tx, known.storeRef)
    // Another admin, or the chain, may have explained it meanwhile.
    if (!(await findSpending(tx, txid))) throw decided()
    const sendId = found ? await record(tx, deps, order, found) : null
    const isFirst = await markSpendingDecided(
      tx,
      txid,
      sendId === null ? { decision: 'own' } : { decision: 'send', sendId },
    )
    if (!isFirst) throw decided()
    if (found) await explainInPlatformWallet(tx, deps, found)
    const detail = { as: order.as, ...(sendId === null ? {} : { sendId }) }
    await announce(tx, spendingDecided, { id: txid, detail }, { actor: admin, source })
  })
  deps.wake('send-money')
}

const decided = () => new ApiError('conflict', { message: 'This was already decided. Reload the page.' })

/** A send that has left, or ended, is paid by its own transaction or by none. */
const findFitting = async ({ db }: Pick<Deps, 'db'>, storeRef: number, sendId: number): Promise<WaitingSend> => {
  const send = (await findWaitingSends(db, storeRef)).find(({ id }) => id === sendId)
  if (!send) {
    throw new ApiError('send-not-resolvable', {
      message: 'This payment doesn’t wait for the platform’s wallet. It was already paid or has ended.',
    })
  }
  return send
}

/** Returns the send that the transaction paid. */
const record = async (tx: Tx, deps: Deps, order: SpendingDecision, found: Found): Promise<number | null> => {
  const { storeRef } = found.unknown
  if (order.as === 'payout')
    return (await recordForgottenPayout(tx, deps, { storeRef, partnerId: order.partnerId }, found)).id
  if (order.as === 'own') return null
  const send = await findFitting({ db: tx }, storeRef, order.sendId)
  if (!fitsSend(send, found.unknown, deps.config.network)) {
    throw new ApiError('send-not-resolvable', {
      message: 'This transaction paid another amount or another address than the payment asks for.',
    })
  }
  return (await adoptTransaction(tx, deps, send.id, found)).id
}
