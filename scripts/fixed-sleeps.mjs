/**
 * Finds what makes tests pass by luck: a sleep for a fixed time before a check, and retries. A wait has a condition and
 * a limit, so a sleep is only allowed in the head of a loop.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, trackedFiles } from './project.mjs'

const faults = [
  [/^\s*await (?:sleep|pause)\([\d_]+\)/, 'sleeps for a fixed time'],
  [/^\s*await new Promise\(\(\w+\) => setTimeout\(\w+, [\d_]+\)\)/, 'sleeps for a fixed time'],
  [/\.waitForTimeout\(/, 'sleeps for a fixed time'],
  [/\bretries: [1-9]\d*,$|\bretry: [1-9]\d*,$/, 'is retried'],
]
const tests = /^(?:e2e\/.+|.+\/test\/.+|.+\/testing\/.+|.+\/proof\/.+|.+\.(?:test|spec)|vitest\.config)\.ts$/

/** The lines of a test with such a fault, as `line: what is wrong`. */
export const findFixedSleeps = (text) =>
  text
    .split('\n')
    .flatMap((line, index) =>
      faults.filter(([pattern]) => pattern.test(line)).map(([, fault]) => `${index + 1} ${fault}`),
    )

/** One sentence for each such line in the tests. */
export const checkFixedSleeps = () =>
  trackedFiles()
    .filter((path) => tests.test(path) && existsSync(join(root, path)))
    .flatMap((path) => findFixedSleeps(readFileSync(join(root, path), 'utf8')).map((found) => `${path}:${found}`))
