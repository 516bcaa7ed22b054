import { centsOfSats, fromCents, satsForCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { lockPartner } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { getFreshPrice } from '../prices/index.ts'
import { dustSats, estimateNetworkFee, requestSend, type Send, takeForgotten } from '../sends/index.ts'
import { getPartnerFigures, largestPayoutSats } from './queries.figures.ts'
import { holdPayout } from './send-kind.ts'

type Payout = {
  partnerId: number
  storeRef: number
  amountCents: bigint
  address: string
  requestedBy: string
  idempotencyKey: string
  inputHash: string
}

/**
 * Saves a payout and holds its money. The partner's row is locked, so that of concurrent requests only those are
 * accepted that the balance covers. The ledger itself guards this a second time.
 */
export const requestPayout = async (
  tx: Tx,
  deps: Pick<Deps, 'storeUses'>,
  order: Payout,
): Promise<Send & { repeated: boolean }> => {
  await lockPartner(tx, order.partnerId)
  const priceCents = await getFreshPrice(tx)
  // Before the balance, which it has already lowered.
  const wantedSats = satsForCents(order.amountCents, priceCents)
  const forgotten = await takeForgotten(tx, { ...order, kind: 'payout', amountSats: wantedSats })
  if (forgotten) return { ...forgotten, repeated: true }
  const { amountSats, feeSats } = await splitPayout(tx, order, priceCents)
  await requireAboveNetworkFee(tx, order.storeRef, amountSats, priceCents)
  const send = await requestSend(tx, deps, {
    kind: 'payout',
    storeRef: order.storeRef,
    partnerId: order.partnerId,
    address: order.address,
    amountSats,
    amountUsd: fromCents(order.amountCents),
    btcPrice: fromCents(priceCents),
    networkFeeFrom: 'amount',
    platformFeeSats: feeSats,
    requestedBy: order.requestedBy,
    idempotencyKey: order.idempotencyKey,
    inputHash: order.inputHash,
  }).catch((error: unknown) => {
    // The partner's balance covers it, but the platform's wallet does not.
    throw error instanceof ApiError && error.code === 'insufficient-balance'
      ? new ApiError('platform-wallet-low')
      : error
  })
  if (send.kind !== 'payout') throw new Error(`send ${send.id} is not a payout`)
  if (!send.repeated) await holdPayout(tx, send).catch(blameBalance)
  return send
}

/** The network fee is deducted from the payout, so the rest must be worth sending. */
const requireAboveNetworkFee = async (tx: Tx, storeRef: number, amountSats: bigint, priceCents: bigint) => {
  const leastSats = (await estimateNetworkFee(tx, storeRef, amountSats)).feeSats + dustSats
  if (amountSats >= leastSats) return
  const leastCents = (leastSats * priceCents + 99_999_999n) / 100_000_000n
  throw new ApiError('amount-too-small', { message: feeTooHighMessage(leastCents > 100n ? leastCents : 100n) })
}

const feeTooHighMessage = (leastCents: bigint) =>
  `The network fee is higher than this amount. Withdraw at least $${fromCents(leastCents)}.`

/** A payment that was undone after our check took the money. */
export const blameBalance = (error: unknown) => {
  const { constraint } = error as { constraint?: string }
  throw constraint === 'ledger_no_overdraft' ? new ApiError('insufficient-balance', { cause: error }) : error
}

/**
 * Computes the satoshis for the requested dollars, and the fee on top. A request for the whole balance in dollars pays
 * the last satoshi too.
 */
const splitPayout = async (tx: Tx, { partnerId, amountCents }: Payout, priceCents: bigint) => {
  const { partner, balanceSats, availableSats, payoutFeeMilliPercent } = await getPartnerFigures(tx, partnerId)
  const largestSats = largestPayoutSats(availableSats, payoutFeeMilliPercent)
  const wantedSats = satsForCents(amountCents, priceCents)
  const availableCents = centsOfSats(largestSats, priceCents)
  if (wantedSats > largestSats && amountCents > availableCents) {
    // The balance covers it, but it is not collected yet.
    if (wantedSats <= largestPayoutSats(balanceSats, payoutFeeMilliPercent)) {
      throw new ApiError('earnings-not-collected', {
        message: notCollectedMessage(availableCents, partner.uncollectedUsd),
      })
    }
    throw new ApiError('insufficient-balance', {
      message: `Insufficient balance. Available: $${fromCents(availableCents)}`,
    })
  }
  const amountSats = wantedSats > largestSats ? largestSats : wantedSats
  return { amountSats, feeSats: (amountSats * payoutFeeMilliPercent) / 100_000n }
}

const notCollectedMessage = (availableCents: bigint, uncollectedUsd: string) =>
  `Insufficient balance. Available: $${fromCents(availableCents)}. Another $${uncollectedUsd} isn’t collected yet. You can withdraw it once the merchants’ fees reach the platform wallet.`
