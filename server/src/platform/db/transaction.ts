import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Db } from './connect.ts'
import type { DB } from './types.ts'

/** A database transaction and its time, by the database's clock. */
export type Tx = Transaction<DB> & { readonly now: Date }

type Options = {
  /** Sets the time of the transaction, to create history. */
  at?: Date | undefined
}

const attempts = 5
/** Serialization failure, deadlock, or a lock that took too long: the transaction is retried. */
const retriable = new Set(['40001', '40P01', '55P03'])

/**
 * Runs `work` in one transaction. Timeouts are set inside it, so that a pooler in transaction mode works. Serialization
 * failures and deadlocks are retried, so `work` must touch nothing but the database.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>, options: Options = {}): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ now: Date }>`
          select set_config('bitquay.now', ${options.at?.toISOString() ?? ''}, true),
            set_config('lock_timeout', '5s', true), set_config('statement_timeout', '15s', true),
            set_config('idle_in_transaction_session_timeout', '30s', true), app_now() as now`.execute(transaction)
        const now = options.at ?? rows[0]?.now
        if (!now) throw new Error('the database did not tell the time')
        return work(Object.assign(transaction, { now }))
      })
    } catch (error) {
      if (attempt === attempts || !retriable.has((error as { code?: string }).code ?? '')) throw error
      await sleep(2 ** attempt * randomInt(5, 15))
    }
  }
}
