import type { Tx } from '../platform/db/transaction.ts'
import type { WalletTransactionReading } from '../stores/index.ts'
import { changeOf, lockShownPsbts, reopenSend, type ShownPsbt, wakeRivals } from './table.psbts.ts'
import { markSigned, releaseCoins, saveVersion } from './table.ts'

/**
 * A PSBT that was handed out can be signed and broadcast without us, also after its request was canceled or its time was
 * over. A wallet that shows its transaction pays the send. The caller holds the store's lock.
 */
export const adoptPsbts = async (
  tx: Tx,
  store: { id: number },
  transactions: readonly WalletTransactionReading[],
): Promise<void> => {
  const depths = new Map(transactions.map(({ txid, confirmations }) => [txid, confirmations]))
  for (const psbt of await lockShownPsbts(tx, store.id, [...depths.keys()])) {
    const isOpen = psbt.status === 'requested'
    // An ended one that is only in the mempool may still be replaced: its coins are free for others.
    if (!isOpen && (depths.get(psbt.shownTxid) ?? 0) === 0) continue
    await adopt(tx, psbt, isOpen)
  }
}

const adopt = async (tx: Tx, psbt: ShownPsbt, isOpen: boolean) => {
  const { sendId, shownTxid: txid, shownFeeSats: networkFeeSats, payeeSats, vbytes, isVersion } = psbt
  if (!isVersion) {
    const change = changeOf(psbt, txid)
    await saveVersion(tx, sendId, { txid, rawTransaction: null, networkFeeSats, payeeSats, vbytes, change })
  }
  await wakeRivals(tx, psbt)
  if (!isOpen) return reopenSend(tx, sendId, { txid, networkFeeSats })
  await releaseCoins(tx, sendId, psbt.inputs)
  return markSigned(tx, sendId, { txid, networkFeeSats })
}
