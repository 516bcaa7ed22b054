import type { refund, refundable } from '@bitquay/contract/refunds'
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
