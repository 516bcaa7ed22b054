import type { Deps } from '../deps.ts'
import { type Owner, postTransfer, priceEntries, reverseTransfer } from '../ledger/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice } from '../prices/index.ts'
import type { Coin, WalletTransactionReading } from '../stores/index.ts'
import {
  findOpenPlatformTransactions,
  findSendSince,
  forgetPlatformTransaction,
  getExpectedChange,
  linkToSend,
  markExplained,
  type PlatformTransaction,
  savePlatformTransaction,
  saveSpending,
} from './table.platform-wallet.ts'

const platform: Owner = { kind: 'platform' }

/**
 * Accounts for every satoshi in the platform's wallet. A send of ours is booked with the send, and what fee invoices were
 * paid with pays fees. Everything else that came or went is the operator's capital, also what a send paid to our own wallet. Booked at the first confirmation,
 * undone by a reorganization. What left without a send pauses the wallet until somebody has said what it was.
 */
export const recordPlatformWallet = async (
  tx: Tx,
  { paymentTargets }: Pick<Deps, 'paymentTargets'>,
  { coins, transactions }: { coins: readonly Coin[]; transactions: readonly WalletTransactionReading[] },
): Promise<boolean> => {
  const { feeInvoices } = paymentTargets
  const { cents } = await findPrice(tx)
  const txids = transactions.map(({ txid }) => txid)
  const fees = await feeInvoices.record(tx, coins, txids)
  let changed = false
  for (const transaction of transactions) {
    const { txid, confirmations } = transaction
    const paid = fees.get(txid)
    changed = (await recordPlatformTransaction(tx, transaction, cents, paid)) || paid?.isNew || changed
    if (paid) await feeInvoices.follow(tx, txid, confirmations)
  }
  const shown = new Set(txids)
  for (const row of await findOpenPlatformTransactions(tx)) {
    if (shown.has(row.txid)) continue
    await undo(tx, row)
    await feeInvoices.follow(tx, row.txid, 0)
    await forgetPlatformTransaction(tx, row.txid)
    changed = true
  }
  return changed
}

/** The same for one transaction. Returns whether it is new or its depth has changed. */
export const recordPlatformTransaction = async (
  tx: Tx,
  transaction: Pick<WalletTransactionReading, 'txid' | 'amountSats' | 'confirmations' | 'seenAt'>,
  priceCents: bigint,
  fees = { sats: 0n, isNew: false },
): Promise<boolean> => {
  const { txid, amountSats, confirmations, seenAt } = transaction
  const { row, isNew, moved } = await savePlatformTransaction(tx, { txid, amountSats, confirmations, seenAt })
  if (isNew && row.sendId === null && amountSats < 0n) await saveSpending(tx, row)
  const sendId = await findSendSince(tx, row)
  const ofSend = sendId !== null && row.sendId === null ? await assignToSend(tx, row, sendId) : row
  // The coin of a transaction may be listed later than the transaction, which was capital until then.
  const current = fees.isNew ? await withoutBooking(tx, ofSend) : ofSend
  const expectedSats = fees.sats + (sendId === null ? 0n : await getExpectedChange(tx, row.txid))
  const capitalSats = row.amountSats - expectedSats
  if (capitalSats !== 0n) await explain(tx, current, capitalSats, priceCents)
  return moved
}

const explain = async (tx: Tx, row: PlatformTransaction, sats: bigint, priceCents: bigint) => {
  if (row.confirmations === 0) return undo(tx, row)
  if (row.transferId !== null) return
  const transferId = await postTransfer(tx, {
    kind: 'capital',
    reference: `${row.txid}#${row.bookings + 1}`,
    priceCents,
    entries: priceEntries(
      [
        { owner: platform, account: 'wallet', sats },
        { owner: platform, account: 'capital', sats: -sats },
      ],
      priceCents,
    ),
  })
  await markExplained(tx, row, transferId ?? null)
}

/** A fee bump in BTCPay's own screen looks like outgoing capital until we know that it belongs to a send. */
const assignToSend = async (tx: Tx, row: PlatformTransaction, sendId: number): Promise<PlatformTransaction> => {
  const undone = await withoutBooking(tx, row)
  await linkToSend(tx, row.txid, sendId)
  return { ...undone, sendId }
}

const withoutBooking = async (tx: Tx, row: PlatformTransaction): Promise<PlatformTransaction> => {
  await undo(tx, row)
  return { ...row, transferId: null }
}

const undo = async (tx: Tx, row: PlatformTransaction) => {
  if (row.transferId === null) return
  await reverseTransfer(tx, row.transferId, `capital:${row.txid}#${row.bookings}`)
  await markExplained(tx, row, null)
}
