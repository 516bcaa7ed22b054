import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

export type FeePart = { sendId: number; feeId: number; amountSats: bigint; isCollected: boolean }

/** Reserves this amount of the platform's part of a merchant's open fees for a promo code, oldest first. */
export const saveFeeParts = async (tx: Tx, of: { sendId: number; merchantId: number; sats: bigint }) => {
  const { rows } = await sql<{ feeId: number; amountSats: bigint }>`
    with open as (
      select f.id, due_sats(f) - f.partner_sats - f.reserved_sats as sats,
        sum(due_sats(f) - f.partner_sats - f.reserved_sats) over (order by f.id) as through
      from fee_transactions f
      where f.merchant_id = ${of.merchantId} and not f.processed and f.reversed_at is null and f.swept_by is null
    )
    insert into promo_fee_parts (send_id, fee_id, amount_sats)
    select ${of.sendId}, id, least(sats, ${of.sats} - (through - sats)) from open where sats > 0 and through - sats < ${of.sats}
    returning fee_id, amount_sats`.execute(tx)
  return rows
}

export const findFeeParts = async (tx: Tx, sendId: number): Promise<FeePart[]> => {
  const { rows } = await sql<FeePart>`
    select p.send_id, p.fee_id, p.amount_sats, f.processed as is_collected
    from promo_fee_parts p join fee_transactions f on f.id = p.fee_id where p.send_id = ${sendId} order by p.fee_id`.execute(
    tx,
  )
  return rows
}

export const findPartsOfFee = async (tx: Tx, transferId: bigint): Promise<FeePart[]> => {
  const { rows } = await sql<FeePart>`
    select p.send_id, p.fee_id, p.amount_sats, f.processed as is_collected
    from fee_transactions f join promo_fee_parts p on p.fee_id = f.id where f.transfer_id = ${transferId} order by p.send_id`.execute(
    tx,
  )
  return rows
}

/** A part of zero is deleted. */
export const saveFeePart = async (tx: Tx, { sendId, feeId }: FeePart, amountSats: bigint) => {
  if (amountSats === 0n) {
    await tx.deleteFrom('promoFeeParts').where('sendId', '=', sendId).where('feeId', '=', feeId).execute()
    return
  }
  await tx
    .updateTable('promoFeeParts')
    .set({ amountSats })
    .where('sendId', '=', sendId)
    .where('feeId', '=', feeId)
    .execute()
}
