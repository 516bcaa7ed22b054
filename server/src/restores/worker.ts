import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { getMerchant } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { canceledByRestore } from './facts.ts'
import { cancellationsDueAt, claimCancellations } from './table.ts'

const batch = 50

/** Emails owners about what a restore canceled. The restore itself is SQL and can't. */
export const emailAboutRestore = ({ db, config }: Pick<Deps, 'db' | 'config'>): Worker => ({
  name: 'email-about-restore',
  everyMs: 10_000,
  due: cancellationsDueAt,
  run: () =>
    inTransaction(db, async (tx) => {
      const canceled = await claimCancellations(tx, batch)
      for (const { merchantId, kind } of canceled) {
        const owner = await getMerchant(tx, merchantId)
        await announce(tx, canceledByRestore, { owner, kind, publicUrl: config.publicUrl })
      }
      return canceled.length === batch
    }),
})
