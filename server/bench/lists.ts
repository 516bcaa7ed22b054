/**
 * A page of the transaction list at 1,000,000 rows against 1,000, for every filter, range and order, through the whole
 * HTTP server, in turns within one run. Then the memory of a download of all rows.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { exportTransactions, listTransactions, summarizeTransactions } from '@bitquay/contract/transactions'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../src/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { createDatabase, openWorld } from './open-world.ts'
import { atPart, exitAfter } from './part.ts'

const few = atPart(1_000, 200)
const many = atPart(1_000_000, 2_000)
const rounds = atPart(16)
/** A ratio above the limit is measured again together with so many more rounds, because others use this machine too. */
const moreRounds = atPart(64)
const limit = 1.5
const shown = (count: number) => count.toLocaleString('en-US')
const mostMegabytes = 64

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(folder)

type World = {
  /** A page of the list, of 25 rows unless the query says otherwise. */
  read: (query: string, path?: string) => Promise<{ ms: number; rows: number; next: string | undefined }>
  /** Another process downloads all transactions and keeps none. Returns their bytes, and calls back for each part. */
  download: (onPart: (bytes: number) => void) => Promise<number>
  db: Db
  end: () => Promise<void>
}

/** The browser's part of a download, in its own process so that only the server's memory is measured. */
const reading = `
  const [url, token] = process.argv.slice(1)
  fetch(url, { headers: { authorization: 'Bearer ' + token } }).then(async (answer) => {
    if (answer.status !== 200) throw new Error('the download got ' + answer.status)
    let bytes = 0
    let written = 0
    for await (const part of answer.body) {
      bytes += part.length
      if (bytes - written > 250_000) console.log((written = bytes))
    }
    console.log(bytes)
  })
`

