import { toCents, toSats } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { markReadDue } from '../invoices/index.ts'
import { finalDepth } from '../platform/bitcoin/final-depth.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice } from '../prices/index.ts'
import type { Coin, Waiting, WalletTransactionReading } from '../stores/index.ts'
import {
  type Filing,
  type Incoming,
  lockTransaction,
  markFinal,
  saveDepths,
  saveOutgoing,
} from '../transactions/index.ts'
import { bookPayments, unbookPayment } from './book-payment.ts'
import { findInvoiceOfAddress, findKnown, findLabeled, type Known, type Wallet } from './queries.ts'
import { type BlockTimes, noBlockTimes } from './rate-attempt.ts'
import { dropExcess, savePayment, unexplained } from './record-payment.ts'

/** An output of a transaction that belongs to the wallet. */
export type Output = Pick<Coin, 'outpoint' | 'txid' | 'address' | 'amountSats'>

/**
 * Updates the mirror of a wallet to what the engine reported. Returns whether anything that people see has changed.
 * What is known is read once, so that a wallet without changes costs one query however long its history is. New
 * transactions that nothing explains are added to those that wait, if there is a next time.
 */
export const recordWallet = async (
  tx: Tx,
  { paymentTargets }: Pick<Deps, 'paymentTargets'>,
  owner: Wallet,
  wallet: { coins: readonly Output[]; transactions: readonly WalletTransactionReading[] },
  { waiting, blockTimes = noBlockTimes }: { waiting?: Waiting; blockTimes?: BlockTimes } = {},
): Promise<boolean> => {
  let price: ReturnType<typeof findPrice> | undefined
  // Only what is new needs a price.
  const getPriceCents = async () => (await (price ??= findPrice(tx))).cents
  const outputsOf = new Map<string, Output[]>()
  for (const coin of wallet.coins) outputsOf.set(coin.txid, [...(outputsOf.get(coin.txid) ?? []), coin])
  const txids = wallet.transactions.map(({ txid }) => txid)
  const before = await findKnown(tx, owner, txids)
  const moved = new Map<string, WalletTransactionReading>()
  for (const transaction of wallet.transactions) {
    const known = before.get(transaction.txid) ?? []
    const seen = {
      transaction,
      known,
      outputs: outputsOf.get(transaction.txid) ?? [],
      getPriceCents,
      waiting,
      blockTimes,
      paymentTargets,
    }
    const isNew =
      transaction.amountSats > 0n
        ? await recordIncoming(tx, owner, seen)
        : transaction.amountSats < 0n && !known.some(({ type }) => type === 'outgoing')
          ? await saveOutgoing(tx, owner.merchantId, { ...transaction, atStore: owner.atStore }, await getPriceCents())
          : false
    if (isNew || known.some((row) => hasMoved(row, transaction))) moved.set(transaction.txid, transaction)
  }
  if (moved.size > 0) await followDepths(tx, owner, moved, blockTimes)
  return moved.size > 0
}

type Seen = {
  transaction: WalletTransactionReading
  known: readonly Known[]
  outputs: readonly Output[]
  getPriceCents: () => Promise<bigint>
  waiting: Waiting | undefined
  blockTimes: BlockTimes
  paymentTargets: Deps['paymentTargets']
}

/**
 * Money that no invoice has reported yet: a payment to an invoice address (BTCPay misses some that arrive while it is
 * down), or a deposit. The engine lists a transaction, its coins and its labels at different times. What no coin
 * accounts for is saved under the ID of the transaction, and gets its output when that becomes known.
 */
const recordIncoming = async (tx: Tx, owner: Wallet, { transaction, outputs, getPriceCents, ...seen }: Seen) => {
  const { txid, seenAt } = transaction
  const known = seen.known.filter(({ type }) => type === 'incoming')
  const rest = known.find(({ engineKey }) => engineKey === txid)
  let newSats = transaction.amountSats - known.reduce((sum, { amount }) => sum + toSats(amount), 0n)
  if (newSats < 0n && rest && known.length > 1) return dropDouble(tx, rest.id, -newSats)
  const keys = new Set(known.map(({ engineKey }) => engineKey))
  const fresh = outputs.filter(({ outpoint }) => !keys.has(outpoint))
  if (newSats <= 0n && (!rest || fresh.length === 0)) {
    seen.waiting?.delete(txid)
    return false
  }
  const save = async (incoming: Pick<Incoming, 'key' | 'amountSats' | 'address'> & Filed) => {
    const { lockedPrice, ...given } = incoming
    const priceCents = lockedPrice ? toCents(lockedPrice) : await getPriceCents()
    const base = { txid, method: 'on-chain', priceCents, isPriceLocked: lockedPrice !== undefined } as const
    const payment = { ...base, ...given, atStore: owner.atStore, seenAt }
    const { isNew } = await savePayment(tx, owner.merchantId, payment, seen.blockTimes)
    if (isNew && given.invoiceId !== undefined && given.attemptId === undefined)
      await markReadDue(tx, owner.merchantId, given.invoiceId)
  }
  let changed = false
  for (const { outpoint, address, amountSats } of fresh) {
    // A transaction that also spends coins of the wallet brought less than its output.
    const addedSats = rest || amountSats < newSats ? amountSats : newSats
    if (addedSats <= 0n) continue
    await save({
      key: outpoint,
      address,
      amountSats: addedSats,
      ...(await fileByAddress(tx, seen.paymentTargets, owner, address)),
    })
    if (!rest) newSats -= addedSats
    changed = true
  }
  if (newSats <= 0n || rest) {
    seen.waiting?.delete(txid)
    return changed
  }
  const label = await fileByLabel(tx, seen.paymentTargets, owner, transaction, known)
  if (!label && seen.waiting && mustWait(tx, transaction, seen.waiting)) return changed
  seen.waiting?.delete(txid)
  await save({ key: txid, amountSats: newSats, address: undefined, ...(label ?? unexplained) })
  return true
}

