/** Counts the results of the test runners. A test that passed only at a second try has failed. */

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
