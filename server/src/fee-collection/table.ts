import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { FeeInvoices, FeePayments } from '../platform/db/types.ts'

export type FeeInvoice = Selectable<FeeInvoices>
export type FeePayment = Selectable<FeePayments>

export const insertFeeInvoice = (
  tx: Tx,
  invoice: Pick<FeeInvoice, 'merchantId' | 'address' | 'amountSats' | 'btcPrice'> &
    Pick<FeeInvoice, 'owedSince' | 'extendedUntil' | 'reminders'>,
): Promise<FeeInvoice> =>
  tx
    .insertInto('feeInvoices')
    .values({ ...invoice, createdAt: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()

/** What it asks for is known once it lists its fees. */
export const saveFeeInvoiceAmount = (tx: Tx, id: number, amountSats: bigint): Promise<FeeInvoice> =>
  tx.updateTable('feeInvoices').set({ amountSats }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const findOpenFeeInvoice = (db: Db, merchantId: number): Promise<FeeInvoice | undefined> =>
  db
    .selectFrom('feeInvoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'open')
    .executeTakeFirst()

/** Returns whether it was open until now. */
export const endFeeInvoice = async (
  tx: Tx,
  id: number,
  status: Exclude<FeeInvoice['status'], 'open'>,
): Promise<boolean> => {
  const ended = await tx
    .updateTable('feeInvoices')
    .set({ status, endedAt: tx.now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** A payment of it was undone, so the merchant's newest invoice asks for its fees again. */
export const reopenNewestFeeInvoice = async (tx: Tx, merchantId: number): Promise<FeeInvoice | undefined> => {
  const { rows } = await sql<FeeInvoice>`
    update fee_invoices set status = 'open', ended_at = null
    where id = (select max(id) from fee_invoices where merchant_id = ${merchantId}) and status = 'paid'
      and exists (select from fee_transactions f
        where f.fee_invoice_id = fee_invoices.id and not f.processed and f.reversed_at is null)
    returning *`.execute(tx)
  return rows[0]
}

type Arrived = { outpoint: string; txid: string; address: string; amountSats: bigint }

/** Saves the coins that arrived at addresses of fee invoices, each once. Returns those that are new. */
export const saveFeePayments = async (tx: Tx, arrived: readonly Arrived[]): Promise<{ txid: string }[]> => {
  const coins = arrived.map(({ amountSats, ...coin }) => ({ ...coin, amountSats: amountSats.toString() }))
  const { rows } = await sql<{ txid: string }>`
    insert into fee_payments (fee_invoice_id, merchant_id, outpoint, txid, amount_sats, seen_at)
    select i.id, i.merchant_id, c.outpoint, c.txid, c."amountSats", ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(coins)}::jsonb) as c (outpoint text, txid text, address text, "amountSats" bigint)
      join fee_invoices i on i.address = c.address
    where c."amountSats" > 0 order by c.outpoint
    on conflict (outpoint) do nothing returning txid`.execute(tx)
  return rows
}

export const findFeePaymentsOf = (tx: Tx, txids: readonly string[]): Promise<FeePayment[]> =>
  tx.selectFrom('feePayments').selectAll().where(sql<boolean>`txid = any(${txids}::text[])`).orderBy('id').execute()

/** Booked payments of a merchant that paid more than fees, oldest first. */
export const findFeePaymentsWithCredit = (tx: Tx, merchantId: number): Promise<FeePayment[]> =>
  tx
    .selectFrom('feePayments')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('transferId', 'is not', null)
    .where(sql<boolean>`paid_sats < amount_sats`)
    .orderBy('id')
    .execute()

export const saveFeeBooking = async (
  tx: Tx,
  { id, bookings }: Pick<FeePayment, 'id' | 'bookings'>,
  booked: { transferId: bigint; paidSats: bigint } | undefined,
) => {
  await tx
    .updateTable('feePayments')
    .set(booked ? { ...booked, bookings: bookings + 1 } : { transferId: null, paidSats: 0n })
    .where('id', '=', id)
    .execute()
}

export const findFeeInvoice = (db: Db, id: number): Promise<FeeInvoice | undefined> =>
  db.selectFrom('feeInvoices').selectAll().where('id', '=', id).executeTakeFirst()

export const extendFeeInvoice = async (tx: Tx, id: number, extendedUntil: Date) => {
  await tx.updateTable('feeInvoices').set({ extendedUntil }).where('id', '=', id).execute()
}

/** Booked payments of a merchant that paid fees, newest first. */
export const findFeePaymentsThatPaid = (tx: Tx, merchantId: number): Promise<FeePayment[]> =>
  tx
    .selectFrom('feePayments')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('transferId', 'is not', null)
    .where('paidSats', '>', 0n)
    .orderBy('id', 'desc')
    .execute()

export const saveReminders = async (tx: Tx, id: number, reminders: number) => {
  await tx.updateTable('feeInvoices').set({ reminders }).where('id', '=', id).execute()
}
