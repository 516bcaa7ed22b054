import { fromCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { findPause, requireNotPaused } from '../platform/db/platform-row.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { isClaimUnreviewed, isWalletUnreviewed, requireReviewedWallet } from '../platform/db/wallet-review.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findStore, isAddressOfStore, lockCurrentStore, lockStore, type Store, spellingsOf } from '../stores/index.ts'
import { estimateNetworkFee, readAvailable } from './queries.available.ts'
import { isHandedOutElsewhere } from './table.psbts.ts'
import {
  findSendByKey,
  insertSend,
  lockKey,
  type Send,
  type SendKind,
  type SendSubject,
  type SendTerms,
  staysInWallet,
  takeForgottenSend,
} from './table.ts'

type Inside = Extract<SendSubject, { kind: 'bump' | 'cancel' }>

export type SendOrder = SendTerms &
  (
    | Exclude<SendSubject, Inside>
    /** All coins of a wallet that the merchant has left, to the wallet in use. */
    | { kind: 'withdrawal'; merchantId: number; isFormerWallet: true }
    /** A child that pays a higher fee for another send, or a coin that returns. Their fee is computed before. */
    | (Inside & { feeRate: string; networkFeeReserveSats: bigint })
  )

/** Finds the send that this key created, or undefined. Refuses other input with the same key. Locks the key. */
export const takeKey = async (tx: Tx, idempotencyKey: string, inputHash: string): Promise<Send | undefined> => {
  await lockKey(tx, idempotencyKey)
  const known = await findSendByKey(tx, idempotencyKey)
  if (known && known.inputHash !== inputHash) throw new ApiError('idempotency-key-reused')
  return known
}

/** Finds the send that paid this request before a restore, which lost its key, and gives it the key. */
export const takeForgotten = (tx: Tx, order: Parameters<typeof takeForgottenSend>[1] & { address: string }) =>
  takeForgottenSend(tx, order, spellingsOf(order.address))

/**
 * Saves a send and holds its money: from now on it will be paid, or ended, once. Everything that leaves a wallet is
 * accepted here. The store is locked for the balance check, so that simultaneous requests never promise more than there
 * is.
 */
export const requestSend = async (
  tx: Tx,
  deps: Pick<Deps, 'storeUses'>,
  order: SendOrder,
): Promise<Send & { repeated: boolean }> => {
  const known = await takeKey(tx, order.idempotencyKey, order.inputHash)
  if (known) return { ...known, repeated: true }
  await requireSendNotPaused(tx, order)
  const store = await lockRightStore(tx, order)
  if (!isSignedOutside(order) || isFormerWallet(order)) requireKeys(store)
  if (!staysInWallet(order)) await requireReviewedWallet(tx, order.storeRef)
  const forgotten = order.kind === 'withdrawal' ? await takeForgotten(tx, order) : undefined
  if (forgotten) return { ...forgotten, repeated: true }
  if (order.kind === 'refund' && (await isHandedOutElsewhere(tx, order.refundId, order.storeRef))) {
    throw new ApiError('refund-handed-out')
  }
  await requireDestination(tx, deps, order)
  const { feeRate, feeSats } =
    order.kind === 'bump' || order.kind === 'cancel'
      ? { feeRate: order.feeRate, feeSats: order.networkFeeReserveSats }
      : await estimateNetworkFee(tx, order.storeRef, order.amountSats)
  requireNoDust(order.networkFeeFrom === 'wallet' ? order.amountSats : order.amountSats - feeSats)
  await requireCovered(tx, order, feeSats)
  const { isFormerWallet: _, ...row } = { isFormerWallet: false, ...order }
  const send = await insertSend(tx, {
    ...row,
    feeRate,
    networkFeeReserveSats: feeSats,
    ...(order.kind === 'sweep' ? { networkFeeLimitSats: computeFeeLimit(store, order.amountSats, feeSats) } : {}),
  })
  return { ...send, repeated: false }
}

/**
 * Nothing can be signed here for a wallet that only its merchant has the keys of. Withdrawals and refunds wait for
 * signatures that are made outside. Everything else is refused before anything is held.
 */
export const requireKeys = (store: Pick<Store, 'ownWallet'>) => {
  if (store.ownWallet !== null) throw new ApiError('own-keys')
}

/** What may wait for signatures that are made outside. */
export const isSignedOutside = ({ kind }: { kind: SendKind }) =>
  kind === 'withdrawal' || kind === 'refund' || kind === 'cancel'

const isFormerWallet = (order: SendOrder) => 'isFormerWallet' in order

/** Fees may be collected from a wallet that the merchant has left, and a child follows its parent. */
const lockRightStore = async (tx: Tx, order: SendOrder): Promise<Store> => {
  const isAnywhere = order.kind === 'sweep' || staysInWallet(order) || isFormerWallet(order)
  return isAnywhere ? lockStore(tx, order.storeRef) : lockCurrentStore(tx, order.storeRef)
}

