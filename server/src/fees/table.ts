import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

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

/** Marks the oldest open fees that this much pays for in full as being swept. What collects them is the confirmation. */
export const takeForSweep = async (tx: Tx, merchantId: number, sendId: number, coveredSats: bigint) => {
  await sql`update fee_transactions f set swept_by = ${sendId} from (
      select f.id, sum(due_sats(f) - f.reserved_sats) over (order by f.id) as through_sats from fee_transactions f
      where f.merchant_id = ${merchantId} and not f.processed and f.swept_by is null and f.reversed_at is null
    ) o where o.id = f.id and o.through_sats <= ${coveredSats}`.execute(tx)
}

export const releaseSwept = async (tx: Tx, sendId: number) => {
  await tx.updateTable('feeTransactions').set({ sweptBy: null }).where('sweptBy', '=', sendId).execute()
}

/**
 * Adds what arrived from a merchant, or takes off what the chain took back, and decides anew which of its fees are
 * collected: the oldest that the money covers in full.
 */
export const assignCollections = async (tx: Tx, merchantId: number, arrivedSats = 0n) => {
  await sql`select assign_collections(${merchantId}, ${arrivedSats})`.execute(tx)
}

/** From the first sweep on, a booking sees the row that the sweep's confirmation will change. */
export const ensureCollections = async (tx: Tx, merchantId: number) => {
  await sql`insert into fee_collections (merchant_id) values (${merchantId}) on conflict do nothing`.execute(tx)
}

/** A fee whose payment was undone stays on record and counts no more; what it was paid with pays for the next ones. */
export const reverseFee = async (tx: Tx, transferId: bigint) => {
  await sql`select reverse_fee(${transferId}, ${tx.now})`.execute(tx)
}

/** Forgives more of a fee, or less. The merchant's money has to be assigned anew after the last of them. */
export const changeForgiven = async (tx: Tx, feeId: number, bySats: bigint) => {
  await sql`select change_forgiven(${feeId}, ${bySats})`.execute(tx)
}

/** Reserves so much more of a fee for a promo code, or less. */
export const changeReserved = async (tx: Tx, feeId: number, bySats: bigint) => {
  await sql`update fee_transactions set reserved_sats = reserved_sats + ${bySats} where id = ${feeId}`.execute(tx)
}
