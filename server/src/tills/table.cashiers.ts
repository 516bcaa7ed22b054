import { type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { TillCashiers } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'

export type CashierRow = Selectable<TillCashiers>

const mostCashiers = 50

/** Adds a cashier. The caller has locked the till. */
export const insertCashier = async (
  tx: Tx,
  cashier: { merchantId: number; tillId: number; name: string; pinHash: string },
): Promise<CashierRow> => {
  const { rows } = await sql<{ cashiers: bigint }>`
    select count(*) as cashiers from till_cashiers
    where till_id = ${cashier.tillId} and removed_at is null`.execute(tx)
  if ((rows[0]?.cashiers ?? 0n) >= BigInt(mostCashiers)) throw new ApiError('too-many-till-cashiers')
  return tx.insertInto('tillCashiers').values(cashier).returningAll().executeTakeFirstOrThrow()
}

/** Returns the cashier if they weren't removed before. */
export const markCashierRemoved = (
  tx: Tx,
  { merchantId, tillId, id }: { merchantId: number; tillId: number; id: number },
): Promise<CashierRow | undefined> =>
  tx
    .updateTable('tillCashiers')
    .set({ removedAt: tx.now })
    .where('merchantId', '=', merchantId)
    .where('tillId', '=', tillId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const findCashier = (tx: Tx, tillId: number, id: number): Promise<CashierRow | undefined> =>
  tx
    .selectFrom('tillCashiers')
    .selectAll()
    .where('tillId', '=', tillId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()

/** Counts an attempt before it is checked. Returns how many the device has now, for all cashiers together. */
export const takePinAttempt = async (tx: Tx, deviceId: number, cashierId: number): Promise<number> => {
  await sql`
    insert into till_wrong_pins as w (device_id, cashier_id, wrong) values (${deviceId}, ${cashierId}, 1)
    on conflict (device_id, cashier_id) do update set wrong = w.wrong + 1`.execute(tx)
  const { rows } = await sql<{ wrong: number }>`
    select sum(wrong)::integer as wrong from till_wrong_pins where device_id = ${deviceId}`.execute(tx)
  return rows[0]?.wrong ?? Number.MAX_SAFE_INTEGER
}

export const forgetWrongPins = (tx: Tx, deviceId: number, cashierId?: number) =>
  tx
    .deleteFrom('tillWrongPins')
    .where('deviceId', '=', deviceId)
    .where(sql<boolean>`cashier_id = coalesce(${cashierId ?? null}, cashier_id)`)
    .execute()
