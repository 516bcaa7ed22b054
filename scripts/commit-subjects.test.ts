import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkCommitSubjects, faultOfSubject } from './commit-subjects.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bitquay-commits-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test', '-c', 'commit.gpgsign=false']
const git = (at: string, ...args: string[]) =>
  execFileSync('git', [...identity, ...args], { cwd: at, encoding: 'utf8' })

/** A repository with these commits, oldest first; `check` is added with the first that begins with `ci`. */
const createRepository = (...subjects: string[]) => {
  const at = join(folder, 'origin')
  git(folder, 'init', '--quiet', 'origin')
  for (const subject of subjects) {
    if (subject.startsWith('ci')) writeFileSync(join(at, 'check'), '')
    git(at, 'add', '--all')
    git(at, 'commit', '--quiet', '--allow-empty', '-m', subject)
  }
  return at
}

test.each([
  'fix(refunds): allow claiming an overpayment after a full refund',
  'feat: publish refund events',
  'refactor(sends)!: drop the old queue',
])('accepts “%s”', (subject) => {
  expect(faultOfSubject(subject)).toBeUndefined()
})

test.each([
  'Let an invoice be lost',
  'fix refunds',
  'fix(refunds) allow it',
  'feat: ends with a period.',
  'Fix: capital',
])('rejects “%s”', (subject) => {
  expect(faultOfSubject(subject)).toContain('type(scope)')
})

test('a subject has at most 72 characters', () => {
  expect(faultOfSubject(`fix: ${'x'.repeat(67)}`)).toBeUndefined()
  expect(faultOfSubject(`fix: ${'x'.repeat(68)}`)).toBe('is longer than 72 characters')
})

test('commits before the check are ignored, and a wrong one after it is found', () => {
  const at = createRepository('An old sentence', 'ci: add a check', 'feat: publish refund events', 'Another sentence')
  expect(checkCommitSubjects(at, 'check')).toEqual([expect.stringContaining('“Another sentence”')])
})

test('a shallow clone and a repository with a single commit pass', () => {
  const at = createRepository('ci: add a check', 'Another sentence')
  git(folder, 'clone', '--quiet', '--depth', '1', pathToFileURL(at).href, 'shallow')
  expect(checkCommitSubjects(join(folder, 'shallow'), 'check')).toEqual([])
  expect(checkCommitSubjects(at, 'check')).toHaveLength(1)
})
