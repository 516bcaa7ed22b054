/**
 * The ledger: postings against pgbench with the same SQL, and settlements of many merchants in parallel against one
 * after the other.
 */
import { fork, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { postTransfer } from '../src/ledger/table.ts'
import { bookPayment } from '../src/payments/book-payment.ts'
import { connectDatabase, type Db } from '../src/platform/db/connect.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { sqlFolder } from '../src/platform/db/migrate-database.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { saveIncoming } from '../src/transactions/table.ts'
import { atPart, exitAfter } from './part.ts'

const merchants = 64
const secondsEach = atPart(4)
const rounds = atPart(3)

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(folder)
const { db, pool, close } = connectDatabase(postgres.url, { maxConnections: 40 })
await migrate(pool, sqlFolder)
await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(db)
await sql`insert into merchants (email, store_name) select 'm' || n || '@example.test', 'M' from generate_series(1, ${merchants}::int) n`.execute(
  db,
)
await sql`insert into partners (email, name) select 'p' || n || '@example.test', 'P' from generate_series(1, 3) n`.execute(
  db,
)

let count = 0
const settle = (over: Db, merchantId: number) =>
  inTransaction(over, async (tx) => {
    const key = `payment-${++count}`
    const { row } = await saveIncoming(tx, merchantId, {
      key,
      txid: key,
      method: 'on-chain',
      purpose: 'invoice',
      amountSats: 123_456n,
      priceCents: 10_800_000n,
      address: undefined,
      invoiceId: undefined,
      seenAt: new Date(),
    })
    await bookPayment(tx, row, false)
  })

/** Settlements per second with this many clients, each for its own merchant. */
const rate = async (over: Db, clients: number) => {
  const until = performance.now() + secondsEach * 1000
  let done = 0
  const work = async (client: number) => {
    while (performance.now() < until) {
      await settle(over, (client % merchants) + 1)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return done / secondsEach
}

/** Postings per second, only the ledger: through our driver, and through pgbench with the same statements. */
const entriesOf = (merchantId: number) => [
  {
    owner: { kind: 'merchant' as const, id: merchantId },
    account: 'fees-owed' as const,
    sats: 4000n,
    usd8: 432_000_000n,
  },
  { owner: { kind: 'platform' as const }, account: 'revenue' as const, sats: -3000n, usd8: -324_000_000n },
  { owner: { kind: 'partner' as const, id: 1 }, account: 'earned' as const, sats: -1000n, usd8: -108_000_000n },
]
const post = (merchantId: number) =>
  inTransaction(db, (tx) =>
    postTransfer(tx, { kind: 'fee', reference: randomUUID(), priceCents: 10_800_000n, entries: entriesOf(merchantId) }),
  )

const postings = async (clients: number) => {
  const until = performance.now() + secondsEach * 1000
  let done = 0
  const work = async (client: number) => {
    while (performance.now() < until) {
      await post(client + 1)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return done / secondsEach
}

const script = `
begin;
select set_config('bitquay.now', '', true), set_config('lock_timeout', '5s', true), set_config('statement_timeout', '15s', true), set_config('idle_in_transaction_session_timeout', '30s', true), app_now() as now;
select post_transfer('fee', gen_random_uuid()::text, ('[{"owner":"merchant","ownerId":' || :client_id + 1 || ',"kind":"fees-owed","sats":"4000","usd":"4.32000000"},{"owner":"platform","ownerId":0,"kind":"revenue","sats":"-3000","usd":"-3.24000000"},{"owner":"partner","ownerId":1,"kind":"earned","sats":"-1000","usd":"-1.08000000"}]')::jsonb, '108000.00'::numeric) as id;
commit;
`

/** Undefined where there is no pgbench. */
const pgbench = (clients: number): number | undefined => {
  const args = [
    '-n',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(secondsEach),
    '-f',
    join(folder, 'post.sql'),
    postgres.url,
  ]
  const { stdout, status, error, stderr } = spawnSync('pgbench', args, { encoding: 'utf8' })
  if (error) return undefined
  if (status !== 0) throw new Error(stderr)
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
const limits = { postings: 0.7, settlements: 4 }
let failed = false
const report = (what: string, ratio: number, least: number, detail: string) => {
  failed ||= ratio < least
  process.stdout.write(`${what}: ${ratio.toFixed(2)}  (at least ${least}; ${detail})\n`)
}

await writeFile(join(folder, 'post.sql'), script)
const theirs: number[] = []
const ours: number[] = []
await postings(8)
for (let round = 0; round < rounds; round++) {
  const measured = pgbench(8)
  if (measured === undefined) break
  theirs.push(measured)
  ours.push(await postings(8))
}
if (theirs.length === 0) process.stdout.write('postings / pgbench: skipped, there is no pgbench here\n')
else
  report(
    'postings with 8 clients / pgbench with the same SQL',
    median(ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN))),
    limits.postings,
    `${median(ours).toFixed(0)} and ${median(theirs).toFixed(0)} a second`,
  )

/** In parallel against one after the other. */
const settlements = async (over: Db) => {
  await rate(over, 8)
  const ones: number[] = []
  const manys: number[] = []
  for (let round = 0; round < rounds; round++) {
    ones.push(await rate(over, 1))
    manys.push(await rate(over, 32))
  }
  return {
    ratio: median(manys.map((many, round) => many / (ones[round] ?? Number.NaN))),
    detail: `${median(manys).toFixed(0)} and ${median(ones).toFixed(0)} a second`,
  }
}

// On the same machine the database leaves nothing to wait for: one client keeps a core busy, and the ratio is the
// number of cores. With a millisecond of delay, it shows whether settlements wait for each other.
const beside = await settlements(db)
process.stdout.write(
  `settlements with 32 clients / with 1, the database beside us: ${beside.ratio.toFixed(2)}  (no limit: ${availableParallelism()} cores; ${beside.detail})\n`,
)
const distance = fork(new URL('distance.ts', import.meta.url), [new URL(postgres.url).port])
const [port] = (await once(distance, 'message')) as [number]
const farUrl = new URL(postgres.url)
farUrl.port = String(port)
const far = connectDatabase(farUrl.href, { maxConnections: 40 })
const apart = await settlements(far.db)
report('settlements with 32 clients / with 1, the database 1 ms away', apart.ratio, limits.settlements, apart.detail)
await far.close()
distance.kill()
await close()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
exitAfter(!failed)
