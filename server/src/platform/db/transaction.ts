import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseConnection, sql, type Transaction } from 'kysely'
import type { Db } from './connect.ts'
import { findBeginTime } from './dialect.ts'
import { isStalePlan } from './kept-plans.ts'
import type { DB } from './types.ts'

/** A database transaction and its time, by the database's clock. */
export type Tx = Transaction<DB> & { readonly now: Date }

type Options = {
  /** Sets the time of the transaction, to create history. */
  at?: Date | undefined
}

const attempts = 5
/** Serialization failure, deadlock, a lock that took too long, or a plan that a migration made useless: it is retried. */
const retriable = new Set(['40001', '40P01', '55P03'])
const isRetriable = (error: unknown) =>
  retriable.has((error as { code?: string } | undefined)?.code ?? '') || isStalePlan(error)

/**
 * Runs `work` in one transaction. Serialization failures and deadlocks are retried, so `work` must touch nothing but the
 * database.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>, options: Options = {}): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        const { at } = options
        if (at) await sql`select set_config('bitquay.now', ${at.toISOString()}, true)`.execute(transaction)
        const readTime = (connection: DatabaseConnection) => Promise.resolve(findBeginTime(connection))
        const now = at ?? (await transaction.getExecutor().provideConnection(readTime))
        if (!now) throw new Error('the database did not tell the time')
        return work(Object.assign(transaction, { now }))
      })
    } catch (error) {
      if (attempt === attempts || !isRetriable(error)) throw error
      await sleep(2 ** attempt * randomInt(5, 15))
    }
  }
}

/**
 * Runs a part of a transaction that may fail without the rest. Returns whether it worked. What the whole transaction is
 * retried for isn't its own failure.
 */
export const inSavepoint = async (tx: Tx, work: () => Promise<unknown>): Promise<boolean> => {
  await sql`savepoint part`.execute(tx)
  try {
    await work()
    await sql`release savepoint part`.execute(tx)
    return true
  } catch (error) {
    if (isRetriable(error)) throw error
    await sql`rollback to savepoint part`.execute(tx)
    return false
  }
}
