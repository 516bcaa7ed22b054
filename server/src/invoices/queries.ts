import type { refund, refundable } from '@bitquay/contract/refunds'
import type { Selectable } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Invoices } from '../platform/db/types.ts'

type Filter = {
  limit: number
  cursor: string | undefined
  status: Selectable<Invoices>['status'] | undefined
  search: string | undefined
}

/** Reads the refunds of an invoice. The refunds module, which depends on this one, provides it. */
export type RefundsOf = (
  db: Db,
  merchantId: number,
  invoiceId: string,
) => Promise<{ refunds: z.input<typeof refund>[]; refundable: z.input<typeof refundable> }>

/** Lists a merchant's invoices, newest first. It reads one extra row to know whether there is a next page. */
export const listInvoices = async (db: Db, merchantId: number, filter: Filter) => {
  const after = filter.cursor === undefined ? undefined : Number(filter.cursor)
  const search = filter.search?.trim()
  const most = filter.limit + 1
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'is not', null)
    .$if(after !== undefined, (select) => select.where('id', '<', after ?? 0))
    .$if(filter.status !== undefined, (select) => select.where('status', '=', filter.status ?? null))
    .$if(Boolean(search), (select) => {
      const conditions = sql`merchant_id = ${merchantId} and invoice_id is not null
        ${after === undefined ? sql`` : sql`and id < ${after}`}
        ${filter.status === undefined ? sql`` : sql`and status = ${filter.status}`}`
      const ways = waysToFind(search ?? '').map(
        (way) => sql`(select id from invoices where ${conditions} and ${way} order by id desc limit ${most})`,
      )
      return select.where(sql<boolean>`id in (${sql.join(ways, sql` union `)})`)
    })
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const page = rows.slice(0, filter.limit)
  return { page, next: rows.length > filter.limit ? String(page.at(-1)?.id) : undefined }
}

/** By id, address or customer, complete or by prefix, and by prefixes of words. Each way has its own index. */
const waysToFind = (search: string): RawBuilder<unknown>[] => {
  const start = `${search.replace(/[\\%_]/g, '\\$&')}%`
  const words = search
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => `${word}:*`)
    .join(' & ')
  return [
    sql`invoice_id like ${start}`,
    sql`bitcoin_address like ${start}`,
    sql`lower(customer_email) like ${start.toLowerCase()}`,
    ...(words ? [sql`to_tsvector('simple', description) @@ to_tsquery('simple', ${words})`] : []),
  ]
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
