import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import playwright from '../e2e/playwright.config.ts'
import { countPlaywright, countVitest, listPlaywrightFailures, listVitestFailures } from './count-results.mjs'
import { findSample, longSample } from './long-sample.mjs'

test('a browser test that passed only at a second try counts as failed', () => {
  const stats = { expected: 40, unexpected: 1, flaky: 2, skipped: 3 }
  expect(countPlaywright({ stats })).toEqual({ passed: 40, failed: 3, skipped: 3 })
})

test('browser tests have no second try', () => {
  expect(playwright.retries).toBe(0)
})

test('a file that fails before its first test counts as failed', () => {
  const found = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(found)).toEqual({ passed: 5, failed: 2, skipped: 2 })
})

test('failed tests are listed with their file, title and first line of the error', () => {
  const found = {
    testResults: [
      { name: '/repo/a.test.ts', status: 'failed', message: 'No such module\nat x', assertionResults: [] },
      {
        name: '/repo/b.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'one' },
          { status: 'failed', fullName: 'two', failureMessages: ['expected 1 to be 2\nat y'] },
        ],
      },
    ],
  }
  expect(listVitestFailures(found, '/repo')).toEqual([
    'a.test.ts: No such module',
    'b.test.ts › two: expected 1 to be 2',
  ])
  const errors = [{ message: 'took \u001b[31mtoo long' }, { message: 'no button\nat z', location: { line: 7 } }]
  const failed = { ok: false, title: 'pays', tests: [{ results: [{ errors }] }] }
  const suites = [
    { file: 'c.spec.ts', specs: [{ ok: true, title: 'reads' }], suites: [{ file: 'c.spec.ts', specs: [failed] }] },
  ]
  expect(listPlaywrightFailures({ suites, errors: [{ message: 'no browser' }] })).toEqual([
    'no browser',
    'c.spec.ts › pays: took too long, no button (line 7)',
  ])
})

test('every entry of the sample is a long test that exists', () => {
  const root = join(import.meta.dirname, '..')
  for (const file of findSample()) {
    expect(file).toMatch(/\.long\.test\.ts$/)
    expect(existsSync(join(root, file)), file).toBe(true)
  }
  expect(findSample()).toHaveLength(longSample.length)
})

test('an entry of the sample that does not exist is refused', () => {
  expect(() => findSample(['nowhere.long.test.ts'], ['a/b.long.test.ts'])).toThrow('nowhere.long.test.ts')
  expect(() => findSample(['b.long.test.ts'], ['x/b.long.test.ts'])).toThrow('b.long.test.ts')
})
