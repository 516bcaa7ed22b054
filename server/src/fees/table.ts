import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import { assignCollections } from './collections.ts'

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
  /** The partners' part of it. */
  partnerSats: bigint
  /** Already collected: what is taken on the shared node never has to be swept. */
  processed: boolean
}

/** Puts a fee on record. A merchant's credit pays for it at once where it covers it and every older fee. */
export const saveFee = async (tx: Tx, fee: Fee) => {
  const feePercentage = `${fee.feeMilliPercent / 1000n}.${String(fee.feeMilliPercent % 1000n).padStart(3, '0')}`
  // The row is held from here on, so that a sweep that confirms now sees this fee, or this fee sees what it brought.
  const { rows } = await sql<{ hasCredit: boolean | null }>`
    with credit as (
      select collected_sats > assigned_sats as has_credit from fee_collections
      where merchant_id = ${fee.merchantId} and not ${fee.processed}::boolean for no key update
    ), saved as (
      insert into fee_transactions (merchant_id, transaction_id, invoice_id, txid, transfer_id, transaction_type,
        original_amount_btc, original_amount_usd, fee_percentage, fee_btc, fee_usd, btc_price_at_time, processed,
        told_by_merchant, partner_sats)
      values (${fee.merchantId}, ${fee.transactionId}, ${fee.invoiceId}, ${fee.txid}, ${fee.transferId}, ${fee.kind},
        ${fee.originalAmountBtc}, ${fee.originalAmountUsd}, ${feePercentage}, ${fee.feeBtc}, ${fee.feeUsd}, ${fee.btcPrice},
        ${fee.processed}, ${isToldByMerchant(fee)}, ${fee.partnerSats})
    )
    select (select has_credit from credit) as has_credit`.execute(tx)
  if (rows[0]?.hasCredit) await assignCollections(tx, fee.merchantId)
}

/** What only a server or a node of the merchant's own has told is marked; on our own node we have seen it come. */
const isToldByMerchant = ({ processed, kind, merchantId }: Fee) =>
  processed ? sql`false` : kind === 'lightning' ? sql`true` : sql`has_own_server(${merchantId})`
