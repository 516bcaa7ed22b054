import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
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
     appendFileSync('calls', process.argv.slice(2, 4).join(' ') + '\\n')
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
  'node_modules/a-tool': { version: '1.0.0', integrity: 'sha512-t', dev: true },
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
const { 'node_modules/a-tool': _tool, ...withoutTools } = fitting

/** Runs what a command does first and returns how often it installed packages. */
const ensureInstalled = (options = {}) => callsOf(options).length

/** The same for what `npm start` does. */
const startWithoutTools = () => callsOf({ tools: false }, withoutTools)

const callsOf = (options: object, wanted: Packages = fitting) => {
  installByHand(wanted, 'wanted')
  rmSync(join(folder, 'calls'), { force: true })
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { ensureInstalled } from './scripts/project.mjs'; await ensureInstalled(${JSON.stringify(options)})`,
    ],
    { cwd: folder, env: { ...process.env, npm_execpath: join(folder, 'npm.mjs') }, encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, ''])
  return existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : []
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

const all = ['ci --include=dev']
const onlyToRun = ['ci --omit=dev']

test('a start on a clone without packages installs no tools, and a command that needs them installs all', () => {
  expect(startWithoutTools()).toEqual(onlyToRun)
  expect(startWithoutTools()).toEqual([])
  expect(callsOf({})).toEqual(all)
  expect(callsOf({})).toEqual([])
  expect(startWithoutTools()).toEqual([])
})

test('a start keeps the tools that are installed when the lock file changed', () => {
  installByHand(fitting)
  lock({ ...packages, 'node_modules/left': { version: '2.0.0', integrity: 'sha512-d' } })
  expect(startWithoutTools()).toEqual(all)
})

test('a start without tools installs none when the lock file changed', () => {
  expect(startWithoutTools()).toEqual(onlyToRun)
  lock({ ...packages, 'node_modules/left': { version: '2.0.0', integrity: 'sha512-d' } })
  expect(startWithoutTools()).toEqual(onlyToRun)
})

test('npm ci --omit=dev by hand is enough to start and not to check', () => {
  installByHand(withoutTools)
  expect(startWithoutTools()).toEqual([])
  expect(callsOf({})).toEqual(all)
})

/** Replaces the build: records which part was built and writes what it would. For the downloads it does what the test says. */
const writeBuild = (downloads = '') => {
  for (const place of ['contract', 'btcpay', 'sandbox', 'server', 'client', 'cli', 'web', 'examples/samples'])
    write(`${place}/source.ts`, place)
  write(
    'scripts/build.mjs',
    `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
     import { hashSources, markBuilt } from './project.mjs'
     const part = process.argv[2]
     if (part === 'downloads') { ${downloads} }
     appendFileSync('calls', part + '\\n')
     for (const folder of ['dist/server', 'web/dist/pages']) mkdirSync(folder, { recursive: true })
     writeFileSync(part === 'server' ? 'dist/server/main.js' : 'web/dist/pages/paths.json', '')
     markBuilt(part, hashSources())`,
  )
}
const ensureBuilt = (parts?: string[]) => {
  rmSync(join(folder, 'calls'), { force: true })
  const code = `import { ensureBuilt } from './scripts/project.mjs'; await ensureBuilt(${JSON.stringify(parts) ?? ''})`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : []
}

test('builds the server without the pages, then what is missing, and nothing twice', () => {
  writeBuild()
  expect(ensureBuilt(['server'])).toEqual(['server'])
  expect(ensureBuilt()).toEqual(['pages'])
  expect(ensureBuilt()).toEqual([])
})

test('builds again when a source changed, and not when only its time did', () => {
  writeBuild()
  ensureBuilt()
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(folder, 'web/source.ts'), later, later)
  expect(ensureBuilt()).toEqual([])
  write('web/source.ts', 'other')
  expect(ensureBuilt()).toEqual(['server', 'pages'])
})

test('a build that fails ends the command with one sentence', () => {
  writeBuild()
  write('scripts/build.mjs', 'process.exit(1)')
  const code = `import { ensureBuilt } from './scripts/project.mjs'; await ensureBuilt()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, 'The build failed.\n'])
})

/** Runs `npm start` with this build of the downloads. Once the build prints something, Ctrl-C is pressed. */
const startWith = async (downloads: string) => {
  writeBuild(downloads)
  for (const name of ['start.mjs', 'usage.mjs']) cpSync(join(import.meta.dirname, name), join(folder, 'scripts', name))
  installByHand(fitting)
  ensureBuilt()
  write(
    'dist/server/run.js',
    `export const runServer = async () => void process.on('SIGINT', () => setTimeout(() => process.exit(0), 500))`,
  )
  // A terminal signals the whole group.
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: folder, detached: true })
  const printed: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk))
  child.stdout.once('data', () => process.kill(-(child.pid ?? 0), 'SIGINT'))
  await once(child, 'close')
  return Buffer.concat(printed).toString()
}

test('a start says that the downloads could not be built, unless it was stopped meanwhile', async () => {
  expect(await startWith('process.exit(1)')).toBe('Couldn’t build /downloads. Everything else works.\n')
  expect(
    await startWith(`process.stdout.write('Building…'); await new Promise((end) => setTimeout(end, 60_000))`),
  ).toBe('')
})
