import { printInvoices, summarizeInvoices } from '@bitquay/contract/invoices'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'

const server = await startTestApp({ RATE_LIMITS: 'off' })
afterAll(() => server.close())

test('a statement has at most 5,000 rows, and a search is counted up to 10,000', async () => {
  const big = await addMerchant(server)
  const insertRows = (from: number, to: number) =>
    sql`insert into invoices (merchant_id, invoice_id, order_id, status, amount_usd, description, created_at)
      select ${big.id}, 'big-' || n, 'big-' || n, 'new', 1, 'Ticket ' || n, now() from generate_series(${from}::int, ${to}::int) n`.execute(
      server.deps.db,
    )
  await insertRows(1, 5001)
  await insertRows(5002, 10_001)
  const bigToken = await signInAs(server, big)
  const refused = await ask(server, printInvoices, { token: bigToken })
  expect(refused).toMatchObject({ status: 400, body: { code: 'too-many-rows' } })
  const found = await ask(server, summarizeInvoices, { token: bigToken, query: { search: 'ticket' } })
  expect(found.body).toMatchObject({ total: 10_001, filtered: 10_000, grossUsd: '10000.00', exact: false, cap: 10_000 })
  const all = await ask(server, summarizeInvoices, { token: bigToken, query: { state: 'unpaid' } })
  expect(all.body).toMatchObject({ filtered: 10_001, grossUsd: '10001.00', exact: true })
})
