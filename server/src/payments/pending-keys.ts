import type { Db } from '../platform/db/connect.ts'

/** The payments of these invoices that are neither booked nor given up, by invoice: outpoints or payment hashes. */
export const findPendingKeys = async (
  db: Db,
  merchantId: number,
  invoiceIds: readonly string[],
): Promise<Map<string, string[]>> => {
  const keys = new Map<string, string[]>()
  if (invoiceIds.length === 0) return keys
  const rows = await db
    .selectFrom('transactions')
    .select(['invoiceId', 'engineKey'])
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'in', invoiceIds)
    .where('status', '=', 'pending')
    .where('booked', '=', false)
    .execute()
  for (const { invoiceId, engineKey } of rows) {
    if (invoiceId !== null) keys.set(invoiceId, [...(keys.get(invoiceId) ?? []), engineKey])
  }
  return keys
}
