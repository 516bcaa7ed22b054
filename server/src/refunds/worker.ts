import type { Deps } from '../deps.ts'
import { announceAll } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { refundExpired } from './facts.ts'
import { expiryDueAt, markExpired } from './table.ts'

const atOnce = 100

/** Publishes each refund that nobody claimed in time, once. */
export const announceExpired = ({ db }: Pick<Deps, 'db'>): Promise<number> =>
  inTransaction(db, async (tx) => {
    const expired = await markExpired(tx, atOnce)
    await announceAll(tx, refundExpired, expired)
    return expired.length
  })

/** Watches for refunds that expire. */
export const expireRefunds = (deps: Deps): Worker => ({
  name: 'expire-refunds',
  everyMs: 30_000,
  due: expiryDueAt,
  run: async () => (await announceExpired(deps)) === atOnce,
})
