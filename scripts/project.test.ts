import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bitquay-project-'))
  mkdirSync(join(folder, 'scripts'))
  cpSync(join(import.meta.dirname, 'project.mjs'), join(folder, 'scripts/project.mjs'))
  // Replaces npm: records that it was called and does what `npm ci` would.
  write(
    'npm.mjs',
    `import { appendFileSync, cpSync } from 'node:fs'
     appendFileSync('calls', process.argv[2] + '\\n')
     cpSync('wanted', 'node_modules', { recursive: true, force: true })`,
  )
  lock(packages)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Packages = Record<string, object>
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const here = { os: [platform()], cpu: [arch()], optional: true }
const packages: Packages = {
  'node_modules/left': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/native-here': { version: '1.0.0', integrity: 'sha512-b', ...here },
  'node_modules/native-elsewhere': { version: '1.0.0', integrity: 'sha512-c', os: ['plan9'], optional: true },
  'node_modules/@own/part': { resolved: 'part', link: true },
}
const lock = (locked: Packages) =>
  write('package-lock.json', JSON.stringify({ packages: { '': {}, part: { version: '0.1.0' }, ...locked } }))

/** What `npm ci` leaves behind. */
const installByHand = (installed: Packages, into = 'node_modules') => {
  for (const place of Object.keys(installed))
    mkdirSync(join(folder, place.replace('node_modules', into)), { recursive: true })
  write(`${into}/.package-lock.json`, JSON.stringify({ packages: { part: { version: '0.1.0' }, ...installed } }))
}
const { 'node_modules/native-elsewhere': _elsewhere, ...fitting } = packages

/** Runs what `npm start` does first and returns how often it installed packages. */
const ensureInstalled = () => {
  installByHand(fitting, 'wanted')
  rmSync(join(folder, 'calls'), { force: true })
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import { ensureInstalled } from './scripts/project.mjs'; await ensureInstalled()`],
    { cwd: folder, env: { ...process.env, npm_execpath: join(folder, 'npm.mjs') }, encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, ''])
  return existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').length : 0
}

test('does not install again after npm ci', () => {
  installByHand(fitting)
  expect(ensureInstalled()).toBe(0)
  expect(ensureInstalled()).toBe(0)
})

test('installs once on a fresh checkout and not again', () => {
  expect(ensureInstalled()).toBe(1)
  expect(ensureInstalled()).toBe(0)
})

test.each<[string, () => void]>([
  [
    'a package is missing',
    () => {
      const { 'node_modules/left': _left, ...rest } = fitting
      installByHand(rest)
    },
  ],
  [
    'a package has another version',
    () => installByHand({ ...fitting, 'node_modules/left': { version: '1.0.1', integrity: 'sha512-a' } }),
  ],
  [
    'a package has other contents',
    () => installByHand({ ...fitting, 'node_modules/left': { version: '1.0.0', integrity: 'sha512-x' } }),
  ],
  [
    'a package of this platform was left out',
    () => {
      const { 'node_modules/native-here': _here, ...rest } = fitting
      installByHand(rest)
    },
  ],
  [
    'a folder was removed',
    () => {
      installByHand(fitting)
      rmSync(join(folder, 'node_modules/left'), { recursive: true })
    },
  ],
])('installs when %s', (_what, prepare) => {
  prepare()
  expect(ensureInstalled()).toBe(1)
})

test('installs again when the lock file changed, unless npm ci was run since', () => {
  installByHand(fitting)
  expect(ensureInstalled()).toBe(0)
  const changed = { ...packages, 'node_modules/left': { version: '2.0.0', integrity: 'sha512-d' } }
  lock(changed)
  expect(ensureInstalled()).toBe(1)
  lock({ ...packages, 'node_modules/left': { version: '3.0.0', integrity: 'sha512-e' } })
  installByHand({ ...fitting, 'node_modules/left': { version: '3.0.0', integrity: 'sha512-e' } })
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(folder, 'node_modules/.package-lock.json'), later, later)
  expect(ensureInstalled()).toBe(0)
})

test('installs again for another Node, whose stamp is newer than the packages', () => {
  installByHand(fitting)
  expect(ensureInstalled()).toBe(0)
  writeFileSync(join(folder, '.stamps/installed'), 'of another Node')
  const earlier = new Date(Date.now() - 60_000)
  utimesSync(join(folder, 'node_modules/.package-lock.json'), earlier, earlier)
  expect(ensureInstalled()).toBe(1)
})
