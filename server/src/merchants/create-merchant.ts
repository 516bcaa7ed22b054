import type { Tx } from '../platform/db/transaction.ts'

/** Without a password hash the merchant is invited and chooses one through the link. */
export const createMerchant = (
  tx: Tx,
  merchant: { email: string; storeName: string; passwordHash: string | null; markupFeePercent?: string },
) =>
  tx
    .insertInto('merchants')
    .values({ ...merchant, createdAt: tx.now, updatedAt: tx.now })
    .returning(['id', 'email', 'storeName'])
    .executeTakeFirstOrThrow()
