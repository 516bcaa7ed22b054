/**
 * A page of the transaction list at 1,000,000 rows against 1,000, through the whole HTTP server, in turns within one
 * run.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@bitquay/contract/auth'
import { listTransactions } from '@bitquay/contract/transactions'
import { sql } from 'kysely'
import pg from 'pg'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createDeps } from '../src/create-deps.ts'
import { createPasswords } from '../src/platform/crypto/passwords.ts'
import { claimPlatform } from '../src/platform/db/claim-platform.ts'
import { connectDatabase, type Db } from '../src/platform/db/connect.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { projectRoot } from '../src/platform/root.ts'

const few = 1_000
const many = 1_000_000
const rounds = 60
const limit = 1.5

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(folder)
const password = randomBytes(12).toString('hex')

type World = {
  read: (query: string) => Promise<{ ms: number; rows: number; next: string | undefined }>
  db: Db
  end: () => Promise<void>
}

/** A platform whose one merchant has this many transactions, and a signed-in browser. */
const makeWorld = async (name: string, rows: number): Promise<World> => {
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  const { db, pool, close } = connectDatabase(url.href, { maxConnections: 4 })
  await migrate(pool, join(projectRoot, 'server', 'migrations'))
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' })
  await claimPlatform(pool, config.mode, config.network)
  const hash = await createPasswords().hash(password)
  await sql`insert into merchants (email, store_name, password_hash) values ('m@example.test', 'M', ${hash})`.execute(
    db,
  )
  await fill(url.href, rows)
  const deps = createDeps(config, db, {
    url: 'http://127.0.0.1:1',
    apiKey: '',
    esploraUrl: undefined,
    sandboxUrl: undefined,
  })
  const app = await createApp(deps)
  const signedIn = await app.inject({ method: 'POST', url: login.path, payload: { email: 'm@example.test', password } })
  const { token } = signedIn.json<{ token: string }>()
  return {
    db,
    read: async (query) => {
      const started = performance.now()
      const answer = await app.inject({
        method: 'GET',
        url: `${listTransactions.path}?limit=25${query}`,
        headers: { authorization: `Bearer ${token}` },
      })
      const ms = performance.now() - started
      if (answer.statusCode !== 200) throw new Error(`${query}: ${answer.statusCode} ${answer.body}`)
      const next = answer.headers['x-next-cursor']
      return { ms, rows: answer.json<unknown[]>().length, next: typeof next === 'string' ? next : undefined }
    },
    end: async () => {
      await app.close()
      await deps.engines.close()
      await close()
    },
  }
}

/**
 * Three years of business: mostly on-chain invoices, some Lightning, some sent, a few failed. Indexes are created at
 * the end.
 */
