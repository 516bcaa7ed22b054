import { toCents, toSats } from '@bitquay/contract/money'
import { markReadDue } from '../invoices/index.ts'
import { finalDepth } from '../platform/bitcoin/final-depth.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice } from '../prices/index.ts'
import type { Coin, WalletTransactionReading } from '../stores/index.ts'
import { type Incoming, markFinal, saveDepths, saveIncoming, saveOutgoing } from '../transactions/index.ts'
import { bookPayments, unbookPayment } from './book-payment.ts'
import { publishPayment } from './notify-payment.ts'
import {
  type FoundDepositAddress,
  findDepositAddress,
  findInvoiceOfAddress,
  findKnown,
  findLabeledDepositAddress,
  isLoopOutAddress,
  type Known,
  type Wallet,
} from './queries.ts'

/**
 * Updates the mirror of a wallet to what the engine reported. Returns whether anything that people see has changed.
 * What is known is read once, so that a wallet without changes costs one query however long its history is.
 */
export const recordWallet = async (
  tx: Tx,
  owner: Wallet,
  wallet: { balanceSats?: bigint; coins: readonly Coin[]; transactions: readonly WalletTransactionReading[] },
): Promise<boolean> => {
  let price: ReturnType<typeof findPrice> | undefined
  // Only what is new needs a price.
  const getPriceCents = async () => (await (price ??= findPrice(tx))).cents
  const coinsOf = new Map<string, Coin[]>()
  for (const coin of wallet.coins) coinsOf.set(coin.txid, [...(coinsOf.get(coin.txid) ?? []), coin])
  const txids = wallet.transactions.map(({ txid }) => txid)
  const before = await findKnown(tx, owner, txids)
  const moved = new Map<string, WalletTransactionReading>()
  for (const transaction of wallet.transactions) {
    const known = before.get(transaction.txid) ?? []
    const isNew =
      transaction.amountSats > 0n
        ? await recordIncoming(tx, owner, transaction, known, coinsOf.get(transaction.txid) ?? [], getPriceCents)
        : transaction.amountSats < 0n && !known.some(({ type }) => type === 'outgoing')
          ? await saveOutgoing(tx, owner.merchantId, { ...transaction, atStore: owner.atStore }, await getPriceCents())
          : false
    if (isNew || known.some((row) => hasMoved(row, transaction))) moved.set(transaction.txid, transaction)
  }
  if (moved.size > 0) await followDepths(tx, owner, moved)
  return moved.size > 0
}

/**
 * Coins that no invoice has reported yet: a payment to an invoice address (BTCPay misses some that arrive while it is
 * down), or a deposit. Coins that were spent before we saw them are a deposit of the rest.
 */
const recordIncoming = async (
  tx: Tx,
  { merchantId, atStore }: Wallet,
  transaction: WalletTransactionReading,
  saved: readonly Known[],
  coins: readonly Coin[],
  getPriceCents: () => Promise<bigint>,
) => {
  const known = saved.filter(({ type }) => type === 'incoming')
  let restSats = transaction.amountSats - known.reduce((sum, { amount }) => sum + toSats(amount), 0n)
  if (restSats <= 0n) return false
  const priceCents = await getPriceCents()
  const keys = new Set(known.map(({ engineKey }) => engineKey))
  const fresh = coins.filter(({ outpoint }) => !keys.has(outpoint))
  const base = { txid: transaction.txid, method: 'on-chain', priceCents, atStore, seenAt: transaction.seenAt } as const
  const save = async (incoming: Incoming) => {
    const { row, isNew } = await saveIncoming(tx, merchantId, incoming)
    if (isNew) await publishPayment(tx, row, 'received')
    if (isNew && incoming.invoiceId !== undefined && incoming.attemptId === undefined)
      await markReadDue(tx, merchantId, incoming.invoiceId)
  }
  for (const coin of fresh) {
    const owner = await findInvoiceOfAddress(tx, merchantId, coin.address)
    const found = owner === undefined ? await findDepositAddress(tx, merchantId, coin.address) : undefined
    const ownMoney = (await isLoopOutAddress(tx, merchantId, coin.address)) ? 'loop-out' : 'deposit'
    await save({
      ...base,
      ...(owner?.lockedPrice ? { priceCents: toCents(owner.lockedPrice) } : {}),
      key: coin.outpoint,
      amountSats: coin.amountSats,
      address: coin.address,
      purpose: owner === undefined && !found ? ownMoney : 'invoice',
      invoiceId: owner?.invoiceId,
      attemptId: owner?.attemptId ?? undefined,
      ...toDeposit(found),
    })
    restSats -= coin.amountSats
  }
  if (restSats > 0n) {
    const found = await findLabeledDepositAddress(tx, merchantId, transaction.invoiceIds)
    await save({
      ...base,
      key: transaction.txid,
      amountSats: restSats,
      address: found?.address,
      purpose: found ? 'invoice' : 'deposit',
      invoiceId: undefined,
      ...toDeposit(found),
    })
  }
  return true
}

/** A payment to a deposit address has no invoice: the merchant's reference says whose it is. */
const toDeposit = (found: FoundDepositAddress | undefined) => ({
  description: found?.reference,
  depositAddressId: found?.id,
})

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
const followDepths = async (tx: Tx, owner: Wallet, moved: ReadonlyMap<string, WalletTransactionReading>) => {
  const rows = await saveDepths(tx, owner, [...moved.values()])
  const incoming = rows.filter(({ type }) => type === 'incoming').toSorted((a, b) => a.id - b.id)
  for (const row of incoming) if (row.confirmations === 0 && row.booked) await unbookPayment(tx, row)
  const confirmed = incoming.filter(({ confirmations, booked }) => confirmations > 0 && !booked)
  await bookPayments(tx, owner.merchantId, confirmed, false)
  const deep = rows.filter(({ confirmations }) => confirmations >= finalDepth).map(({ id }) => id)
  if (deep.length > 0) await markFinal(tx, deep)
}
