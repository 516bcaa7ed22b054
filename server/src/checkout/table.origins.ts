import type { Tx } from '../platform/db/transaction.ts'

/** Replaces the sites that may frame a merchant's checkout, and returns those before. */
export const replaceOrigins = async (tx: Tx, merchantId: number, origins: readonly string[]): Promise<string[]> => {
  const before = await tx
    .deleteFrom('checkoutOrigins')
    .where('merchantId', '=', merchantId)
    .returning('origin')
    .execute()
  if (origins.length > 0) {
    await tx
      .insertInto('checkoutOrigins')
      .values(origins.map((origin) => ({ merchantId, origin, createdAt: tx.now })))
      .execute()
  }
  return before.map(({ origin }) => origin)
}
