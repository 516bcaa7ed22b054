import type { refund, refundable } from '@bitquay/contract/refunds'
import type { z } from 'zod'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

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

export const listInvoicePayments = (db: Db, invoiceId: string) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('invoiceId', '=', invoiceId)
    .where('type', '=', 'incoming')
    .orderBy('id')
    .execute()
