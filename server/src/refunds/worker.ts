import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { publishRefundEvent } from './publish-refund-event.ts'
import { markExpired } from './table.ts'

const atOnce = 100

/** Publishes each refund that nobody claimed in time, once. */
export const announceExpired = ({ db }: Pick<Deps, 'db'>): Promise<number> =>
  inTransaction(db, async (tx) => {
    const expired = await markExpired(tx, atOnce)
    for (const refund of expired) {
      await publishRefundEvent(tx, refund, 'refund.expired')
      await emitChange(tx, `merchant:${refund.merchantId}`, 'refunds')
    }
    return expired.length
  })

/** Watches for refunds that expire. */
export const expireRefunds = (deps: Deps): Worker => ({
  name: 'expire-refunds',
  everyMs: 30_000,
  run: async () => (await announceExpired(deps)) === atOnce,
})
