import { sql } from 'kysely'
import { announceAll } from '../facts/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { earningsCarried } from './facts.ts'

/**
 * Updates the sums of earnings and the partners' columns, and emits a change to partners whose balance moved. Booking a
 * payment emits nothing to partners, so that it costs the same however many there are.
 */
export const carryEarnings = (db: Db): Worker => ({
  name: 'carry-earnings',
  everyMs: 5_000,
  run: async () => {
    await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ partnerId: number }>`select carry_earnings() as partner_id`.execute(tx)
      await announceAll(tx, earningsCarried, rows)
    })
    return false
  },
})
