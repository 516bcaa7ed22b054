import { fromSats } from '@bitquay/contract/money'
import type { Tx } from '../platform/db/transaction.ts'

export type Sent = {
  txid: string
  amountSats: bigint
  amountUsd: string
  btcPrice: string
  address: string
  description: string | null
  purpose: 'withdrawal' | 'refund' | 'sweep'
}

/** A send of ours in the merchant's history. The mirror may have seen it first and taken it for somebody else's spending. */
export const saveSent = async (tx: Tx, merchantId: number, sent: Sent) => {
  const told = {
    purpose: sent.purpose,
    amount: fromSats(sent.amountSats),
    amountUsd: sent.amountUsd,
    btcPrice: sent.btcPrice,
    address: sent.address,
    description: sent.description,
  }
  await tx
    .insertInto('transactions')
    .values({ merchantId, engineKey: sent.txid, txid: sent.txid, type: 'outgoing', ...told })
    .onConflict((conflict) => conflict.constraint('transactions_key').doUpdateSet(told))
    .execute()
}

/** Nothing of it will ever reach the chain. */
export const markSentFailed = async (tx: Tx, merchantId: number, txid: string) => {
  await tx
    .updateTable('transactions')
    .set({ status: 'failed', disputed: false, confirmations: 0, blockHeight: null, confirmedAt: null, final: true })
    .where('merchantId', '=', merchantId)
    .where('type', '=', 'outgoing')
    .where('engineKey', '=', txid)
    .execute()
}
