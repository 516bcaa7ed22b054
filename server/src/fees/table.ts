import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

export type Fee = {
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
  /** The partners' part of the fee. */
  partnerSats: bigint
  /** What the merchant's own markup adds, part of the platform's. */
  markupSats: bigint
  /** Already collected: fees of the shared node never have to be swept. */
  processed: boolean
  /** When its terms were in effect. Default: now. */
  termsAt?: Date | undefined
}

/** Saves fees of one merchant. If its credit covers them and all older fees, they are paid at once. */
export const saveFees = async (tx: Tx, merchantId: number, fees: readonly Fee[]) => {
  if (fees.length === 0) return
  // Lock the row from here on, so that a sweep that confirms now sees these fees, or they see what the sweep collected.
  const { rows } = await sql<{ hasCredit: boolean | null }>`
    with credit as (
      select collected_sats > assigned_sats as has_credit from fee_collections
      where merchant_id = ${merchantId} and ${fees.some(({ processed }) => !processed)}::boolean for no key update
    ), saved as (
      insert into fee_transactions (merchant_id, transaction_id, invoice_id, txid, transfer_id, transaction_type,
        original_amount_btc, original_amount_usd, fee_percentage, fee_btc, fee_usd, btc_price_at_time, processed,
        partner_sats, markup_sats, terms_at, told_by_merchant)
      -- The last column marks what only the merchant's own server or node reported. On our node we saw the payment.
      select ${merchantId}, f.*, case when f.processed then false when f.kind = 'lightning' then true
          else has_own_server(${merchantId}) end
      from jsonb_to_recordset(${JSON.stringify(fees.map(toSaved))}::jsonb) as f ("transactionId" integer,
        "invoiceId" text, txid text, "transferId" bigint, kind text, "originalAmountBtc" numeric,
        "originalAmountUsd" numeric, "feePercentage" numeric, "feeBtc" numeric, "feeUsd" numeric, "btcPrice" numeric,
        processed boolean, "partnerSats" bigint, "markupSats" bigint, "termsAt" timestamptz)
    )
    select (select has_credit from credit) as has_credit`.execute(tx)
  if (rows[0]?.hasCredit) await assignCollections(tx, merchantId)
}

const toSaved = ({ feeMilliPercent, transferId, partnerSats, markupSats, ...fee }: Fee) => ({
  ...fee,
  feePercentage: `${feeMilliPercent / 1000n}.${String(feeMilliPercent % 1000n).padStart(3, '0')}`,
  transferId: transferId.toString(),
  partnerSats: partnerSats.toString(),
  markupSats: markupSats.toString(),
})

/**
 * Marks the oldest open fees that this amount covers in full as being swept. They are collected when the sweep
 * confirms.
 */
export const takeForSweep = async (tx: Tx, merchantId: number, sendId: number, coveredSats: bigint) => {
  await sql`update fee_transactions f set swept_by = ${sendId} from (
      select f.id, sum(due_sats(f) - f.reserved_sats) over (order by f.id) as through_sats from fee_transactions f
      where f.merchant_id = ${merchantId} and not f.processed and f.swept_by is null and f.fee_invoice_id is null
        and f.reversed_at is null
    ) o where o.id = f.id and o.through_sats <= ${coveredSats}`.execute(tx)
}

/** The next sweep may take these fees: all of a sweep that ended, or those that too little arrived for. */
export const releaseSwept = async (tx: Tx, sendId: number, { uncollectedOnly = false } = {}) => {
  await sql`update fee_transactions set swept_by = null
    where swept_by = ${sendId} and not (processed and ${uncollectedOnly}::boolean)`.execute(tx)
}

/** Lists a merchant's open fees on an invoice, except those that these sweeps collect. No later sweep takes them. */
export const listFees = async (tx: Tx, merchantId: number, feeInvoiceId: number, openSweeps: readonly number[]) => {
  await sql`update fee_transactions set fee_invoice_id = ${feeInvoiceId}, swept_by = null
    where merchant_id = ${merchantId} and not processed and reversed_at is null
      and (swept_by is null or swept_by <> all(${openSweeps}::int[]))`.execute(tx)
}

