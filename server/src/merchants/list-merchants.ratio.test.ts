import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { applications } from '../applications/list.ts'
import { claimPlatform } from '../platform/db/claim-platform.ts'
import { merchants } from './list.ts'

type Opened = Awaited<ReturnType<typeof openTestDatabase>>

const few = 1000
const many = 100_000
let small: Opened
let large: Opened
beforeAll(async () => {
  small = await fill(few)
  large = await fill(many)
}, 300_000)
afterAll(async () => {
  await small?.close()
  await large?.close()
})

const fill = async (count: number) => {
  const opened = await openTestDatabase()
  await claimPlatform(opened.pool, 'sandbox', 'regtest')
  // In parts: each statement must end before its timeout.
  for (let from = 1; from <= count; from += part) await fillPart(opened, from, Math.min(count, from + part - 1))
  for (const table of ['merchants', 'stores', 'merchant_applications'])
    await opened.pool.query(`vacuum analyze ${table}`)
  return opened
}

const part = 5000

const fillPart = async ({ db }: Opened, from: number, to: number) => {
  await sql`insert into merchants (email, store_name, is_active)
    select 'owner-' || n || '@shop' || n % 997 || '.test', 'Store ' || n || case when n % 500 = 0 then ' Lighthouse' else '' end, n % 10 <> 0
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await sql`insert into stores (merchant_id, status, server_url, store_id, tag, api_key)
    select id, 'ready', 'https://btcpay.example.test', 'store-' || id, 'tag-' || id, 'sealed' from merchants
    where id between ${from}::int and ${to}::int`.execute(db)
  await sql`insert into merchant_applications (business_name, contact_name, email, phone, business_type, business_description, monthly_volume)
    select 'Business ' || n, 'Contact ' || n, 'applicant-' || n || '@example.test', '555 010 0200', 'Other', 'Something useful', 'Less'
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
}

const page = { limit: 25, cursor: undefined }

/** The lower of two median ratios over many alternating runs, so that other load on the machine affects both alike. */
const ratioOf = async (read: (opened: Opened) => Promise<unknown>) => {
  const medianOf = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3; attempt++) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let run = 0; run < 60; run++) {
      for (const [name, opened] of [
        ['small', small],
        ['large', large],
      ] as const) {
        const started = performance.now()
        await read(opened)
        times[name].push(performance.now() - started)
      }
    }
    best = Math.min(best, medianOf(times.large) / medianOf(times.small))
  }
  return best
}

test.each([
  ['the first page of merchants', ({ db }: Opened) => merchants.show(db, undefined, {}, page)],
  ['a page in the middle', ({ db }: Opened) => merchants.show(db, undefined, {}, { ...page, cursor: '500' })],
  ['active merchants', ({ db }: Opened) => merchants.show(db, undefined, { status: 'active' }, page)],
  ['one merchant looked for', ({ db }: Opened) => merchants.show(db, undefined, { search: 'owner-777@shop777' }, page)],
  ['a word that all have', ({ db }: Opened) => merchants.show(db, undefined, { search: 'store' }, page)],
  ['the first page of applications', ({ db }: Opened) => applications.show(db, undefined, {}, page)],
  ['pending applications', ({ db }: Opened) => applications.show(db, undefined, { status: 'pending' }, page)],
])(
  '%s: 100,000 rows take at most 1.5 times as long as 1,000',
  async (name, read) => {
    const ratio = await ratioOf(read)
    process.stdout.write(`${name}: ${ratio.toFixed(2)}\n`)
    expect(ratio).toBeLessThan(1.5)
  },
  120_000,
)
