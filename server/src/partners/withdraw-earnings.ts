import { createHash, randomUUID } from 'node:crypto'
import { satsForCents, toCents } from '@bitquay/contract/money'
import { takeAttempt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { sweepForEarnings, sweepForPayout } from '../fee-collection/index.ts'
import { requireAddress } from '../platform/bitcoin/require-address.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { findPrice } from '../prices/index.ts'
import { awaitBroadcast, type Send, takeKey } from '../sends/index.ts'
import { findStore, lockStore } from '../stores/index.ts'
import { payoutRequested } from './facts.ts'
import { requestPayout } from './request-payout.ts'

export type PayoutOrder = {
  partner: { kind: 'partner'; id: number; email: string }
  amountUsd: string
  address: string
  idempotencyKey: string | undefined
  source: Source
  /** Checks the authorization: after the key and before anything is promised. */
  authorize: (tx: Tx) => Promise<ApiError | undefined>
}

const acceptedAMinute = { attempts: 10, windowSeconds: 60, grows: false }

/**
 * Pays a partner's earnings out of the platform's wallet. One transaction takes the key, the code and the money. If the
 * wallet has too little, everything is rolled back, and fees that merchants owe are collected so that it soon has more.
 */
export const withdrawEarnings = async (deps: Deps, order: PayoutOrder): Promise<Send> => {
  const store = await findStore(deps.db, null)
  if (store?.status !== 'ready') {
    throw new ApiError('not-configured', { message: 'Platform wallet not configured. Contact admin for setup.' })
  }
  try {
    const sendId = await commitThenThrow(deps.db, (tx) => accept(deps, tx, store.id, order))
    return await awaitBroadcast(deps, sendId)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'platform-wallet-low') throw await collect(deps, order)
    if (error instanceof ApiError && error.code === 'earnings-not-collected') throw await collectOwedFees(deps, error)
    throw error
  }
}

const accept = async (deps: Deps, tx: Tx, storeRef: number, order: PayoutOrder): Promise<number | ApiError> => {
  const { partner, source } = order
  const idempotencyKey = `payout:${partner.id}:${order.idempotencyKey ?? randomUUID()}`
  const inputHash = hashOf(order)
  const known = await takeKey(tx, idempotencyKey, inputHash)
  if (known) return known.id
  // Lock the store before any person's row, as everywhere that money leaves a store, to avoid a deadlock.
  await lockStore(tx, storeRef)
  const refusal = await order.authorize(tx)
  if (refusal) return refusal
  const send = await requestPayout(tx, deps, {
    partnerId: partner.id,
    storeRef,
    amountCents: toCents(order.amountUsd),
    address: requireAddress(order.address, deps.config.network, 'btcAddress'),
    requestedBy: partner.email,
    idempotencyKey,
    inputHash,
  })
  // It was paid before a restore, which lost the key.
  if (send.repeated) return send.id
  if (deps.config.rateLimits) {
    const tooMany = await takeAttempt(tx, { bucket: `payout:${partner.id}`, ...acceptedAMinute })
    if (tooMany) throw tooMany
  }
  await announce(tx, payoutRequested, send, { actor: partner, source })
  return send.id
}

const collect = async (deps: Deps, order: PayoutOrder): Promise<ApiError> => {
  const { cents } = await findPrice(deps.db)
  const { onItsWaySats } = await sweepForPayout(deps, satsForCents(toCents(order.amountUsd), cents))
  if (onItsWaySats === 0n) return new ApiError('platform-wallet-low')
  return new ApiError('platform-wallet-low', {
    message:
      'The platform wallet can’t cover this withdrawal yet. Your balance is unchanged. We’re collecting fees for it, so try again in about 10 minutes.',
  })
}

/** Collects the fees that the partner's earnings wait for, also below the threshold. */
const collectOwedFees = async (deps: Deps, refusal: ApiError): Promise<ApiError> => {
  if (!(await sweepForEarnings(deps))) return refusal
  return new ApiError('earnings-not-collected', {
    message: `${refusal.message} We’re collecting them now, so try again in about 10 minutes.`,
  })
}

/** Leaves the code out: the same order with the next code is the same order. */
const hashOf = ({ amountUsd, address }: PayoutOrder) =>
  createHash('sha256')
    .update(JSON.stringify([String(toCents(amountUsd)), address]))
    .digest('hex')
