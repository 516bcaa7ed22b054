import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { TransactionRow } from './table.ts'

/** The name under which a payment is booked: a new one each time, since a reorganisation may undo one booking. */
export const bookingReference = (row: Pick<TransactionRow, 'merchantId' | 'engineKey' | 'bookings'>) =>
  `${row.merchantId}:${row.engineKey}#${row.bookings + 1}`

/** Counts it from now on; the condition makes sure that nobody else has. */
export const markBooked = async (tx: Tx, row: TransactionRow, transferId: bigint | undefined) => {
  const marked = await tx
    .updateTable('transactions')
    .set({ booked: true, transferId: transferId ?? null, bookings: row.bookings + 1 })
    .where('id', '=', row.id)
    .where('booked', '=', false)
    .where('bookings', '=', row.bookings)
    .returning('id')
    .executeTakeFirst()
  if (!marked) throw new Error(`transaction ${row.id} was booked by someone else meanwhile`)
}

export const markUnbooked = (tx: Tx, id: number) =>
  tx.updateTable('transactions').set({ booked: false, transferId: null }).where('id', '=', id).execute()

/** A Lightning payment is as sure as it will ever be. */
export const markLightningConfirmed = (tx: Tx, id: number) =>
  tx.updateTable('transactions').set({ status: 'confirmed', confirmedAt: tx.now }).where('id', '=', id).execute()

export const markFinal = (tx: Tx, id: number) =>
  tx.updateTable('transactions').set({ final: true }).where('id', '=', id).execute()

/** The chain does not show it any more: nothing is decided until something else has taken its coins. */
export const markDisputed = (tx: Tx, id: number) =>
  tx
    .updateTable('transactions')
    .set({ disputed: true, vanishedAt: sql<Date>`coalesce(vanished_at, app_now())` })
    .where('id', '=', id)
    .execute()

export const markFailed = (tx: Tx, id: number) =>
  tx
    .updateTable('transactions')
    .set({ status: 'failed', disputed: false, confirmations: 0, blockHeight: null, confirmedAt: null, final: true })
    .where('id', '=', id)
    .execute()

export const addDeposit = (tx: Tx, merchantId: number, amountUsd: string, sign: 1 | -1) =>
  tx
    .updateTable('merchants')
    .set({ totalDepositsUsd: sql<string>`total_deposits_usd + ${sign}::int * ${amountUsd}::numeric` })
    .where('id', '=', merchantId)
    .execute()