const dropDouble = async (tx: Tx, restId: number, excessSats: bigint): Promise<boolean> => {
  const rest = await lockTransaction(tx, restId)
  // Only what was never anything but a deposit has no fee on record.
  if (rest.purpose !== 'deposit' || rest.bookings > 1) return false
  await dropExcess(tx, rest, excessSats)
  return true
}

/** What a payment is for, with the price that was agreed on. */
type Filed = Filing & { address?: string | undefined; lockedPrice?: string | undefined }

/** A payment to a deposit address has no invoice: the merchant's reference says whose it is. */
const fileByAddress = async (
  tx: Tx,
  { deposits, loopOuts }: Deps['paymentTargets'],
  { merchantId }: Wallet,
  address: string,
): Promise<Filed> => {
  const owner = await findInvoiceOfAddress(tx, merchantId, address)
  if (owner) {
    const { invoiceId, attemptId, lockedPrice } = owner
    return {
      purpose: 'invoice',
      invoiceId,
      attemptId: attemptId ?? undefined,
      lockedPrice: lockedPrice ?? undefined,
    }
  }
  const found = await deposits.find(tx, merchantId, address)
  if (found)
    return { purpose: 'invoice', invoiceId: undefined, depositAddressId: found.id, description: found.reference }
  return (await loopOuts.has(tx, merchantId, address)) ? { ...unexplained, purpose: 'loop-out' } : unexplained
}

/** The same by BTCPay's label, for coins that aren't listed yet or were spent before we saw them. */
const fileByLabel = async (
  tx: Tx,
  targets: Deps['paymentTargets'],
  { merchantId }: Wallet,
  { invoiceIds }: WalletTransactionReading,
  known: readonly Known[],
): Promise<Filed | undefined> => {
  const isOpen = ({ invoiceId, depositAddressId }: Pick<Known, 'invoiceId' | 'depositAddressId'>) =>
    !known.some((row) => row.invoiceId === invoiceId && row.depositAddressId === depositAddressId)
  const [named, ...others] = (await findLabeled(tx, targets, merchantId, invoiceIds)).filter(isOpen)
  // A label doesn't say how much of a transaction is for which of several.
  if (!named || others.length > 0) return undefined
  return {
    purpose: 'invoice',
    address: named.address ?? undefined,
    invoiceId: named.invoiceId ?? undefined,
    attemptId: named.attemptId ?? undefined,
    depositAddressId: named.depositAddressId ?? undefined,
    description: named.reference ?? undefined,
    lockedPrice: named.lockedPrice ?? undefined,
  }
}

/** As long as until the next sync of a store where something moves. */
const waitMs = 10_000
/** What is older has its coins and labels, if it will ever have any. The engine's clock may be wrong by some of it. */
const newForMs = 3_600_000
const mostWaiting = 1000

const mustWait = (tx: Tx, { txid, seenAt }: WalletTransactionReading, waiting: Waiting): boolean => {
  const since = waiting.get(txid)
  if (since) return tx.now.getTime() - since.getTime() < waitMs
  if (tx.now.getTime() - seenAt.getTime() > newForMs || waiting.size >= mostWaiting) return false
  waiting.set(txid, tx.now)
  return true
}

/**
 * Whether a row differs from what the engine reports: its depth, or what follows from it. A payment that was given up
 * and confirmed after all, in a block that replaced its rival's, counts like any other.
 */
const hasMoved = (row: Known, { confirmations, blockHeight }: WalletTransactionReading): boolean =>
  (!row.final || (row.status === 'failed' && confirmations > 0)) &&
  (row.confirmations !== confirmations ||
    row.blockHeight !== (blockHeight ?? null) ||
    row.disputed ||
    row.status !== (confirmations > 0 ? 'confirmed' : 'pending') ||
    (row.type === 'incoming' && row.booked !== confirmations > 0))

/** One confirmation books a payment. Zero confirmations after that undo the booking. */
const followDepths = async (
  tx: Tx,
  owner: Wallet,
  moved: ReadonlyMap<string, WalletTransactionReading>,
  blockTimes: BlockTimes,
) => {
  const rows = await saveDepths(tx, owner, [...moved.values()])
  const incoming = rows.filter(({ type }) => type === 'incoming').toSorted((a, b) => a.id - b.id)
  for (const row of incoming) if (row.confirmations === 0 && row.booked) await unbookPayment(tx, row)
  const confirmed = incoming.filter(({ confirmations, booked }) => confirmations > 0 && !booked)
  await bookPayments(tx, owner.merchantId, confirmed, false, { blockTimes })
  const deep = rows.filter(({ confirmations }) => confirmations >= finalDepth).map(({ id }) => id)
  if (deep.length > 0) await markFinal(tx, deep)
}
