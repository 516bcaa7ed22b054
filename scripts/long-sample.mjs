/**
 * The long tests that CI runs after `npm test`: one for each guarantee that only a killed process or a second server
 * can break, the planted breaches of the layout, and what is too heavy for `npm test` but must hold for every change:
 * crash points, floods, hostile servers, replayed traffic and lists compared row by row. All together take less than
 * 25 minutes on two cores. `npm run test:long` runs the rest too.
 */
import { trackedFiles } from './project.mjs'

export const longSample = [
  'cli/test/cli.long.test.ts',
  'cli/test/example-shop.long.test.ts',
  'client/test/downloads.long.test.ts',
  'client/test/pack.long.test.ts',
  'sandbox/src/garbage.long.test.ts',
  'sandbox/src/kill-three-times.long.test.ts',
  'sandbox/src/proof/kill.long.test.ts',
  'sandbox/src/random-life.long.test.ts',
  'scripts/browser-floors.long.test.ts',
  'scripts/openapi-lint.long.test.ts',
  'scripts/server-floors.long.test.ts',
  'scripts/unused-code.long.test.ts',
  'server/src/accounts/locked-out.long.test.ts',
  'server/src/agreeing-figures.long.test.ts',
  'server/src/backup.long.test.ts',
  'server/src/due-dates-attacks.long.test.ts',
  'server/src/generated-clients.long.test.ts',
  'server/src/greenfield/plugin-replay.long.test.ts',
  'server/src/hostile-btcpay.long.test.ts',
  'server/src/invoice-options-everywhere.long.test.ts',
  'server/src/invoices/invoice-lists.long.test.ts',
  'server/src/lightning-addresses/flooded-address-burst.long.test.ts',
  'server/src/loop-out/cancel-loop-out-races.long.test.ts',
  'server/src/loop-out/own-node-after-faults.long.test.ts',
  'server/src/main-process.long.test.ts',
  'server/src/main-refusals.long.test.ts',
  'server/src/partners/withdraw-earnings-after-crash.long.test.ts',
  'server/src/platform/db/backup/backup.long.test.ts',
  'server/src/platform/db/database-position.long.test.ts',
  'server/src/refunds/refund-by-key-limit.long.test.ts',
  'server/src/sends/sends-after-faults.long.test.ts',
  'server/src/roles.long.test.ts',
  'server/src/silent-engine.long.test.ts',
  'server/src/sync-limits-hanging.long.test.ts',
  'server/src/history/exact-lists.long.test.ts',
  'server/src/upgrade.long.test.ts',
  'server/src/webhooks/declared-events.long.test.ts',
  'server/src/webhooks/deliver-webhooks-for-days.long.test.ts',
  'server/src/webhooks/plugin-queue.long.test.ts',
  'server/test/models/due-date-model.long.test.ts',
  'server/test/models/kill-approvals.long.test.ts',
  'server/test/models/kill-requests.long.test.ts',
  'server/test/models/kill-sends.long.test.ts',
  'server/test/models/money-model-seeds.long.test.ts',
  'server/test/models/restore-model.long.test.ts',
  'server/test/models/restored-rights.long.test.ts',
  'server/test/models/rolling-upgrade.long.test.ts',
  'server/test/models/two-servers-sending.long.test.ts',
]

/** The files of the sample, all of which exist. */
export const findSample = (entries = longSample, files = trackedFiles()) =>
  entries.map((entry) => {
    if (!files.includes(entry)) throw new Error(`The sample lists ${entry}, which doesn’t exist`)
    return entry
  })
