import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** Returns the limit before. Undefined where the merchant has no such key that lives and may refund. */
export const setRefundLimit = async (
  tx: Tx,
  merchantId: number,
  id: number,
  dailyRefundLimitUsd: string,
): Promise<{ dailyRefundLimitUsd: string } | undefined> => {
  const before = await tx
    .selectFrom('apiKeys')
    .select('dailyRefundLimitUsd')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`'refunds' = any(scopes)`)
    .forUpdate()
    .executeTakeFirst()
  if (before) await tx.updateTable('apiKeys').set({ dailyRefundLimitUsd }).where('id', '=', id).execute()
  return before
}