const requireDestination = async (tx: Tx, deps: Pick<Deps, 'storeUses'>, order: SendOrder) => {
  const { kind, storeRef, address } = order
  if (kind === 'sweep') return requireAddressOf(tx, await findStore(tx, null), address)
  if (staysInWallet(order)) return requireAddressOf(tx, { id: storeRef }, address)
  if (kind === 'loop-out' || isFormerWallet(order)) return requireNotPlatforms(tx, address)
  return requireForeign(tx, deps, { storeRef, merchantId: 'merchantId' in order ? order.merchantId : null, address })
}

const requireAddressOf = async (tx: Tx, store: { id: number } | undefined, address: string) => {
  if (!store || !(await isAddressOfStore(tx, store.id, address))) throw new ApiError('invalid-address')
}

const requireCovered = async (tx: Tx, order: SendOrder, feeSats: bigint) => {
  // Its coin is reserved for it in the same transaction.
  if (staysInWallet(order)) return
  const available = await readAvailable(tx, order.storeRef)
  const { platformFeeSats } = { platformFeeSats: 0n, ...order }
  const isOnTop = order.networkFeeFrom === 'wallet'
  // Fees owed stay in the wallet, except for the send that collects them or where the new wallet will pay them.
  const keepsFees = order.kind !== 'sweep' && !isFormerWallet(order)
  const freeSats = keepsFees ? available.freeSats : available.spendableSats - available.heldSats
  if (order.amountSats + platformFeeSats <= freeSats - (isOnTop ? feeSats : 0n)) return
  // The balance shows the same figure: what can be sent when all of it is sent at once.
  const allSats = freeSats - (isOnTop ? available.networkFeeSats : 0n)
  const mostSats = mostSendable(allSats, order.amountSats, platformFeeSats)
  throw insufficient(order.amountUsd, mostSats, toCents(order.btcPrice))
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
export const requireForeign = async (
  db: Db,
  { storeUses }: Pick<Deps, 'storeUses'>,
  { storeRef, merchantId, address }: { storeRef: number; merchantId: number | null; address: string },
) => {
  await requireNotPlatforms(db, address)
  const { rows } = await sql`${storeUses.invoices.atAddress(merchantId, spellingsOf(address))} limit 1`.execute(db)
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

type Leaving = { kind: SendKind; merchantId?: number | null | undefined; partnerId?: number | null | undefined }

/** Fees are collected from the store of an owner who isn't confirmed yet, but nobody else is paid from it. */
const payeeOf = ({ kind, merchantId, partnerId }: Leaving) =>
  staysInWallet({ kind }) || kind === 'sweep' ? {} : { merchantId, partnerId }

/**
 * Whether nothing of this kind may leave now. A higher network fee pays nobody, so a pause doesn't stop it. A review
 * stops it too: what it would spend may be gone.
 */
export const isSendPaused = async (db: Db, send: Leaving): Promise<boolean> => {
  const pause = await findPause(db, payeeOf(send))
  return pause === 'review' || (pause === 'paused' && !staysInWallet(send))
}

/** After a restore it may be paid already. What spends one coin within its wallet is safe: the coin is there or not. */
export const isUnreviewed = async (db: Db, { id, kind, storeRef, requestedAt }: Send): Promise<boolean> =>
  !staysInWallet({ kind }) &&
  ((await isWalletUnreviewed(db, storeRef)) || (await isClaimUnreviewed(db, 'send', id, requestedAt)))

const requireSendNotPaused = async (db: Db, send: Leaving) => {
  if (await isSendPaused(db, send)) await requireNotPaused(db, payeeOf(send))
}

/** A network fee of more than this part of an amount is not worth it, and is not taken from it. */
const mostPart = 10n

type Deducted = { amountSats: bigint; networkFeeReserveSats: bigint }

/**
 * How much of the network fee of a sweep counts as paid by the merchant: at most what was reserved, and at most a tenth of
 * the sweep. Nothing on a merchant's own server, which may declare any fee.
 */
export const computeFeeLimit = (
  store: { engineId: number | null },
  amountSats: bigint,
  reserveSats: bigint,
): bigint => {
  if (store.engineId === null) return 0n
  const tenthSats = amountSats / mostPart
  return reserveSats < tenthSats ? reserveSats : tenthSats
}

/** Whether a sweep is worth its network fee. */
export const isWorthwhile = (amountSats: bigint, feeSats: bigint) => amountSats >= mostPart * feeSats

/**
 * The highest network fee that may be deducted from what a recipient gets, no matter who signed the transaction: what was
 * reserved when the send was requested, or a tenth of the amount if that is more.
 */
export const mostDeductible = ({ amountSats, networkFeeReserveSats }: Deducted): bigint => {
  const tenthSats = amountSats / mostPart
  return networkFeeReserveSats > tenthSats ? networkFeeReserveSats : tenthSats
}
