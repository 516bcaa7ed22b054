import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Filter = {
  limit: number
  cursor: string | undefined
  status: string | undefined
  search: string | undefined
}

/** A merchant's invoices, newest first. One row more than asked for tells whether there is a next page. */
export const listInvoices = async (db: Db, merchantId: number, filter: Filter) => {
  const after = filter.cursor === undefined ? undefined : Number(filter.cursor)
  const search = filter.search?.trim()
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'is not', null)
    .$if(after !== undefined, (select) => select.where('id', '<', after ?? 0))
    .$if(filter.status !== undefined, (select) => select.where('status', '=', filter.status ?? ''))
    .$if(Boolean(search), (select) => {
      const like = `%${search?.replace(/[\\%_]/g, '\\$&') ?? ''}%`
      return select.where(
        sql<boolean>`(invoice_id = ${search ?? ''} or description ilike ${like} or customer_email ilike ${like} or bitcoin_address = ${search ?? ''})`,
      )
    })
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
    .execute()
  const page = rows.slice(0, filter.limit)
  return { page, next: rows.length > filter.limit ? String(page.at(-1)?.id) : undefined }
}

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
