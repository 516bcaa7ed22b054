import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

/** Carries the sums of what was earned forward, and writes the partners' columns to them. */
export const carryEarnings = (db: Db): Worker => ({
  name: 'carry-earnings',
  everyMs: 15_000,
  run: async () => {
    await inTransaction(db, (tx) => sql`select carry_earnings()`.execute(tx))
    return false
  },
})
