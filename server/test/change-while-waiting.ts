import { sql } from 'kysely'
import type { Db } from '../src/platform/db/connect.ts'
import { inTransaction, type Tx } from '../src/platform/db/transaction.ts'
import { lockStore } from '../src/stores/table.ts'
import { until } from './webhook-receiver.ts'

/** Enough of many requests: the others find the change when they begin. */
const mostAwaited = 5

/**
 * Holds a store, starts the requests, changes something once they wait for the store, and lets go. Returns what they
 * were answered.
 */
export const changeWhileWaiting = async <T>(
  db: Db,
  storeRef: number,
  requests: readonly (() => Promise<T>)[],
  change: (tx: Tx) => Promise<unknown>,
): Promise<PromiseSettledResult<T>[]> => {
  const answers = await inTransaction(db, async (tx) => {
    await lockStore(tx, storeRef)
    const started = requests.map((request) => request())
    const awaited = Math.min(requests.length, mostAwaited)
    await until('the requests wait for the store', async () => (await countWaiting(db)) >= awaited)
    await change(tx)
    return { settled: Promise.allSettled(started) }
  })
  return answers.settled
}

const countWaiting = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}
