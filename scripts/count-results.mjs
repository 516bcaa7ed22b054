/** Counts the results of the test runners. A test that passed only at a second try has failed. */
import { stripVTControlCharacters } from 'node:util'

export const countVitest = (found) => ({
  passed: found.numPassedTests,
  failed:
    found.numFailedTests +
    found.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
  skipped: found.numPendingTests + found.numTodoTests,
})

export const countPlaywright = ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})

/** Each file that Vitest ran, with its duration in seconds. */
export const listVitestFiles = (found, root) =>
  found.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: name.replace(`${root}/`, ''),
    tests: assertionResults.length,
    seconds: Math.round((endTime - startTime) / 1000),
  }))

/** The failed tests of a Vitest run with the first line of each error. */
export const listVitestFailures = ({ testResults }, root) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && assertionResults.length === 0) return [`${file}: ${firstLine(message)}`]
    return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
  })

/** The failed tests of a Playwright run with the first line of each error and where the test was then. */
export const listPlaywrightFailures = ({ suites = [], errors = [] }) => [
  ...errors.map((error) => firstLine(error.message)),
  ...suites.flatMap(listSuiteFailures),
]

const listSuiteFailures = ({ file, specs = [], suites = [] }) => [
  ...specs
    .filter((spec) => !spec.ok)
    .map((spec) => `${file} › ${spec.title}: ${describeErrors(spec.tests[0]?.results[0]?.errors)}`),
  ...suites.flatMap(listSuiteFailures),
]

/** A test that ran out of time has two errors: that it did, and what it was waiting for. */
const describeErrors = (errors = []) =>
  errors.map(({ message, location }) => `${firstLine(message)}${location ? ` (line ${location.line})` : ''}`).join(', ')

const firstLine = (message = '') => stripVTControlCharacters(message).trim().split('\n')[0]
