import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'

export type ShopLanguages = { invoice: string | null; merchant: string }

/** The language that the shop chose for an invoice, if any, and the shop's default. */
export const findShopLanguages = async (db: Db, invoiceId: string): Promise<ShopLanguages | undefined> => {
  const { rows } = await sql<ShopLanguages>`
    ${planKept} select i.options ->> 'language' as invoice, m.default_language as merchant
    from invoices i join merchants m on m.id = i.merchant_id where i.invoice_id = ${invoiceId}`.execute(db)
  return rows[0]
}
