import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { listInvoices } from './queries.list.ts'

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
    const { rows, next } = await listInvoices(database.db, 1, { status, search }, { limit, cursor })
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
