/** What every command needs first: the project's root, and that its packages are installed and built. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamps = join(root, '.stamps')

export const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Runs a program to its end and returns its exit code. */
export const run = (program, args, options = {}) => {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  return status ?? 1
}

/**
 * The same while this process does something else, or `undefined` if someone stopped the program. The program notices if
 * this process ends.
 */
const runBeside = (program, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('error', reject)
    child.once('exit', (status, signal) =>
      resolve(signal === 'SIGINT' || signal === 'SIGTERM' ? undefined : (status ?? 1)),
    )
  })

/** The same for programs that run at once: returns what each printed, so that their lines don't mix. */
export const collect = (program, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const printed = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk))
    child.once('error', reject)
    child.once('close', (status) => resolve({ status: status ?? 1, output: Buffer.concat(printed).toString() }))
  })

/** Every file of the project, including new ones that aren't ignored. */
export const trackedFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)

/** A program of an installed package, without npx. */
export const tool = (name) => join(root, 'node_modules', '.bin', name)

/**
 * Installs exactly the lock file's packages, when the lock file, Node or the platform has changed since the last time.
 * Without `tools`, a clone gets only what starting and building needs. One that has the tools keeps them.
 */
export const ensureInstalled = async ({ tools = true } = {}) => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node ${process.versions.node} is too old. Install Node 20.19 or newer.`)
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.versions.modules} ${platform()} ${arch()}`)
    .digest('hex')
  const stampOf = (hasTools) => (hasTools ? wanted : `${wanted} ${withoutTools}`)
  const isDone = () =>
    existsSync(join(root, 'node_modules')) && [stampOf(true), !tools && stampOf(false)].includes(readStamp('installed'))
  if (isDone()) return
  // Someone ran `npm ci` manually: the installed packages match the lock file.
  const kinds = tools ? [true] : [true, false]
  const found = isInstalledSinceStamp() ? kinds.find((hasTools) => isInstalledAsLocked(root, hasTools)) : undefined
  if (found !== undefined) return writeStamp('installed', stampOf(found))
  await whileAlone('install', () => {
    if (isDone()) return
    process.stdout.write('Installing packages…\n')
    const hadTools = existsSync(join(root, 'node_modules')) && !readStamp('installed')?.endsWith(withoutTools)
    const withTools = tools || hadTools
    const npm = process.env.npm_execpath
    const args = ['ci', withTools ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const status = npm ? run(process.execPath, [npm, ...args]) : run('npm', args)
    if (status !== 0) fail('Couldn’t install the packages. Check your connection to the npm registry.')
    writeStamp('installed', stampOf(withTools))
  })
}

/** How the stamp ends if only what starting and building needs is installed. */
const withoutTools = 'without tools'

/** Packages older than the stamp were installed for another Node or another platform. */
const isInstalledSinceStamp = () => {
  const [installed, stamp] = [join(root, 'node_modules/.package-lock.json'), join(stamps, 'installed')]
  if (!existsSync(installed)) return false
  return !existsSync(stamp) || statSync(installed).mtimeMs > statSync(stamp).mtimeMs
}

/** Whether the packages that npm lists as installed, and that exist, are those of the lock file. */
const isInstalledAsLocked = (folder, withTools) => {
  const packagesOf = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8')).packages ?? {}
  const installed = packagesOf('node_modules/.package-lock.json')
  const locked = Object.fromEntries(
    Object.entries(packagesOf('package-lock.json')).filter(([place]) => /(^|\/)node_modules\//.test(place)),
  )
  const isThere = ([place, { version, integrity, resolved, link, optional, dev, devOptional, ...limits }]) => {
    const found = installed[place]
    if (!found) return (optional === true && !fitsHere(limits)) || (!withTools && (dev || devOptional) === true)
    const isSame = link
      ? found.link === true && found.resolved === resolved
      : found.version === version && found.integrity === integrity
    return isSame && existsSync(join(folder, place))
  }
  return Object.entries(locked).every(isThere)
}

/** Whether a package is meant for this machine. npm leaves the others out. */
const fitsHere = ({ os, cpu, libc }) =>
  fits(os, platform()) && fits(cpu, arch()) && (libc === undefined || platform() !== 'linux' || fits(libc, libcHere()))

const fits = (names, own) =>
  names === undefined ||
  (!names.includes(`!${own}`) && (names.includes(own) || names.every((name) => name.startsWith('!'))))

const libcHere = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')

/** What the build writes last, by part. The server can start before its pages are built, and run without the downloads. */
const built = {
  server: 'dist/server/main.js',
  pages: 'web/dist/pages/paths.json',
  downloads: 'dist/downloads/SHA256SUMS',
}

/** Builds the parts whose sources have changed since their last build. */
export const ensureBuilt = async (parts = ['server', 'pages']) => {
  for (const part of parts) if (!(await canBuild(part))) fail('The build failed.')
}

/** The same for one part, without ending this process if the build fails. `undefined` if someone stopped the build. */
export const canBuild = async (part) => {
  const isDone = () => readStamp(`built-${part}`) === hashSources() && existsSync(join(root, built[part]))
  if (isDone()) return true
  return whileAlone(`build-${part}`, async () => {
    if (isDone()) return true
    const status = await runBeside(process.execPath, [join(root, 'scripts/build.mjs'), part, '--quick'])
    return status === undefined ? undefined : status === 0
  })
}

/** Remembers that a part was built from these sources. */
export const markBuilt = (part, sources) => writeStamp(`built-${part}`, sources)

const readStamp = (name) => {
  const path = join(stamps, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

const writeStamp = (name, value) => {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), value)
}

/** Start and test may run at the same time. Creating a folder is a lock that works on every system. */
const whileAlone = async (name, work) => {
  const lock = join(stamps, `${name}.lock`)
  mkdirSync(stamps, { recursive: true })
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch {
      const owner = readOwner(lock)
      if (owner === undefined ? isOlderThanAMinute(lock) : !isAlive(owner))
        rmSync(lock, { recursive: true, force: true })
      else await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  writeFileSync(join(lock, 'pid'), String(process.pid))
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

const readOwner = (lock) => {
  const path = join(lock, 'pid')
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : undefined
}

const isOlderThanAMinute = (path) => existsSync(path) && Date.now() - statSync(path).mtimeMs > 60_000

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const workspaces = ['contract', 'btcpay', 'sandbox', 'server', 'client', 'cli', 'web']
const sources = [...workspaces, 'examples/samples', 'scripts/build.mjs', 'package-lock.json']

/** Files whose sizes and times are the same as before have the same contents, which saves reading all of them. */
export const hashSources = () => {
  const files = sources.flatMap((place) => filesBelow(join(root, place)))
  const look = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    look.update(`${file} ${size} ${mtimeMs}\n`)
  }
  const seen = look.digest('hex')
  const [lastSeen, lastHash] = readStamp('sources')?.split(' ') ?? []
  if (lastSeen === seen) return lastHash
  const contents = createHash('sha256')
  for (const file of files) contents.update(file).update(readFileSync(file))
  const hash = contents.digest('hex')
  writeStamp('sources', `${seen} ${hash}`)
  return hash
}

const filesBelow = (place) => {
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist'].includes(entry.name) && !entry.name.endsWith('.test.ts'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesBelow(join(place, entry.name)))
}
