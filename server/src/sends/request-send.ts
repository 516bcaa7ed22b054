import { fromCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { estimateNetworkFee, readAvailable } from '../balances/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { requireNotPaused } from '../platform/db/platform-row.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findStore, isAddressOfStore, lockCurrentStore, spellingsOf } from '../stores/index.ts'
import { findSendByKey, insertSend, lockKey, type NewSend, type Send } from './table.ts'

export type SendOrder = Omit<NewSend, 'kind' | 'feeRate' | 'networkFeeReserveSats' | 'bumps'> & {
  kind: 'withdrawal' | 'refund' | 'payout' | 'loop-out'
  promoCodeId?: number | undefined
}

/** Finds the send that this key created, or undefined. Refuses other input with the same key. Locks the key. */
export const takeKey = async (tx: Tx, idempotencyKey: string, inputHash: string): Promise<Send | undefined> => {
  await lockKey(tx, idempotencyKey)
  const known = await findSendByKey(tx, idempotencyKey)
  if (known && known.inputHash !== inputHash) throw new ApiError('idempotency-key-reused')
  return known
}

/**
 * Saves a send and holds its money: from now on it will be paid, or ended, once. The store is locked for the balance
 * check, so that simultaneous requests never promise more than there is.
 */
export const requestSend = async (tx: Tx, order: SendOrder): Promise<Send & { repeated: boolean }> => {
  const known = await takeKey(tx, order.idempotencyKey, order.inputHash)
  if (known) return { ...known, repeated: true }
  await requireNotPaused(tx)
  await lockCurrentStore(tx, order.storeRef)
  const { feeRate, feeSats } = await estimateNetworkFee(tx, order.storeRef, order.amountSats)
  const available = await readAvailable(tx, order.storeRef)
  const platformFeeSats = order.platformFeeSats ?? 0n
  const leftSats = available.freeSats - (order.networkFeeFrom === 'wallet' ? feeSats : 0n)
  if (order.amountSats + platformFeeSats > leftSats) {
    // The balance shows the same figure: what can be sent when all of it is sent at once.
    const allSats = available.freeSats - (order.networkFeeFrom === 'wallet' ? available.networkFeeSats : 0n)
    const mostSats = mostSendable(allSats, order.amountSats, platformFeeSats)
    throw insufficient(order.amountUsd, mostSats, toCents(order.btcPrice))
  }
  const send = await insertSend(tx, { ...order, feeRate, networkFeeReserveSats: feeSats })
  return { ...send, repeated: false }
}

/**
 * The largest amount that could be sent instead. The fee falls with the amount, so that a request for millions never
 * gets zero.
 */
export const mostSendable = (leftSats: bigint, amountSats: bigint, platformFeeSats: bigint): bigint =>
  (leftSats * amountSats) / (amountSats + platformFeeSats)

/** Uses the spec's message. The available amount is rounded down: a cent too many could not be sent. */
export const insufficient = (neededUsd: string, freeSats: bigint, priceCents: bigint): ApiError => {
  const availableCents = freeSats > 0n ? (freeSats * priceCents) / 100_000_000n : 0n
  return new ApiError('insufficient-balance', {
    message: `Insufficient balance. Need $${neededUsd} but only $${fromCents(availableCents)} available.`,
  })
}

/** Below this an output of any type is not relayed. */
export const dustSats = 546n

/** Money that returns to its own wallet only costs a fee, so it is a mistake. */
export const requireForeign = async (db: Db, storeRef: number, merchantId: number | null, address: string) => {
  await requireNotPlatforms(db, address)
  const { rows } = await sql`
    select from invoice_destinations
    where kind = 'address' and destination = any(${spellingsOf(address)}::text[]) and merchant_id = ${merchantId} limit 1`.execute(
    db,
  )
  if (rows.length > 0 || (await isAddressOfStore(db, storeRef, address))) {
    throw new ApiError('invalid-address', {
      message: 'This Bitcoin address belongs to this wallet. Enter another one.',
    })
  }
}

/** No send may pay the platform's own wallet: it would pay its debts with its own coins. */
export const requireNotPlatforms = async (db: Db, address: string) => {
  const platform = await findStore(db, null)
  if (platform && (await isAddressOfStore(db, platform.id, address))) {
    throw new ApiError('invalid-address', {
      message: 'This Bitcoin address belongs to the platform’s wallet. Enter another one.',
    })
  }
}

export const requireNoDust = (amountSats: bigint) => {
  if (amountSats < dustSats) throw new ApiError('amount-too-small')
}
