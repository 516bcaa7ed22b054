import { type Owner, postTransfer, priceEntries, reverseTransfer } from '../ledger/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice } from '../prices/index.ts'
import type { WalletTransactionReading } from '../stores/index.ts'
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
 * Accounts for every satoshi in the platform's wallet. A send of ours is booked with the send. Everything else that
 * came or went is the operator's capital, also what a send paid to our own wallet. Booked at the first confirmation,
 * undone by a reorganization. What left without a send pauses the wallet until somebody has said what it was.
 */
export const recordPlatformWallet = async (
  tx: Tx,
  transactions: readonly WalletTransactionReading[],
): Promise<boolean> => {
  const { cents } = await findPrice(tx)
  let changed = false
  for (const transaction of transactions) changed = (await recordPlatformTransaction(tx, transaction, cents)) || changed
  const shown = new Set(transactions.map(({ txid }) => txid))
  for (const row of await findOpenPlatformTransactions(tx)) {
    if (shown.has(row.txid)) continue
    await undo(tx, row)
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
): Promise<boolean> => {
  const { txid, amountSats, confirmations, seenAt } = transaction
  const { row, isNew, moved } = await savePlatformTransaction(tx, { txid, amountSats, confirmations, seenAt })
  if (isNew && row.sendId === null && amountSats < 0n) await saveSpending(tx, row)
  const sendId = await findSendSince(tx, row)
  const current = sendId !== null && row.sendId === null ? await assignToSend(tx, row, sendId) : row
  const capitalSats = sendId === null ? row.amountSats : row.amountSats - (await getExpectedChange(tx, row.txid))
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
  await undo(tx, row)
  await linkToSend(tx, row.txid, sendId)
  return { ...row, sendId, transferId: null }
}

const undo = async (tx: Tx, row: PlatformTransaction) => {
  if (row.transferId === null) return
  await reverseTransfer(tx, row.transferId, `capital:${row.txid}#${row.bookings}`)
  await markExplained(tx, row, null)
}
