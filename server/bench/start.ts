/** Cold start and idle memory, ours against a bare skeleton on the same PostgreSQL, in turns within one run. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { projectRoot } from '../src/platform/root.ts'
import { freePort } from '../test/process.ts'
import { atPart } from './part.ts'

const rounds = atPart(5)
const restMs = 3000

const measure = async (command: string[], environment: Record<string, string>) => {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, command, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'silent', ...environment, PORT: String(port) },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined))?.ok) await sleep(5)
  const readyMs = performance.now() - started
  await sleep(restMs)
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  const memoryMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  child.kill('SIGTERM')
  await ended
  return { readyMs, memoryMb }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
const ours = { DATABASE_URL: postgres.url, SANDBOX: 'true', DEMO_DATA: 'false', DATA_DIR: join(folder, 'data') }
const main = ['--max-old-space-size=1024', join(projectRoot, 'dist/server/main.js')]
const skeleton = ['--import', 'tsx', join(projectRoot, 'server/bench/skeleton.ts')]
await measure(main, ours)
const results = {
  ours: [] as { readyMs: number; memoryMb: number }[],
  bare: [] as { readyMs: number; memoryMb: number }[],
}
for (let round = 0; round < rounds; round++) {
  results.bare.push(await measure(skeleton, { DATABASE_URL: postgres.url }))
  results.ours.push(await measure(main, ours))
}
const compare = (figure: 'readyMs' | 'memoryMb') =>
  median(results.ours.map((run) => run[figure])) / median(results.bare.map((run) => run[figure]))
process.stdout.write(
  `second start, ours (with the sandbox) / Fastify + driver skeleton: ${compare('readyMs').toFixed(2)}\n`,
)
process.stdout.write(`memory at rest, ours (with the sandbox) / skeleton: ${compare('memoryMb').toFixed(2)}\n`)
process.stdout.write(
  `  (medians of ${rounds}: ${median(results.ours.map((run) => run.readyMs)).toFixed(0)} ms, ${median(results.ours.map((run) => run.memoryMb)).toFixed(0)} MB)\n`,
)
await postgres.stop()
await rm(folder, { recursive: true, force: true })
