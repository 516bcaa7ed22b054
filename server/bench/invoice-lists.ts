/**
 * Pages of the invoice list at a million rows against a thousand, through the whole HTTP server, in turns within one run: the
 * first and the next page of each filter × range × sort.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { invoiceStates, listInvoices, summarizeInvoices } from '@bitquay/contract/invoices'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { createDatabase, openWorld } from './open-world.ts'
import { atPart, exitAfter } from './part.ts'

const few = atPart(1_000, 200)
const many = atPart(1_000_000, 2_000)
const rounds = atPart(24)
/** A ratio above the limit is measured again together with so many more rounds, because others use this machine too. */
const moreRounds = atPart(96)
const limit = 1.5

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(folder)

type World = {
  read: (path: string, query: string) => Promise<{ ms: number; length: number; next: string | undefined }>
  end: () => Promise<void>
}

/** A platform whose one merchant has this many invoices, and a signed-in browser. */
const makeWorld = async (name: string, rows: number): Promise<World> => {
  const url = await createDatabase(postgres.url, name)
  const { readPage, end } = await openWorld(url, folder, (address) => fill(address, rows))
  return {
    end,
    read: async (path, query) => {
      const { ms, answer, next } = await readPage(`${path}?${query}`)
      return { ms, length: answer.body.length, next }
    },
  }
}

/**
 * Three years of business. Most invoices are paid, some expired, and some needed a decision, which was made except for the
 * newest. Every state has more than a page. Indexes are created at the end.
 */
const fill = async (url: string, rows: number) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('transactions', 'invoices') and indexname not in (select conname from pg_constraint)`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(
    `insert into invoices (merchant_id, invoice_id, order_id, amount, amount_usd, price_amount, description, status,
       additional_status, customer_name, customer_email, received_usd, dealt_with_at, created_by, created_at)
     select 1, 'inv' || md5('i' || n), 'o' || n, 0.001, round((10 * exp(random() * 5))::numeric, 2), 10, 'Order number ' || n,
       case when n > ${rows} - 40 then 'new' when n > ${rows} - 80 then 'processing' when n % 25 in (3, 8, 9, 14) then 'expired'
         when n % 25 = 5 then 'invalid' else 'settled' end,
       case when n > ${rows} - 80 then 'none' when n % 25 = 9 then 'paid-late' when n % 25 = 14 then 'paid-partial'
         when n % 25 = 7 then 'paid-over' else 'none' end,
       case when n % 5 = 0 then 'Customer ' || n % 1009 end, case when n % 3 = 0 then 'customer' || n || '@example.test' end,
       10.00, case when n < ${rows} - 400 then now() end, 'merchant:1',
       now() - (${rows} - n)::float8 / ${rows} * interval '94608000 seconds'
     from generate_series(1, ${rows}) n`,
  )
  await client.query(
    `insert into transactions (merchant_id, txid, engine_key, type, status, method, purpose, amount, amount_usd, invoice_id, booked,
       seen_at, final)
     select 1, 'tx' || id, 'tx' || id, 'incoming', 'confirmed', case when id % 5 = 1 then 'lightning' else 'on-chain' end, 'invoice',
       0.001, 10.00, invoice_id, true, created_at, true from invoices where status = 'settled'`,
  )
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze')
  await client.end()
}

const worlds = { few: await makeWorld('few', few), many: await makeWorld('many', many) }

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const ranges: Record<string, Record<string, string>> = {
  'all time': {},
  'last 100 days': { from: daysAgo(100), tz: 'Europe/Berlin' },
  'a year': { from: daysAgo(800), to: daysAgo(435), tz: 'America/New_York' },
}
const filters: Record<string, Record<string, string>> = {
  all: {},
  ...Object.fromEntries([...invoiceStates, 'attention'].map((state) => [state, { state }])),
  'status settled': { status: 'settled' },
  'a customer': { search: 'customer99@example.test' },
  'a name': { search: 'Customer 77' },
  nothing: { search: 'nothing-like-this' },
}
const sorts = ['-date', 'date', '-gross', 'gross']

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

type Size = keyof typeof worlds
const sizes: readonly Size[] = ['few', 'many']

/** The first page, or the one after it. Pages of which one is much longer than the other are not compared. */
const measure = async (name: string, query: Record<string, string>, isNext: boolean): Promise<number> => {
  const text = new URLSearchParams({ ...query, limit: '25' }).toString()
  const queries: Record<Size, string> = { few: text, many: text }
  const lengths: Record<Size, number> = { few: 0, many: 0 }
  for (const size of sizes) {
    const first = await worlds[size].read(listInvoices.path, text)
    if (isNext) queries[size] = `${text}&cursor=${first.next}`
    if (isNext && first.next === undefined) return 0
    lengths[size] = (isNext ? await worlds[size].read(listInvoices.path, queries[size]) : first).length
  }
  if (lengths.many > lengths.few * 1.2) return 0
  const times: Record<Size, number[]> = { few: [], many: [] }
  const askBoth = async (count: number) => {
    for (let round = 0; round < count; round++) {
      for (const size of sizes) times[size].push((await worlds[size].read(listInvoices.path, queries[size])).ms)
    }
    return median(times.many) / median(times.few)
  }
  const first = await askBoth(rounds)
  const ratio = first > limit ? await askBoth(moreRounds) : first
  process.stdout.write(
    `invoices, ${name}${isNext ? ', next page' : ''}: ${ratio.toFixed(2)}  (${median(times.many).toFixed(2)} and ${median(times.few).toFixed(2)} ms)\n`,
  )
  return ratio
}

let worst = 0
for (const [range, period] of Object.entries(ranges)) {
  for (const [filter, fields] of Object.entries(filters)) {
    for (const sort of sorts) {
      for (const isNext of [false, true]) {
        const name = `${range}, ${filter}, ${sort}`
        worst = Math.max(worst, await measure(name, { ...period, ...fields, sort }, isNext))
      }
    }
  }
}
const { ms } = await worlds.many.read(summarizeInvoices.path, '')
process.stdout.write(`exact totals of ${many.toLocaleString('en-US')} invoices: ${ms.toFixed(0)} ms\n`)
process.stdout.write(
  `a page of 25 at ${many.toLocaleString('en-US')} invoices / at ${few.toLocaleString('en-US')}, the worst: ${worst.toFixed(2)}  (at most ${limit})\n`,
)

await worlds.few.end()
await worlds.many.end()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
exitAfter(worst <= limit)
