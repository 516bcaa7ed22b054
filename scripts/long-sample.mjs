/**
 * The long tests that CI runs after `npm test`: one of each promise that only a killed process or a second server can
 * break. All of them together take below 25 minutes on two cores; `npm run test:long` runs the rest too.
 */
import { trackedFiles } from './project.mjs'

/** By the end of their paths, so that a moved folder does not matter. */
export const longSample = [
  'sandbox/src/proof/kill.long.test.ts',
  'sandbox/src/random-life.long.test.ts',
  'applications/approve-killed.long.test.ts',
  'server/src/once.long.test.ts',
  'sends/kill.long.test.ts',
  'sends/two-servers.long.test.ts',
  'server/src/upgrade.long.test.ts',
]

/** The files of the sample; each entry fits exactly one. */
export const findSample = (entries = longSample, files = trackedFiles()) =>
  entries.map((entry) => {
    const found = files.filter((file) => file === entry || file.endsWith(`/${entry}`))
    if (found.length !== 1) throw new Error(`The sample names ${entry}, which fits ${found.length} files`)
    return found[0]
  })
