import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

/**
 * Updates the sums of earnings and the partners' columns, and emits a change to partners whose balance moved. Booking a
 * payment emits nothing to partners, so that it costs the same however many there are.
 */
export const carryEarnings = (db: Db): Worker => ({
  name: 'carry-earnings',
  everyMs: 5_000,
  run: async () => {
    await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: number }>`select carry_earnings() as id`.execute(tx)
      for (const { id } of rows) await emitChange(tx, `partner:${id}`, 'partners')
      if (rows.length > 0) await emitChange(tx, 'admin', 'partners')
    })
    return false
  },
})
