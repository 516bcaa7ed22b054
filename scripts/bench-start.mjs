/** `npm start` as a new user sees it: a fresh clone of HEAD until it is ready, and the second start of the same folder. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
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
    for (const which of ['first', 'second']) {
      const { ready, laps } = await startOnce(clone, port)
      process.stdout.write(`${which} start of a fresh clone: ${ready} s${laps.map((lap) => `, ${lap}`).join('')}\n`)
    }
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const startOnce = (clone, port) =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
    const environment = { ...process.env, PORT: String(port), DATA_DIR: join(clone, 'data'), DATABASE_URL: '' }
    const child = spawn('npm', ['start'], { cwd: clone, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
    const laps = []
    let ready
    child.stdout.on('data', (chunk) => {
      for (const [name, line] of Object.entries(marks)) if (line.test(chunk)) laps.push(`${name} after ${seconds()} s`)
      if (ready !== undefined || !String(chunk).includes('Bitquay is running')) return
      ready = seconds()
      child.kill('SIGTERM')
    })
    child.once('exit', () => (ready === undefined ? reject(new Error('It didn’t start.')) : resolve({ ready, laps })))
  })

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
