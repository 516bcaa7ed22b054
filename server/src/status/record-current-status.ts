import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { readHealth } from './queries.health.ts'
import { addMissedMinutes, lockStatusHistory, saveStatusChecks } from './table.history.ts'

/** A restart takes less than this. */
const patienceMinutes = 5

/**
 * Saves the health of every component and counts it once a minute. Minutes in which no server ran count as down, or an
 * outage of the whole platform would leave no trace. Not in the sandbox, which is off whenever its computer is.
 */
export const recordCurrentStatus = ({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const newest = await lockStatusHistory(tx)
    const missedMinutes = newest ? minuteOf(tx.now) - minuteOf(newest) - 1 : 0
    if (config.mode === 'live' && missedMinutes >= patienceMinutes) await addMissedMinutes(tx, missedMinutes)
    await saveStatusChecks(tx, await readHealth(tx))
  })

const minuteOf = (at: Date) => Math.floor(at.getTime() / 60_000)
