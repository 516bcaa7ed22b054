/**
 * `npm start` as a new user sees it: a fresh clone of HEAD until it is ready, and the second start of the same folder.
 * Where others use the machine, compare seconds of processor time.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './project.mjs'

/** What each printed line says is done. */
const marks = { install: /added \d+ packages/, 'server bundle': /Built the server/, pages: /Built the pages/ }

export const measureFreshStart = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-fresh-'))
  try {
    const clone = join(folder, 'bitquay')
    if (spawnSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' }).status !== 0) return 1
    const port = await freePort()
    for (const which of ['first', 'second'])
      process.stdout.write(`${which} start of a fresh clone: ${(await startOnce(clone, port)).join(', ')}\n`)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Starts it without npm, whose own process would hide the figures of ours. */
const startOnce = (clone, port) =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
    const environment = { ...process.env, PORT: String(port), DATA_DIR: join(clone, 'data'), DATABASE_URL: '' }
    const program = ['--max-old-space-size=1024', join(clone, 'scripts/start.mjs')]
    const child = spawn(process.execPath, program, {
      cwd: clone,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const laps = []
    let isReady = false
    child.stdout.on('data', (chunk) => {
      for (const [name, line] of Object.entries(marks)) if (line.test(chunk)) laps.push(`${name} after ${seconds()}`)
      if (isReady || !String(chunk).includes('Bitquay is running')) return
      isReady = true
      laps.push(`ready after ${seconds()}`, ...readFigures(child.pid))
      child.kill('SIGTERM')
    })
    child.once('exit', () => (isReady ? resolve(laps) : reject(new Error('It didn’t start.'))))
  })

/** Processor time with that of programs that have ended, and memory. Only Linux tells them. */
const readFigures = (pid) => {
  if (!existsSync(`/proc/${pid}/stat`)) return []
  const [user, system, ended, endedSystem] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(' ')
    .slice(13, 17)
    .map(Number)
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  // The kernel counts in hundredths of a second.
  const cpu = (ticks) => `${(ticks / 100).toFixed(1)} s`
  return [
    `processor ${cpu(user + system)} and ${cpu(ended + endedSystem)} for install and build`,
    `memory ${Math.round(Number(memory) / 1024)} MB`,
  ]
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
