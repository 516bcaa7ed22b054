import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

export type Cancellation = { merchantId: number; kind: 'recovery' | 'email' | 'closing' }

/** Now if somebody must be emailed. */
export const cancellationsDueAt = sql`(
  select app_now() from restore_cancellations where emailed_at is null order by id limit 1)`

/** Cancellations that nobody was emailed about. Each is returned once, to one process. */
export const claimCancellations = async (tx: Tx, most: number): Promise<Cancellation[]> => {
  const { rows } = await sql<Cancellation>`
    update restore_cancellations set emailed_at = app_now()
    where id in (
      select id from restore_cancellations where emailed_at is null order by id limit ${most} for update skip locked
    ) returning merchant_id, kind`.execute(tx)
  return rows
}
