import type { Db } from '../platform/db/connect.ts'
import { countQueues } from './queries.queues.ts'
import { saveQueueSample } from './table.queue-samples.ts'

/** Saves how long the queues are now, for the charts of the System page. */
export const sampleQueues = async (db: Db): Promise<void> => {
  const { hooksWaiting, mailWaiting, mailFailed, sends } = await countQueues(db)
  await saveQueueSample(db, {
    webhooks: hooksWaiting,
    emails: mailWaiting,
    failedEmails: mailFailed,
    payouts: sends.requested + sends.signed + sends.broadcast,
    stuckPayouts: sends.stuck,
  })
}
