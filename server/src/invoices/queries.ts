import type { refund, refundable } from '@bitquay/contract/refunds'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { InvoiceRow } from './table.ts'

/** Reads the refunds of an invoice. The refunds module, which depends on this one, provides it. */
export type RefundsOf = (
  db: Db,
  merchantId: number,
  invoiceId: string,
) => Promise<{ refunds: z.input<typeof refund>[]; refundable: z.input<typeof refundable> }>

export const findInvoice = (db: Db | Tx, merchantId: number, invoiceId: string) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirst()

/** Which of these IDs of the engine we know, as invoices, attempts or deposit addresses. */
export const findKnownEngineIds = async (db: Db, engineIds: readonly string[]): Promise<Set<string>> => {
  const ids = sql`any(${[...engineIds]}::text[])`
  const { rows } = await sql<{ id: string }>`
    select invoice_id as id from invoices where invoice_id = ${ids}
    union all select engine_invoice_id from invoice_attempts where engine_invoice_id = ${ids}
    union all select engine_invoice_id from deposit_addresses where engine_invoice_id = ${ids}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Reads several invoices of a merchant by their IDs. */
export const findInvoices = async (db: Db | Tx, merchantId: number, invoiceIds: readonly string[]) => {
  if (invoiceIds.length === 0) return new Map<string | null, InvoiceRow>()
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'in', invoiceIds)
    .execute()
  return new Map(rows.map((row) => [row.invoiceId, row]))
}

/** Reads the refunds of several invoices at once. */
export type RefundsOfMany = (
  db: Db,
  merchantId: number,
  invoiceIds: readonly string[],
) => Promise<z.input<typeof refund>[]>

/** The payments of several invoices, oldest first. */
export const listPaymentsOfMany = (db: Db, merchantId: number, invoiceIds: readonly string[]) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'in', [...invoiceIds])
    .where('type', '=', 'incoming')
    .orderBy('id')
    .execute()

export const listInvoicePayments = (db: Db, invoiceId: string) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('invoiceId', '=', invoiceId)
    .where('type', '=', 'incoming')
    .orderBy('id')
    .execute()
