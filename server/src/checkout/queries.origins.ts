import type { Db } from '../platform/db/connect.ts'

/** The sites that may frame a merchant's checkout. */
export const listOrigins = async (db: Db, merchantId: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('checkoutOrigins')
    .select('origin')
    .where('merchantId', '=', merchantId)
    .orderBy('origin')
    .execute()
  return rows.map(({ origin }) => origin)
}

/** The sites that may frame this invoice. None for an invoice that doesn't exist. */
export const listOriginsOf = async (db: Db, invoiceId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('checkoutOrigins')
    .innerJoin('invoices', 'invoices.merchantId', 'checkoutOrigins.merchantId')
    .select('origin')
    .where('invoices.invoiceId', '=', invoiceId)
    .orderBy('origin')
    .execute()
  return rows.map(({ origin }) => origin)
}
