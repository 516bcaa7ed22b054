import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cutRelease, findReleaseProblems } from './cut-release.mjs'

const project = join(import.meta.dirname, '..')
let root: string
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** A project with two packages, and one of others that has our version by chance. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bitquay-release-'))
  write('package.json', json({ name: 'bitquay', version: '0.2.0', workspaces: ['client', 'cli'] }))
  write('client/package.json', json({ version: '0.2.0', devDependencies: { '@bitquay/contract': '0.2.0' } }))
  write('cli/package.json', json({ version: '0.2.0', devDependencies: { other: '0.2.0' } }))
  const lock = { '': { version: '0.2.0' }, client: { version: '0.2.0' }, cli: { version: '0.2.0' } }
  write(
    'package-lock.json',
    json({ version: '0.2.0', packages: { ...lock, 'node_modules/other': { version: '0.2.0' } } }),
  )
  write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- A change.\n\n## [0.2.0] - 2026-11-16\n\n- An old one.\n')
  write('docs/releases/next.md', '# The next release\n\nText.\n')
  write('LICENSE', 'MIT')
})
afterEach(() => rmSync(root, { recursive: true }))

test('a cut gives the unreleased changes a version everywhere', () => {
  expect(findReleaseProblems(root)).toEqual([
    'CHANGELOG.md still has changes under Unreleased.',
    'There are no release notes in docs/releases/0.2.0.md.',
  ])
  cutRelease(root, '0.3.0', '2026-12-01')
  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [0.3.0] - 2026-12-01\n\n- A change.\n\n## [0.2.0] - 2026-11-16\n\n- An old one.\n',
  )
  expect(read('docs/releases/0.3.0.md')).toBe('# Bitquay 0.3.0\n\nText.\n')
  expect(existsSync(join(root, 'docs/releases/next.md'))).toBe(false)
  expect(JSON.parse(read('client/package.json'))).toEqual({
    version: '0.3.0',
    devDependencies: { '@bitquay/contract': '0.3.0' },
  })
  expect(JSON.parse(read('cli/package.json'))).toEqual({ version: '0.3.0', devDependencies: { other: '0.2.0' } })
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
  expect(Object.values(packages).map(({ version }) => version)).toEqual(['0.3.0', '0.3.0', '0.3.0', '0.2.0'])
  expect(findReleaseProblems(root)).toEqual([])
})

test.each([
  ['0.2.0', '2026-12-01', '0.2.0 isn’t newer than 0.2.0.'],
  ['0.1.9', '2026-12-01', '0.1.9 isn’t newer than 0.2.0.'],
  ['next', '2026-12-01', 'next isn’t a version like 0.3.0.'],
  ['0.3.0', 'today', 'today isn’t a date like 2026-12-01.'],
])('a cut of %s at %s is refused and changes nothing', (version, date, message) => {
  const before = read('CHANGELOG.md')
  expect(() => cutRelease(root, version, date)).toThrow(message)
  expect(read('CHANGELOG.md')).toBe(before)
})

test('without changes or notes there is no release', () => {
  rmSync(join(root, 'docs/releases/next.md'))
  expect(() => cutRelease(root, '0.3.0', '2026-12-01')).toThrow('There are no release notes in docs/releases/next.md.')
  write('CHANGELOG.md', '## [Unreleased]\n\n## [0.2.0] - 2026-11-16\n\n- An old one.\n')
  expect(() => cutRelease(root, '0.3.0', '2026-12-01')).toThrow('CHANGELOG.md has nothing under Unreleased.')
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0' })
})

test('a version that is only half cut is found', () => {
  cutRelease(root, '0.3.0', '2026-12-01')
  write('cli/package.json', json({ version: '0.2.0' }))
  rmSync(join(root, 'LICENSE'))
  expect(findReleaseProblems(root)).toEqual([
    'cli/package.json has another version than 0.3.0.',
    'There is no LICENSE.',
  ])
})

test('every package that others install has our license', () => {
  const license = readFileSync(join(project, 'LICENSE'), 'utf8')
  for (const folder of ['client', 'cli']) expect(readFileSync(join(project, folder, 'LICENSE'), 'utf8')).toBe(license)
  const { license: named } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { license: string }
  expect(license.startsWith(`${named} License\n`)).toBe(true)
})
