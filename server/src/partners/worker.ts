import { sql } from 'kysely'
import { announceAll } from '../facts/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { earningsCarried } from './facts.ts'

/** Now if something was posted or collected since, or the price is another one. */
const carryingDueAt = sql`(
  select app_now() from carried_through c
  where (select posted_in from ledger_transfers order by posted_in desc limit 1) >= c.before
    or (select recorded_in from collected_shares order by recorded_in desc limit 1) >= c.before
    or (select price from prices where currency = 'USD' order by at desc limit 1) <> c.btc_price
    or c.before > pg_snapshot_xmin(pg_current_snapshot()))`

/**
 * Updates the sums of earnings and the partners' columns, and emits a change to partners whose balance moved. Booking a
 * payment emits nothing to partners, so that it costs the same however many there are.
 */
export const carryEarnings = (db: Db): Worker => ({
  name: 'carry-earnings',
  everyMs: 5_000,
  due: carryingDueAt,
  run: async () => {
    await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ partnerId: number }>`select carry_earnings() as partner_id`.execute(tx)
      await announceAll(tx, earningsCarried, rows)
    })
    return false
  },
})
