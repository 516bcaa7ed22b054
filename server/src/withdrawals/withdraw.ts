import { createHash, randomUUID } from 'node:crypto'
import type { Body } from '@bitquay/contract/call'
import { findCents, fromCents } from '@bitquay/contract/money'
import type { withdraw as call } from '@bitquay/contract/withdrawals'
import { takeAttempt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce, type By } from '../facts/index.ts'
import { requireAddress } from '../platform/bitcoin/require-address.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { reservePromoCode } from '../promo-codes/index.ts'
import { awaitBroadcast, cancelSend, requestSend, type Send, setPromoCode, takeKey } from '../sends/index.ts'
import { findStore, lockStore } from '../stores/index.ts'
import { withdrawalRequested, withdrawalTakenBack } from './facts.ts'
import { computeWithdrawalTerms, presentFees } from './quote-withdrawal.ts'

export type WithdrawalOrder = {
  merchantId: number
  form: Omit<Body<typeof call>, 'twoFactorToken'>
  idempotencyKey: string | undefined
  /** How people are shown who requested it. */
  requestedBy: string
  /** The person or key, for the audit log. */
  by: By
  /** The check of their authorization: after the key and before anything is promised. */
  authorize: (tx: Tx) => Promise<ApiError | undefined>
}

const acceptedAMinute = { attempts: 10, windowSeconds: 60, grows: false }

/**
 * Accepts a withdrawal: the key, the second factor, the checks, the send and its hold in one transaction. The worker
 * then pays it, whatever happens to this request.
 */
export const withdraw = async (deps: Deps, order: WithdrawalOrder): Promise<Send> => {
  const store = await findStore(deps.db, order.merchantId)
  if (store?.status !== 'ready') throw new ApiError('not-configured')
  const sendId = await commitThenThrow(deps.db, async (tx) => accept(deps, tx, store.id, order))
  return awaitBroadcast(deps, sendId)
}

const accept = async (deps: Deps, tx: Tx, storeRef: number, order: WithdrawalOrder): Promise<number | ApiError> => {
  const { form, merchantId } = order
  const key = `withdrawal:${merchantId}:${order.idempotencyKey ?? randomUUID()}`
  const inputHash = hashOf(form)
  const known = await takeKey(tx, key, inputHash)
  if (known) return known.id
  // Lock the store before any person's row, as wallet sync does, to avoid a deadlock.
  await lockStore(tx, storeRef)
  const refusal = await order.authorize(tx)
  if (refusal) return refusal

  const address = requireAddress(form.address, deps.config.network)
  const terms = await computeWithdrawalTerms(tx, form.customerAmount)
  requireSameFees(form, presentFees(form.promoCode === undefined ? terms : { ...terms, feeSats: terms.partnerFeeSats }))
  const send = await requestSend(tx, deps, {
    kind: 'withdrawal',
    storeRef,
    merchantId,
    address,
    amountSats: terms.amountSats,
    amountUsd: fromCents(terms.customerCents),
    btcPrice: fromCents(terms.priceCents),
    networkFeeFrom: 'wallet',
    platformFeeSats: form.promoCode === undefined ? terms.feeSats : terms.partnerFeeSats,
    partnerFeeSats: terms.partnerFeeSats,
    description: form.description || undefined,
    requestedBy: order.requestedBy,
    idempotencyKey: key,
    inputHash,
  })
  // It was paid before a restore, which lost the key.
  if (send.repeated) return send.id
  if (form.promoCode !== undefined) {
    const reserved = await reservePromoCode(tx, {
      code: form.promoCode,
      merchantId,
      sendId: send.id,
      amountSats: terms.amountSats,
      platformFeeSats: terms.feeSats - terms.partnerFeeSats,
      priceCents: terms.priceCents,
    })
    await setPromoCode(tx, send.id, reserved.promoCodeId)
  }
  // Only accepted withdrawals count: everything else was rolled back or returned before.
  if (deps.config.rateLimits) {
    const tooMany = await takeAttempt(tx, { bucket: `withdrawal:${merchantId}`, ...acceptedAMinute })
    if (tooMany) throw tooMany
  }
  await announce(tx, withdrawalRequested, { ...send, merchantId }, order.by)
  return send.id
}

const requireSameFees = (form: WithdrawalOrder['form'], own: ReturnType<typeof presentFees>) => {
  const same = (sent: string | undefined, ours: string) => sent === undefined || findCents(sent) === findCents(ours)
  const fees = form.fees ?? {}
  const agree =
    same(form.netAmountToSend, own.netAmountToSend) &&
    (Object.keys(own) as (keyof typeof own)[]).every((name) => same(fees[name], own[name]))
  if (!agree) throw new ApiError('fees-differ')
}

const hashOf = (form: WithdrawalOrder['form']) => createHash('sha256').update(JSON.stringify(form)).digest('hex')

/** Cancels a withdrawal before it is signed. */
export const cancelWithdrawal = (deps: Deps, person: MerchantPerson, sendId: number, source: Source) =>
  inTransaction(deps.db, async (tx) => {
    await cancelSend(tx, deps, sendId)
    await announce(tx, withdrawalTakenBack, { id: sendId }, { actor: person, source })
  })
