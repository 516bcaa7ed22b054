import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { invoiceNeighbors } from '../invoice-neighbors.ts'
import { invoices, listInvoices } from './list.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into merchants (email, store_name) values ('a@example.test', 'A'), ('b@example.test', 'B')`.execute(
    database.db,
  )
  await sql`
    insert into invoices (merchant_id, invoice_id, order_id, status, description, customer_email, customer_name, bitcoin_address)
    select m, 'INV' || m || 'x' || n, 'order-' || m || '-' || n, case when n % 2 = 0 then 'settled' else 'new' end,
      'Pass number ' || n, 'Customer' || n || '@example.test', case when n = 50 then 'Jonas Lind' end, 'bcrt1q' || m || 'a' || n
    from generate_series(1, 2) m, generate_series(1, 120) n`.execute(database.db)
})
afterAll(() => database.close())

const find = async (search?: string, status?: Parameters<typeof listInvoices>[2]['status'], limit = 100) => {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const { rows, next } = await listInvoices(
      { db: database.db, invoiceNeighbors },
      1,
      { status, search },
      { limit, cursor },
    )
    found.push(...rows.map(({ invoiceId }) => String(invoiceId).replace('INV1x', '')))
    cursor = next
  } while (cursor !== undefined)
  return found
}

test('search finds a merchant’s own invoices by ID, address, customer and words', async () => {
  expect(await find('INV1x77')).toEqual(['77'])
  expect(await find('INV2x77')).toEqual([])
  expect(await find('bcrt1q1a45')).toEqual(['45'])
  expect(await find('customer12@')).toEqual(['12'])
  expect(await find('number 33')).toEqual(['33'])
  expect(await find('33 PASS')).toEqual(['33'])
  expect(await find('jonas')).toEqual(['50'])
  expect(await find('Lind pass')).toEqual(['50'])
  expect(await find('num pas 9')).toEqual(['99', '98', '97', '96', '95', '94', '93', '92', '91', '90', '9'])
  for (const nothing of ['%', '_', '&', "'", 'ass', ':*', '\\']) expect(await find(nothing), nothing).toEqual([])
})

test('pages have no gap, newest first, also with search and filter', async () => {
  const all = Array.from({ length: 120 }, (_, index) => String(120 - index))
  expect(await find(undefined, undefined, 25)).toEqual(all)
  expect(await find('pass', undefined, 7)).toEqual(all)
  expect(await find('pass', 'settled', 7)).toEqual(all.filter((n) => Number(n) % 2 === 0))
})

const show = async (merchantId: number) => {
  const page = { limit: 25, cursor: undefined }
  const { result, statements } = await recordStatements(() =>
    invoices.show(database.db, { merchantId, invoiceNeighbors, publicUrl: '' }, {}, page),
  )
  return { creators: result.rows.map(({ createdBy: creator }) => creator), statements }
}
const createdBy = async (merchantId: number, creators: readonly string[]) => {
  await sql`insert into invoices (merchant_id, invoice_id, order_id, status, created_by, created_at)
    select ${merchantId}::int, 'C' || gen_random_uuid(), gen_random_uuid(), 'new', creator, now() - place * interval '1 minute'
    from unnest(${[...creators]}::text[]) with ordinality as c (creator, place)`.execute(database.db)
}

test('a page of a merchant’s own invoices is one statement, and names of other creators are one more', async () => {
  const { rows } = await sql<{ id: number }>`insert into merchants (email, store_name)
    values ('c@example.test', 'C'), ('d@example.test', 'D') returning id`.execute(database.db)
  const [own = 0, other = 0] = rows.map(({ id }) => id)
  const link = async (merchantId: number) => {
    const { rows: links } = await sql<{
      id: number
    }>`insert into payment_links (merchant_id, slug, title, currency, created_by)
      values (${merchantId}, ${`slug-${merchantId}`}, 'Tickets', 'USD', 'someone') returning id`.execute(database.db)
    return `payment-link:${links[0]?.id}`
  }
  await createdBy(own, [`merchant:${own}`, 'customer', 'unheard-of'])
  const plain = await show(own)
  expect(plain.statements).toHaveLength(1)
  expect(plain.creators).toEqual([{ type: 'person', name: 'c@example.test' }, { type: 'customer', name: null }, null])
  await createdBy(other, [await link(other), await link(own), 'till:1', 'api-key:1', 'merchant-user:1'])
  const named = await show(other)
  expect(named.statements).toHaveLength(2)
  expect(named.creators).toEqual([
    { type: 'payment-link', name: 'Tickets' },
    { type: 'payment-link', name: null },
    { type: 'till', name: null },
    { type: 'api-key', name: null },
    { type: 'person', name: null },
  ])
})
