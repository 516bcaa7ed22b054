import { eraseOldAccounts } from './account-care/erase-person.ts'
import { pruneAttempts } from './accounts/table.attempts.ts'
import { pruneResetTokens } from './accounts/table.reset-tokens.ts'
import { pruneSessions } from './accounts/table.sessions.ts'
import { pruneRequests } from './api-keys/table.requests.ts'
import { pruneApplications } from './applications/table.ts'
import { pruneReports } from './checkout/table.reports.ts'
import type { Deps } from './deps.ts'
import { pruneEvents } from './facts/table.events.ts'
import { pruneLnurlInvoices } from './invoices/table.lnurl.ts'
import { pruneCustomerEmailCounts, pruneEmails } from './mail/table.ts'
import { pruneNotifications } from './notifications/table.ts'
import { pruneQueueSamples } from './operations/table.queue-samples.ts'
import { pruneChanges } from './platform/events/emit-change.ts'
import { pruneEventStreams } from './platform/events/event-streams.ts'
import type { Worker } from './platform/workers/run-workers.ts'
import { pruneWorkFailures } from './platform/workers/work-failures.ts'
import { pruneStatusDays } from './status/table.history.ts'
import { pruneEngineMinutes } from './stores/table.engines.ts'
import { pruneHooks } from './stores/table.hooks.ts'
import { pruneWebhookAttempts } from './webhooks/table.deliveries.ts'

const prunes = [
  pruneChanges,
  pruneEventStreams,
  pruneWorkFailures,
  pruneSessions,
  pruneRequests,
  pruneAttempts,
  pruneResetTokens,
  pruneWebhookAttempts,
  pruneEvents,
  pruneEmails,
  pruneApplications,
  pruneHooks,
  pruneEngineMinutes,
  pruneCustomerEmailCounts,
  pruneNotifications,
  pruneQueueSamples,
  pruneReports,
  pruneLnurlInvoices,
  pruneStatusDays,
]

/** Each noun deletes rows that have no use any more, so that tables read on every request stay small. */
export const pruneWorker = (deps: Deps): Worker => ({
  name: 'prune',
  // A run deletes a limited number of rows, so it comes often.
  everyMs: 60_000,
  run: async () => {
    for (const forget of prunes) await forget(deps.db)
    await eraseOldAccounts(deps)
    return false
  },
})
