import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

/**
 * Carries the sums of what was earned forward, writes the partners' columns to them, and tells partners whose balance moved.
 * A payment itself tells no partner, so that it costs the same however many there are.
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