/** A platform whose one merchant has this many transactions, and a signed-in browser. */
const makeWorld = async (name: string, rows: number): Promise<World> => {
  const url = await createDatabase(postgres.url, name)
  const { app, db, token, readPage, end } = await openWorld(url, folder, (address) => fill(address, rows))
  return {
    db,
    end,
    read: async (query, path = `${listTransactions.path}?`) => {
      const { ms, answer, next } = await readPage(`${path}${query}`)
      return { ms, rows: answer.json<unknown[]>().length, next }
    },
    download: async (onPart) => {
      const address = await app.listen({ host: '127.0.0.1', port: 0 })
      const reader = spawn(process.execPath, ['-e', reading, `${address}${exportTransactions.path}`, token], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(reader, 'exit')
      let bytes = 0
      for await (const line of createInterface(reader.stdout)) {
        bytes = Number(line)
        onPart(bytes)
      }
      const [code] = await ended
      if (code !== 0) throw new Error('the download failed')
      return bytes
    },
  }
}

/**
 * Three years of business: mostly on-chain invoices, some Lightning, some sent, a few failed. Filters find rows in both
 * sizes, because an empty page takes less work than one with a row. Indexes are created at the end.
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
    `insert into invoices (merchant_id, invoice_id, order_id, amount, amount_usd, description, status, customer_email, customer_name, created_at)
     select 1, 'inv' || md5('i' || n), 'o' || n, 0.001, 108.00, 'Order number' || n, 'settled',
       case when n % 3 = 0 then 'customer' || n || '@example.test' end, case when n % 3 = 0 then 'Customer Berg' || n end, now() - (${rows} - n)::float8 / ${rows} * interval '94608000 seconds'
     from generate_series(1, ${rows}) n where n % 20 > 0`,
  )
  await client.query(
    `insert into transactions (merchant_id, txid, engine_key, type, status, method, purpose, amount, amount_usd, btc_price,
       fee_sats, fee_cents, booked, address, invoice_id, confirmations, seen_at, final)
     select 1, h, h || case when n % 20 = 0 then '' else ':0' end, case when n % 20 = 0 then 'outgoing' else 'incoming' end,
       case when n > ${rows} - 12 then 'pending' when n % 40 = 7 then 'failed' else 'confirmed' end,
       case when n % 5 = 1 then 'lightning' else 'on-chain' end, case when n % 20 = 0 then 'withdrawal' else 'invoice' end,
       btc, round(btc * 95000, 2), 95000, case when is_booked then (btc * 4000000)::bigint end,
       case when is_booked then round(btc * 95000 * 4) end, is_booked and n % 20 > 0, 'bcrt1q' || md5('a' || n),
       case when n % 20 > 0 then 'inv' || md5('i' || n) end, 6, now() - (${rows} - n)::float8 / ${rows} * interval '94608000 seconds', true
     from (
       select n, md5('t' || n) || md5('u' || n) as h, round((0.0001 * exp(random() * 7))::numeric, 8) as btc,
         n <= ${rows} - 12 and n % 40 <> 7 as is_booked
       from generate_series(1, ${rows}) n
     ) s`,
  )
  await client.query(
    `insert into transaction_details (txid, fee_sats, size_bytes, weight_units, inputs, outputs)
     select txid, 141, 222, 561, '[{"address": "bcrt1qaaaa", "sats": "100000", "previousTxid": "00"}]'::jsonb,
       '[{"address": "bcrt1qbbbb", "sats": "50000", "index": 0}]'::jsonb from transactions where method = 'on-chain'`,
  )
  for (const { definition } of indexes) await client.query(definition)
  // The triggers are off here.
  await client.query('select fill_transaction_sums()')
  await client.query('vacuum analyze')
  await client.end()
}

const worlds = { few: await makeWorld('few', few), many: await makeWorld('many', many) }

const dayMs = 86_400_000
const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)

const filters: Record<string, string> = {
  all: '',
  withdrawals: '&purpose=withdrawal',
  received: '&type=incoming',
  pending: '&status=unconfirmed',
  failed: '&status=failed',
  Lightning: '&method=BTC-LN',
  'of invoices': '&invoices=true',
  'sent, failed, on-chain': '&type=outgoing&status=failed&method=BTC',
}

const ranges: Record<string, string> = {
  'all time': '',
  'last 7 days': `&from=${dateOf(6)}&tz=Europe/Berlin`,
  'last 90 days': `&from=${dateOf(89)}&to=${dateOf(0)}&tz=Asia/Kolkata`,
  'a month two years ago': `&from=${dateOf(760)}&to=${dateOf(730)}&tz=America/New_York`,
}

const sorts: Record<string, string> = {
  newest: '',
  oldest: '&sort=date',
  'largest gross': '&sort=-gross',
  'smallest gross': '&sort=gross',
  'largest net': '&sort=-net',
  'smallest net': '&sort=net',
}

type Ask = (world: World, rows: number) => Promise<string | undefined>

/** The same query to both. A row that it names exists in both. */
const questions = (): Record<string, Ask> => {
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
  const asked: Record<string, Ask> = {
    'deep page': async (world, rows) => `&cursor=${(await row(world, Math.floor(rows / 10))).id}`,
    'at least 0.001 BTC': fixed('&minAmount=0.001'),
    'at least 0.1 BTC': fixed('&minAmount=0.1'),
    'at least 1 BTC (none)': fixed('&minAmount=1'),
    'search: a hash': async (world, rows) => `&search=${(await row(world, middle(rows))).txid}`,
    'search: its beginning': async (world, rows) => `&search=${(await row(world, middle(rows))).txid.slice(0, 10)}`,
    'search: an address': async (world, rows) => `&search=${(await row(world, middle(rows))).address}`,
    'search: an invoice': async (world, rows) => `&search=${(await row(world, middle(rows))).invoiceId}`,
    'search: a customer': fixed('&search=customer99%40example.test'),
    'search: a name': fixed('&search=Berg99,'),
    'search: a description': fixed('&search=order+number77,'),
    'search: nothing': fixed('&search=nothing-like-this'),
  }
  for (const [filter, filtered] of Object.entries(filters)) {
    for (const [range, ranged] of Object.entries(ranges)) {
      for (const [sort, sorted] of Object.entries(sorts)) {
        const query = `${filtered}${ranged}${sorted}`
        asked[`${filter}, ${range}, ${sort}`] = fixed(query)
        asked[`${filter}, ${range}, ${sort}, next page`] = async (world) => {
          const { next } = await world.read(query)
          return next === undefined ? undefined : `${query}&cursor=${next}`
        }
      }
    }
  }
  return asked
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Asks both worlds in turns and returns how much longer the larger one takes. */
const compare = async (queries: { few: string; many: string }, path?: string) => {
  const times = { few: [] as number[], many: [] as number[] }
  const ratio = () => median(times.many) / median(times.few)
  const ask = async (size: 'few' | 'many') => times[size].push((await worlds[size].read(queries[size], path)).ms)
  for (const size of ['few', 'many'] as const) await worlds[size].read(queries[size], path)
  const askBoth = async (times: number) => {
    for (let round = 0; round < times; round++) {
      await ask('few')
      await ask('many')
    }
  }
  await askBoth(rounds)
  if (ratio() > limit) await askBoth(moreRounds)
  return { ratio: ratio(), many: median(times.many), few: median(times.few) }
}

const isLate = (name: string, { ratio, many: manyMs, few: fewMs }: Awaited<ReturnType<typeof compare>>) => {
  process.stdout.write(`${name}: ${ratio.toFixed(2)}  (${manyMs.toFixed(2)} and ${fewMs.toFixed(2)} ms)\n`)
  return ratio > limit
}

let worst = 0
let slowest = 0
const late: string[] = []
for (const [name, ask] of Object.entries(questions())) {
  const queries = { few: await ask(worlds.few, few), many: await ask(worlds.many, many) }
  if (queries.few === undefined || queries.many === undefined) continue
  // Both read as many rows as the smaller one has, because each row of a page costs the same.
  const { rows: length } = await worlds.few.read(queries.few)
  const page = `&limit=${Math.max(1, length)}`
  const compared = await compare({ few: `${queries.few}${page}`, many: `${queries.many}${page}` })
  worst = Math.max(worst, compared.ratio)
  slowest = Math.max(slowest, compared.many)
  if (isLate(name, compared)) late.push(name)
}
process.stdout.write(
  `a page of 25 at ${shown(many)} rows / at ${shown(few)}, the worst: ${worst.toFixed(2)}  (at most ${limit}), the slowest ${slowest.toFixed(1)} ms\n`,
)
for (const [range, ranged] of Object.entries(ranges)) {
  const query = ranged.replace('&', '?')
  const { many: manyMs, few: fewMs } = await compare({ few: query, many: query }, summarizeTransactions.path)
  process.stdout.write(`totals, ${range}: ${manyMs.toFixed(2)} and ${fewMs.toFixed(2)} ms\n`)
}

/** Downloads all rows. Memory must not grow with their number, and the last part must not take longer than the first. */
const measureDownload = async () => {
  const megabytes = () => process.memoryUsage().rss / 2 ** 20
  await worlds.few.download(() => undefined)
  const before = megabytes()
  let peak = before
  const started = performance.now()
  const marks: { bytes: number; ms: number }[] = []
  const bytes = await worlds.many.download((sofar) => {
    peak = Math.max(peak, megabytes())
    marks.push({ bytes: sofar, ms: performance.now() - started })
  })
  const msAt = (part: number) => marks.find((mark) => mark.bytes >= bytes * part)?.ms ?? Number.NaN
  const growth = (msAt(1) - msAt(0.8)) / msAt(0.2)
  process.stdout.write(
    `CSV of ${shown(many)} rows: ${(bytes / 2 ** 20).toFixed(0)} MB in ${(msAt(1) / 1000).toFixed(1)} s, the last fifth / the first ${growth.toFixed(2)}, memory + ${(peak - before).toFixed(0)} MB  (at most ${mostMegabytes})\n`,
  )
  return growth <= limit && peak - before <= mostMegabytes
}

const isSteady = await measureDownload()
for (const name of late) process.stdout.write(`over the limit: ${name}\n`)

await worlds.few.end()
await worlds.many.end()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
exitAfter(late.length === 0 && isSteady)
