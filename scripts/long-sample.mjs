/**
 * The long tests that CI runs after `npm test`: one for each guarantee that only a killed process or a second server
 * can break, and the planted breaches of the layout. All together take less than 25 minutes on two cores.
 * `npm run test:long` runs the rest too.
 */
import { trackedFiles } from './project.mjs'

export const longSample = [
  'scripts/browser-floors.long.test.ts',
  'scripts/server-floors.long.test.ts',
  'scripts/unused-code.long.test.ts',
  'sandbox/src/proof/kill.long.test.ts',
  'sandbox/src/random-life.long.test.ts',
  'server/test/models/kill-approvals.long.test.ts',
  'server/test/models/kill-requests.long.test.ts',
  'server/test/models/kill-sends.long.test.ts',
  'server/test/models/two-servers-sending.long.test.ts',
  'server/src/generated-clients.long.test.ts',
  'server/src/upgrade.long.test.ts',
]

/** The files of the sample, all of which exist. */
export const findSample = (entries = longSample, files = trackedFiles()) =>
  entries.map((entry) => {
    if (!files.includes(entry)) throw new Error(`The sample lists ${entry}, which doesn’t exist`)
    return entry
  })
