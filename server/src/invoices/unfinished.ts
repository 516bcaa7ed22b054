import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'
import type { InvoiceRow } from './table.ts'

/** Invoices that have been in the making for longer than any request takes, and that nobody works on. */
export const findUnfinished = async (
  db: Db,
  most: number,
  oldMinutes: number,
  lane: string | null = null,
): Promise<{ invoice: InvoiceRow; isOld: boolean }[]> => {
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .select(sql<boolean>`created_at < app_now() - make_interval(mins => ${oldMinutes})`.as('isOld'))
    .where('status', '=', 'creating')
    .where('createdAt', '<', sql<Date>`app_now() - interval '1 minute'`)
    .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<', sql<Date>`now()`)]))
    .where(
      sql<boolean>`(${lane}::text is null or exists (
        select from stores s where s.merchant_id = invoices.merchant_id and store_lane(s) = ${lane}))`,
    )
    .where((where) => where.not(isWaiting('finish-invoices', sql`invoices.id::text`)))
    .orderBy('createdAt')
    .limit(most)
    .execute()
  return rows.map(({ isOld, ...invoice }) => ({ invoice, isOld }))
}