const fill = async (url: string, rows: number) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('transactions', 'invoices', 'transaction_details')
       and indexname not in (select conname from pg_constraint)`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(
    `insert into invoices (merchant_id, invoice_id, order_id, amount, amount_usd, description, status, customer_email, created_at)
     select 1, 'inv' || md5('i' || n), 'o' || n, 0.001, 108.00, 'Order number ' || n, 'settled',
       case when n % 3 = 0 then 'customer' || n || '@example.test' end, now() - (${rows} - n)::float8 / ${rows} * interval '94608000 seconds'
     from generate_series(1, ${rows}) n where n % 20 > 0`,
  )
  await client.query(
    `insert into transactions (merchant_id, txid, engine_key, type, status, method, purpose, amount, amount_usd, address, invoice_id,
       confirmations, seen_at, final)
     select 1, h, h || case when n % 20 = 0 then '' else ':0' end, case when n % 20 = 0 then 'outgoing' else 'incoming' end,
       case when n > ${rows} - 12 then 'pending' when n % 400 = 7 then 'failed' else 'confirmed' end,
       case when n % 5 = 1 then 'lightning' else 'on-chain' end, case when n % 20 = 0 then 'withdrawal' else 'invoice' end,
       round((0.0001 * exp(random() * 7))::numeric, 8), 10.00, 'bcrt1q' || md5('a' || n), case when n % 20 > 0 then 'inv' || md5('i' || n) end,
       6, now() - (${rows} - n)::float8 / ${rows} * interval '94608000 seconds', true
     from (select n, md5('t' || n) || md5('u' || n) as h from generate_series(1, ${rows}) n) s`,
  )
  await client.query(
    `insert into transaction_details (txid, fee_sats, size_bytes, weight_units, inputs, outputs)
     select txid, 141, 222, 561, '[{"address": "bcrt1qaaaa", "sats": "100000", "previousTxid": "00"}]'::jsonb,
       '[{"address": "bcrt1qbbbb", "sats": "50000", "index": 0}]'::jsonb from transactions where method = 'on-chain'`,
  )
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze')
  await client.end()
}

const worlds = { few: await makeWorld('few', few), many: await makeWorld('many', many) }

/** The same query to both. A row that it names exists in both. */
const questions = async (): Promise<Record<string, (world: World, rows: number) => Promise<string>>> => {
  const fixed = (query: string) => () => Promise.resolve(query)
  const row = (world: World, at: number) =>
    sql<{ txid: string; address: string; invoiceId: string; id: number; seenAt: Date }>`
      select txid, address, invoice_id, id, seen_at from transactions where id = ${at}`
      .execute(world.db)
      .then(({ rows }) => {
        if (!rows[0]) throw new Error(`no row ${at}`)
        return rows[0]
      })
  const middle = (rows: number) => Math.floor(rows / 2) + 1
  return {
    'first page': fixed(''),
    'deep page': async (world, rows) => `&cursor=${(await row(world, Math.floor(rows / 10))).id}`,
    'type: sent': fixed('&type=outgoing'),
    'type: received': fixed('&type=incoming'),
    'status: confirmed': fixed('&status=confirmed'),
    'status: pending': fixed('&status=unconfirmed'),
    'status: failed': fixed('&status=failed'),
    'method: Lightning': fixed('&method=BTC-LN'),
    'method: on-chain': fixed('&method=BTC'),
    'of invoices': fixed('&invoices=true'),
    'of none': fixed('&invoices=false'),
    'at least 0.001 BTC': fixed('&minAmount=0.001'),
    'at least 0.1 BTC': fixed('&minAmount=0.1'),
    'at least 1 BTC (none)': fixed('&minAmount=1'),
    'from last month': fixed(`&from=${new Date(Date.now() - 30 * 86_400_000).toISOString()}`),
    'until two years ago': fixed(`&to=${new Date(Date.now() - 730 * 86_400_000).toISOString()}`),
    'search: a hash': async (world, rows) => `&search=${(await row(world, middle(rows))).txid}`,
    'search: its beginning': async (world, rows) => `&search=${(await row(world, middle(rows))).txid.slice(0, 10)}`,
    'search: an address': async (world, rows) => `&search=${(await row(world, middle(rows))).address}`,
    'search: an invoice': async (world, rows) => `&search=${(await row(world, middle(rows))).invoiceId}`,
    'search: a customer': fixed('&search=customer99%40example.test'),
    'search: nothing': fixed('&search=nothing-like-this'),
    'sent, failed, on-chain': fixed('&type=outgoing&status=failed&method=BTC'),
  }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

let worst = 0
for (const [name, ask] of Object.entries(await questions())) {
  const queries = { few: await ask(worlds.few, few), many: await ask(worlds.many, many) }
  const times = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    for (const size of ['few', 'many'] as const) {
      const { ms } = await worlds[size].read(queries[size])
      if (round >= rounds / 10) times[size].push(ms)
    }
  }
  const ratio = median(times.many) / median(times.few)
  worst = Math.max(worst, ratio)
  process.stdout.write(
    `transactions, ${name}: ${ratio.toFixed(2)}  (${median(times.many).toFixed(2)} and ${median(times.few).toFixed(2)} ms)\n`,
  )
}
process.stdout.write(`a page of 25 at 1,000,000 rows / at 1,000, the worst: ${worst.toFixed(2)}  (at most ${limit})\n`)

await worlds.few.end()
await worlds.many.end()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
process.exit(worst <= limit ? 0 : 1)
