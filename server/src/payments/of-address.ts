import type { Tx } from '../platform/db/transaction.ts'

/** The invoice for which an address was once handed out. */
export const findInvoiceOfAddress = async (
  tx: Tx,
  merchantId: number,
  address: string,
): Promise<string | undefined> => {
  const found = await tx
    .selectFrom('invoiceDestinations')
    .select('invoiceId')
    .where('kind', '=', 'address')
    .where('destination', '=', address)
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()
  return found?.invoiceId
}
