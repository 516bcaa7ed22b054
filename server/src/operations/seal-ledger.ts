import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { findLastSeal, findRangeEnd, lockSealing, noteReach, saveSeal } from './table.seals.ts'

const mostTransfers = 10_000
/** A run seals at most this many ranges, so that the first run over an old ledger ends. */
const mostSeals = 1000

/**
 * How far the ledger is decided: no transfer up to this ID can still appear. It lags by one call, because only
 * transactions that were running at the last call can still post below what was noted then.
 */
export const findDecidedId = (db: Db): Promise<bigint> =>
  inTransaction(db, async (tx) => {
    // Read before anything is written, because a transaction that writes is running too.
    const { rows } = await sql<{ oldest: string }>`select pg_snapshot_xmin(pg_current_snapshot()) as oldest`.execute(tx)
    const { lastId, notedIn, isRestored } = await lockSealing(tx)
    // A database restored from a dump counts its transactions anew.
    if (isRestored || notedIn > BigInt(rows[0]?.oldest ?? 0)) {
      if (isRestored) await noteReach(tx)
      return 0n
    }
    await noteReach(tx)
    return lastId
  })

/** Seals what is decided, in ranges. Each is a transaction of its own. */
export const sealLedger = async (db: Db, decidedId: bigint): Promise<void> => {
  for (let count = 0; count < mostSeals; count++) {
    const isSealed = await inTransaction(db, async (tx) => {
      await lockSealing(tx)
      const last = await findLastSeal(tx)
      const end = await findRangeEnd(tx, last.lastId, decidedId, mostTransfers)
      if (end === undefined) return false
      await saveSeal(tx, last, end)
      return true
    })
    if (!isSealed) return
  }
}
