import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

export type MarkupState = {
  /** In force now. */
  current: string
  /** The lowest that is in force or announced: what a merchant may count on. */
  promised: string
  /** Whether a change lies ahead. */
  announced: boolean
}

/** Holds the merchant, so that of two changes the second sees the first. */
export const lockMarkup = async (tx: Tx, merchantId: number): Promise<MarkupState | undefined> => {
  await tx.selectFrom('merchants').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
  const { rows } = await sql<MarkupState>`
    select markup_percent_of(m.id) as current, least(markup_percent_of(m.id), (
      select min(c.markup_fee_percent) from markup_changes c
      where c.merchant_id = m.id and c.cancelled_at is null and c.effective_from > app_now()
    )) as promised,
      exists (select from markup_changes c
        where c.merchant_id = m.id and c.cancelled_at is null and c.effective_from > app_now()) as announced
    from merchants m where m.id = ${merchantId}`.execute(tx)
  return rows[0]
}

/** Writes a change down. What was announced for later than it no longer holds. */
export const saveMarkupChange = async (
  tx: Tx,
  change: { merchantId: number; markupFeePercent: string; effectiveFrom: Date; createdBy: number },
) => {
  await tx
    .updateTable('markupChanges')
    .set({ cancelledAt: tx.now })
    .where('merchantId', '=', change.merchantId)
    .where('cancelledAt', 'is', null)
    .where('effectiveFrom', '>', tx.now)
    .where('effectiveFrom', '>=', change.effectiveFrom)
    .execute()
  await tx
    .insertInto('markupChanges')
    .values({ ...change, createdAt: tx.now })
    .execute()
}