/** Moves fees that an earlier invoice lists, and that aren't paid anymore, to this one. */
export const relistFees = async (tx: Tx, merchantId: number, feeInvoiceId: number) => {
  await sql`update fee_transactions set fee_invoice_id = ${feeInvoiceId}
    where merchant_id = ${merchantId} and not processed and reversed_at is null and fee_invoice_id <> ${feeInvoiceId}`.execute(
    tx,
  )
}

/**
 * Adds what arrived from a merchant, or subtracts what a reorganization undid, and decides again which fees are
 * collected: the oldest that the money covers in full.
 */
export const assignCollections = async (tx: Tx, merchantId: number, arrivedSats = 0n) => {
  await sql`select assign_collections(${merchantId}, ${arrivedSats})`.execute(tx)
}

/** Creates the row that the sweep's confirmation will change, so that bookings can lock it from now on. */
export const ensureCollections = async (tx: Tx, merchantId: number) => {
  await sql`insert into fee_collections (merchant_id) values (${merchantId}) on conflict do nothing`.execute(tx)
}

/** Keeps the record of a fee whose payment was undone, but no longer counts it. Its money pays for the next fees. */
export const reverseFee = async (tx: Tx, transferId: bigint) => {
  await sql`select reverse_fee(${transferId}, ${tx.now})`.execute(tx)
}

/** Forgives more or less of a fee. Assign the merchant's money again after the last change. */
export const changeForgiven = async (tx: Tx, feeId: number, bySats: bigint) => {
  await sql`select change_forgiven(${feeId}, ${bySats})`.execute(tx)
}

/** Reserves more or less of a fee for a promo code. */
export const changeReserved = async (tx: Tx, feeId: number, bySats: bigint) => {
  await sql`update fee_transactions set reserved_sats = reserved_sats + ${bySats} where id = ${feeId}`.execute(tx)
}

export type ForgivableFee = {
  id: number
  dueSats: bigint
  btcPrice: string
  /** What each partner earned of it, as its transfer says. */
  shares: { partnerId: number; sats: string; usd: string }[]
}

const forgivable = sql`f.id, f.merchant_id, due_sats(f) as due_sats, f.btc_price_at_time as btc_price, coalesce((
    select jsonb_agg(jsonb_build_object('partnerId', a.owner_id, 'sats', (-e.amount_sats)::text, 'usd', (-e.amount_usd)::text)
      order by a.owner_id)
    from ledger_entries e join ledger_accounts a on a.id = e.account_id and a.kind = 'earned'
    where e.transfer_id = f.transfer_id), '[]') as shares`

/** The unpaid fees of an invoice, oldest first. */
export const findForgivable = async (tx: Tx, feeInvoiceId: number): Promise<ForgivableFee[]> => {
  const { rows } = await sql<ForgivableFee>`
    select ${forgivable} from fee_transactions f
    where f.fee_invoice_id = ${feeInvoiceId} and not f.processed and f.reversed_at is null and f.reserved_sats = 0
    order by f.id for no key update`.execute(tx)
  return rows
}

type ForgivenFee = ForgivableFee & { merchantId: number; account: 'forgiven' | 'written-off' }

export const findForgiven = async (tx: Tx, transferId: bigint): Promise<ForgivenFee | undefined> => {
  const { rows } = await sql<ForgivenFee>`
    select ${forgivable}, (
      select a.kind from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
        join ledger_accounts a on a.id = e.account_id and a.owner_kind = 'platform'
      where t.kind = 'forgive' and t.reference = 'invoice:' || f.fee_invoice_id) as account
    from fee_transactions f
    where f.transfer_id = ${transferId} and f.forgiven_at is not null`.execute(tx)
  return rows[0]
}

/** A forgiven fee counts as little as one whose payment was undone. */
export const markForgiven = async (tx: Tx, fees: readonly number[]) => {
  await sql`update fee_transactions set forgiven_at = ${tx.now}, reversed_at = ${tx.now}
    where id = any(${fees}::int[])`.execute(tx)
}

export const markUnforgiven = async (tx: Tx, feeId: number) => {
  await sql`update fee_transactions set forgiven_at = null where id = ${feeId}`.execute(tx)
}

/** Takes fees that aren't paid off an invoice, so that a sweep or a later invoice may ask for them. */
export const unlistFees = async (tx: Tx, feeInvoiceId: number) => {
  await sql`update fee_transactions set fee_invoice_id = null
    where fee_invoice_id = ${feeInvoiceId} and not processed and reversed_at is null`.execute(tx)
}
