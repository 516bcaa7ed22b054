import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { TillRefunds } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'

export type TillRefundRow = Selectable<TillRefunds>

export type NewTillRefund = {
  merchantId: number
  tillId: number
  deviceId: number
  saleId: bigint
  cashierId: number
  amount: string | null
  reason: string | null
}

/** Saves a request for a manager and returns its ID. A sale has one open request at a time. */
export const insertRequest = async (tx: Tx, request: NewTillRefund) => {
  const inserted = await tx
    .insertInto('tillRefunds')
    .values(request)
    .onConflict((conflict) => conflict.column('saleId').where('status', '=', 'requested').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new ApiError('refund-already-requested')
  return inserted.id
}

/** Saves a refund that the device's own limit allows. */
export const insertAllowed = async (tx: Tx, refund: NewTillRefund & { countedUsd: string; decidedBy: string }) => {
  const { id } = await tx
    .insertInto('tillRefunds')
    .values({ ...refund, status: 'approved', decidedAt: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the request if nobody has decided it before. */
export const markDecided = (
  tx: Tx,
  { merchantId, id, status, decidedBy }: Pick<TillRefundRow, 'merchantId' | 'id' | 'status'> & { decidedBy: string },
): Promise<TillRefundRow | undefined> =>
  tx
    .updateTable('tillRefunds')
    .set({ status, decidedBy, decidedAt: tx.now })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .returningAll()
    .executeTakeFirst()

export const saveRefundId = (db: Db, id: number, refundId: number) =>
  db.updateTable('tillRefunds').set({ refundId }).where('id', '=', id).execute()

/** What the device has refunded by itself since midnight UTC, and of this sale. */
export const readAllowed = async (tx: Tx, deviceId: number, saleId: bigint) => {
  const { rows } = await sql<{ limitUsd: string; usedUsd: string; ofSale: string; isToday: boolean }>`
    with today as (select date_trunc('day', app_now(), 'UTC') as begins_at)
    select d.daily_refund_limit_usd as limit_usd,
      (select coalesce(sum(r.counted_usd), 0)::numeric(14, 2) from till_refunds r
        where r.device_id = d.id and r.counted_usd is not null and r.requested_at >= today.begins_at) as used_usd,
      (select coalesce(sum(r.amount), 0) from till_refunds r
        where r.sale_id = s.id and r.counted_usd is not null) as of_sale,
      s.created_at >= today.begins_at as is_today
    from till_devices d, till_sales s, today
    where d.id = ${deviceId} and d.revoked_at is null and d.refunds_locked_at is null and s.id = ${saleId}
      and s.device_id = d.id`.execute(tx)
  return rows[0]
}
