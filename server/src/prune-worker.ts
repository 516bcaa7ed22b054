import { pruneAttempts } from './accounts/table.attempts.ts'
import { pruneResetTokens } from './accounts/table.reset-tokens.ts'
import { pruneSessions } from './accounts/table.sessions.ts'
import { pruneReports } from './checkout/table.reports.ts'
import { pruneCustomerEmailCounts } from './mail/table.ts'
import { pruneNotifications } from './notifications/table.ts'
import { pruneQueueSamples } from './operations/table.queue-samples.ts'
import type { Db } from './platform/db/connect.ts'
import { pruneChanges } from './platform/events/emit-change.ts'
import { pruneEventStreams } from './platform/events/event-streams.ts'
import type { Worker } from './platform/workers/run-workers.ts'
import { pruneWorkFailures } from './platform/workers/work-failures.ts'
import { pruneHooks } from './stores/table.hooks.ts'
import { pruneWebhookAttempts } from './webhooks/table.deliveries.ts'

const prunes = [
  pruneChanges,
  pruneEventStreams,
  pruneWorkFailures,
  pruneSessions,
  pruneAttempts,
  pruneResetTokens,
  pruneWebhookAttempts,
  pruneHooks,
  pruneCustomerEmailCounts,
  pruneNotifications,
  pruneQueueSamples,
  pruneReports,
]

/** Each noun deletes rows that have no use any more, so that tables read on every request stay small. */
export const pruneWorker = (db: Db): Worker => ({
  name: 'prune',
  everyMs: 10 * 60_000,
  run: async () => {
    for (const forget of prunes) await forget(db)
    return false
  },
})
