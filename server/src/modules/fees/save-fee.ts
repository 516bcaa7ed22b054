import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

export type Fee = {
  merchantId: number
  transactionId: number | null
  invoiceId: string | null
  txid: string | null
  transferId: bigint
  kind: 'deposit' | 'withdrawal' | 'lightning'
  originalAmountBtc: string
  originalAmountUsd: string
  feeMilliPercent: bigint
  feeBtc: string
  feeUsd: string
  btcPrice: string
  /** Already collected: what is taken on the shared node never has to be swept. */
  processed: boolean
}

export const saveFee = async (tx: Tx, fee: Fee) => {
  await tx
    .insertInto('feeTransactions')
    .values({
      merchantId: fee.merchantId,
      transactionId: fee.transactionId,
      invoiceId: fee.invoiceId,
      txid: fee.txid,
      transferId: fee.transferId,
      transactionType: fee.kind,
      originalAmountBtc: fee.originalAmountBtc,
      originalAmountUsd: fee.originalAmountUsd,
      feePercentage: `${fee.feeMilliPercent / 1000n}.${String(fee.feeMilliPercent % 1000n).padStart(3, '0')}`,
      feeBtc: fee.feeBtc,
      feeUsd: fee.feeUsd,
      btcPriceAtTime: fee.btcPrice,
      processed: fee.processed,
      toldByMerchant: isToldByMerchant(fee),
    })
    .execute()
}

/** Partners wait for what only a server or a node of the merchant's own has told; on our own node we have seen it come. */
const isToldByMerchant = ({ processed, kind, merchantId }: Fee) =>
  processed ? false : kind === 'lightning' ? true : sql<boolean>`has_own_server(${merchantId})`

/** The payment was undone: its fee stays on record and counts no more. */
export const markFeeReversed = (tx: Tx, transferId: bigint) =>
  tx
    .updateTable('feeTransactions')
    .set({ reversedAt: tx.now })
    .where('transferId', '=', transferId)
    .where('reversedAt', 'is', null)
    .execute()
