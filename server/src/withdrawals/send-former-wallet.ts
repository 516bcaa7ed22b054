import { randomUUID } from 'node:crypto'
import { centsOfSats, fromCents } from '@bitquay/contract/money'
import type { Actor } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { getFreshPrice } from '../prices/index.ts'
import {
  awaitBroadcast,
  dustSats,
  readAvailable,
  requestSend,
  requireKeys,
  type Send,
  takeKey,
} from '../sends/index.ts'
import { createReceiveAddress, findStoreById, lockStore, type Store } from '../stores/index.ts'
import { withdrawalRequested } from './facts.ts'

type Order = {
  merchantId: number
  formerRef: number
  idempotencyKey: string | undefined
  actor: Actor & { email: string }
  source: Source
  authorize: (tx: Tx) => Promise<ApiError | undefined>
}

/**
 * Sends all coins of a wallet that the merchant has left to the wallet in use, as a withdrawal that its owner approves.
 * The address comes from our own server. Fees that the merchant owes are collected from the new wallet, so nothing has
 * to stay for them, and the coins only change wallets, so there is no withdrawal fee.
 */
export const sendFormerWallet = async (deps: Deps, order: Order): Promise<Send> => {
  const former = await findStoreById(deps.db, order.formerRef)
  if (!former || !isLeaving(former, order.merchantId)) throw new ApiError('not-found')
  const address = await createReceiveAddress(deps, order.merchantId)
  const sendId = await commitThenThrow(deps.db, (tx) => accept(deps, tx, order, address))
  return awaitBroadcast(deps, sendId)
}

const isLeaving = ({ merchantId, standing, status }: Store, owner: number) =>
  merchantId === owner && standing === 'former' && status === 'ready'

const accept = async (deps: Deps, tx: Tx, order: Order, address: string): Promise<number | ApiError> => {
  const { merchantId, formerRef, actor, source } = order
  const idempotencyKey = `withdrawal:${merchantId}:${order.idempotencyKey ?? randomUUID()}`
  const inputHash = `former wallet ${formerRef}`
  const known = await takeKey(tx, idempotencyKey, inputHash)
  if (known) return known.id
  // Lock the store before any person's row, as wallet sync does, to avoid a deadlock.
  const former = await lockStore(tx, formerRef)
  if (!isLeaving(former, merchantId)) throw new ApiError('not-found')
  requireKeys(former)
  const refusal = await order.authorize(tx)
  if (refusal) return refusal
  const { spendableSats, heldSats, networkFeeSats } = await readAvailable(tx, formerRef)
  const amountSats = spendableSats - heldSats
  if (amountSats < networkFeeSats + dustSats) {
    return new ApiError('amount-too-small', {
      message: 'There’s too little in the old wallet to pay the network fee. Nothing was sent.',
    })
  }
  const priceCents = await getFreshPrice(tx)
  const send = await requestSend(tx, deps, {
    kind: 'withdrawal',
    isFormerWallet: true,
    storeRef: formerRef,
    merchantId,
    address,
    amountSats,
    amountUsd: fromCents(centsOfSats(amountSats, priceCents)),
    btcPrice: fromCents(priceCents),
    networkFeeFrom: 'amount',
    description: 'From the old wallet to the new one',
    requestedBy: actor.email,
    idempotencyKey,
    inputHash,
  })
  await announce(tx, withdrawalRequested, { ...send, merchantId }, { actor, source })
  return send.id
}
