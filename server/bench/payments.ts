/**
 * What a settled payment costs, in this checkout and another built one, in turns within one run: processor time of server and
 * PostgreSQL, and the time from a block with many payments until they are in the ledger. Each side is a server with its own
 * PostgreSQL and sandbox, as `compare.ts` starts them.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createPasswords } from '../src/platform/crypto/passwords.ts'
import { connectDatabase } from '../src/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { freePort, startProcess } from '../test/process.ts'
import { atPart, exitAfter } from './part.ts'
import { findPostgresPid, processorMs } from './processor-time.ts'
import { startSandboxProcess } from './sandbox-process.ts'

const payments = atPart(200, 3)
const rounds = atPart(7)
const limit = 0.6
const password = 'quiet harbour 7'
/** Only ends what would never end. */
const waitLimitMs = 600_000

type Figures = { cpuMs: number; p95Ms: number; perTransaction: number | undefined }

const startSide = async (root: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const sandbox = await startSandboxProcess(folder, 'sandbox')
  const settings = {
    ...{ DATABASE_URL: postgres.url, SANDBOX: 'true', SANDBOX_URL: sandbox.url, DATA_DIR: join(folder, 'data') },
    ...{ DEMO_DATA: 'false', RATE_LIMITS: 'off', PORT: String(await freePort()), NODE_ENV: 'production' },
  }
  const program = ['--max-old-space-size=1024', join(root, 'dist/server/main.js')]
  const server = await startProcess(settings, program, waitLimitMs)
  const { db, close } = connectDatabase(postgres.url, { maxConnections: 2 })
  const hash = await createPasswords().hash(password)
  await sql`insert into merchants (email, store_name, password_hash)
    select 'm' || n || '@example.test', 'Merchant ' || n, ${hash} from generate_series(1, ${payments}::int) n`.execute(
    db,
  )
  await until(async () => {
    const { rows } = await sql<{ ready: bigint }>`select count(*) as ready from stores
      where merchant_id is not null and webhook_url is not null and synced_at is not null`.execute(db)
    return Number(rows[0]?.ready) === payments
  })
  const tokens: string[] = []
  for (let number = 1; number <= payments; number++) {
    const signIn = { email: `m${number}@example.test`, password }
    tokens.push(String((await request(server.origin, '/api/auth/login', {}, signIn)).token))
  }
  const pgbench = (...args: string[]) =>
    spawnSync('pgbench', [...args, postgres.url], { encoding: 'utf8', timeout: 120_000 })
  const hasPgbench = pgbench('-i', '-q', '-s', '1').status === 0
  return {
    ...{ db, tokens, origin: server.origin },
    pids: { server: server.child.pid ?? 0, postgres: await findPostgresPid(db) },
    /** Transactions a second of pgbench's own kind. Undefined where there is no pgbench. */
    transactions: () =>
      hasPgbench
        ? Number(/tps = ([\d.]+)/.exec(pgbench('-n', '-c', '8', '-j', '2', '-T', String(atPart(4))).stdout)?.[1])
        : undefined,
    stop: async () => {
      await close()
      await server.stop()
      await sandbox.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
type Side = Awaited<ReturnType<typeof startSide>>

const request = async (origin: string, path: string, headers: Record<string, string>, body: object) => {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

const until = async (isTrue: () => Promise<boolean>, everyMs = 20) => {
  for (const started = performance.now(); !(await isTrue()); await sleep(everyMs)) {
    if (performance.now() - started > waitLimitMs) throw new Error('it took too long')
  }
}

/** An invoice of each merchant is paid, then a block confirms all of them. */
const settle = async ({ db, origin, tokens, pids, transactions }: Side): Promise<Figures> => {
  const ids: string[] = []
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` }
    const { invoiceId } = await request(origin, '/api/merchant/invoices', headers, { amount: '20.00' })
    await request(origin, '/api/sandbox/pay', headers, { invoiceId, method: 'onchain' })
    ids.push(String(invoiceId))
  }
  const count = async (column: 'true' | 'booked') => {
    const { rows } = await sql<{ count: bigint }>`select count(*) from transactions
      where ${sql.raw(column)} and invoice_id = any(${ids}::text[])`.execute(db)
    return Number(rows[0]?.count)
  }
  await until(async () => (await count('true')) === ids.length, 100)
  // What the payments left to do ends before, and what the block leaves to do is counted.
  await sleep(2000)
  const spent = async () => (await processorMs(pids.server)) + (await processorMs(pids.postgres))
  const before = await spent()
  const times: number[] = []
  const started = performance.now()
  await request(origin, '/api/sandbox/mine', { authorization: `Bearer ${tokens[0]}` }, { blocks: 1 })
  await until(async () => {
    const booked = await count('booked')
    while (times.length < booked) times.push(performance.now() - started)
    return booked === ids.length
  })
  const seconds = (performance.now() - started) / 1000
  await sleep(2000)
  const cpuMs = ((await spent()) - before) / ids.length
  const theirs = transactions()
  return {
    cpuMs,
    p95Ms: times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN,
    perTransaction: theirs === undefined ? undefined : ids.length / seconds / theirs,
  }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

const [before = '', after = ''] = process.argv.slice(2)
const sides = { before: await startSide(before), after: await startSide(after) }
const measured = { before: [] as Figures[], after: [] as Figures[] }
try {
  // The first payments of a new server plan and compile everything.
  for (const side of [sides.before, sides.after]) await settle(side)
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const)
    for (const name of order) measured[name].push(await settle(sides[name]))
  }
} finally {
  await sides.before.stop()
  await sides.after.stop()
}

const medians = (figure: 'cpuMs' | 'p95Ms') => ({
  ours: median(measured.after.map((one) => one[figure])),
  theirs: median(measured.before.map((one) => one[figure])),
})
let isWithin = true
const report = (what: string, { ours, theirs }: ReturnType<typeof medians>) => {
  isWithin &&= ours / theirs <= limit
  process.stdout.write(
    `${what}, this checkout / the other commit: ${(ours / theirs).toFixed(2)}  (at most ${limit}; ${ours.toFixed(1)} and ${theirs.toFixed(1)} ms)\n`,
  )
}
report('processor time of a settled payment', medians('cpuMs'))
report(`p95 from block to ledger of ${payments} payments`, medians('p95Ms'))
const perTransaction = (side: Figures[]) => median(side.flatMap((one) => one.perTransaction ?? []))
process.stdout.write(
  measured.after.every((one) => one.perTransaction === undefined)
    ? 'payments a second / transactions of pgbench a second: skipped, there is no pgbench here\n'
    : `payments a second / transactions of pgbench a second: ${perTransaction(measured.after).toFixed(4)}  (no limit; the other commit ${perTransaction(measured.before).toFixed(4)})\n`,
)
exitAfter(isWithin)
