import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { TillDevice } from '../platform/http/person.ts'

/** Opens a shift. Undefined if the device has an open one. */
export const insertShift = (tx: Tx, { id, merchantId, tillId }: TillDevice, cashierId: number) =>
  tx
    .insertInto('tillShifts')
    .values({ merchantId, tillId, deviceId: id, cashierId })
    .onConflict((conflict) => conflict.column('deviceId').where('closedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Closes the open shift of a device, with the figures of that moment. */
export const markShiftClosed = async (tx: Tx, deviceId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    update till_shifts h set closed_at = app_now(), (sales, total, tips) = (
      select count(*), coalesce(sum(s.total), 0), coalesce(sum(s.tip), 0)
      from till_sales s join invoices i on i.id = s.invoice_ref
      where s.shift_id = h.id and i.state in ('paid', 'overpaid', 'paid-late'))
    where h.device_id = ${deviceId} and h.closed_at is null
    returning h.id`.execute(tx)
  return rows[0]?.id
}
