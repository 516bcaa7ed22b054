/**
 * What a platform with demo data costs while nobody uses it: processor time of server and PostgreSQL, and memory of the server.
 * The sandbox is a process of its own, as a BTCPay Server is.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase } from '../src/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { projectRoot } from '../src/platform/root.ts'
import { freePort, startProcess } from '../test/process.ts'
import { atPart, exitAfter } from './part.ts'
import { findPostgresPid, memoryMb, processorMs } from './processor-time.ts'
import { startSandboxProcess } from './sandbox-process.ts'

const settleSeconds = atPart(Number(process.env.BENCH_SETTLE ?? 600), 5)
const seconds = atPart(300, 5)
const limits = { percent: 1, memoryMb: 150 }

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
const sandbox = await startSandboxProcess(folder, 'sandbox')
const settings = {
  ...{ DATABASE_URL: postgres.url, SANDBOX: 'true', SANDBOX_URL: sandbox.url, DATA_DIR: join(folder, 'data') },
  ...{ DEMO_DATA: 'true', PORT: String(await freePort()) },
  NODE_ENV: 'production',
}
const program = ['--max-old-space-size=1024', join(projectRoot, 'dist/server/main.js')]
const server = await startProcess(settings, program, 600_000)
const serverPid = server.child.pid ?? 0
const { db, close } = connectDatabase(postgres.url, { maxConnections: 1 })
const postgresPid = await findPostgresPid(db)
await close()

await sleep(settleSeconds * 1000)
const measure = async () => ({ server: await processorMs(serverPid), postgres: await processorMs(postgresPid) })
const before = await measure()
await sleep(seconds * 1000)
const after = await measure()
const memory = await memoryMb(serverPid)
await server.stop()
await sandbox.stop()
await postgres.stop()
await rm(folder, { recursive: true, force: true })

const percentOf = (ms: number) => ms / (seconds * 10)
const ours = percentOf(after.server - before.server)
const theirs = percentOf(after.postgres - before.postgres)
const figures = [
  {
    what: `processor at rest for ${seconds} s`,
    figure: `${(ours + theirs).toFixed(2)} percent`,
    limit: limits.percent,
    detail: `the server ${ours.toFixed(2)} and PostgreSQL ${theirs.toFixed(2)}, ${settleSeconds} s after the start`,
  },
  { what: 'memory of the server at rest', figure: `${memory.toFixed(0)} MB`, limit: limits.memoryMb, detail: 'RSS' },
]
for (const { what, figure, limit, detail } of figures)
  process.stdout.write(`${what}: ${figure}  (at most ${limit}; ${detail})\n`)
exitAfter(ours + theirs <= limits.percent && memory <= limits.memoryMb)
