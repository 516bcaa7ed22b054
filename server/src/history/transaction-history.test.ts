import type { transactionList } from '@bitquay/contract/transactions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { recordStatements } from '../../test/record-statements.ts'
import type { FilterOf } from '../platform/lists/serve-list.ts'
import { allTransactions, listAllTransactionDays, transactions } from './list.ts'

type TransactionFilter = FilterOf<typeof transactionList>

let database: Awaited<ReturnType<typeof openTestDatabase>>

/** Two merchants with the same data. The first is queried. Times repeat and do not follow the order of arrival. */
const rows = 240
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into merchants (email, store_name) values ('a@example.test', 'A'), ('b@example.test', 'B')`.execute(
    database.db,
  )
  await sql`
    insert into invoices (merchant_id, invoice_id, order_id, customer_email)
    select m, 'inv-' || m || '-' || n, 'order-' || m || '-' || n, 'customer' || n % 4 || '@example.test'
    from generate_series(1, 2) m, generate_series(1, ${rows}) n where n % 3 > 0`.execute(database.db)
  await sql`
    insert into transactions (merchant_id, txid, engine_key, type, status, method, purpose, amount, address, invoice_id, seen_at)
    select m, h, h || ':' || n, case when n % 7 = 0 then 'outgoing' else 'incoming' end,
      (array['pending', 'confirmed', 'failed'])[1 + n % 3], case when n % 5 < 2 then 'lightning' else 'on-chain' end, 'invoice',
      (n * 37 % 101) * 0.0001, 'bcrt1q' || md5('a' || n % 50), case when n % 3 > 0 then 'inv-' || m || '-' || n end,
      '2026-01-01'::timestamptz + (n * 53 % 97) * interval '1 hour'
    from generate_series(1, 2) m, (select n, md5('t' || n) || md5('u' || n) as h from generate_series(1, ${rows}) n) s`.execute(
    database.db,
  )
})
afterAll(() => database.close())

type Plain = {
  txid: string
  type: string
  status: string
  method: string
  amount: string
  address: string
  invoiceId: string | null
  seenAt: Date
  customerEmail: string | null
}

/** The rows that match a filter, computed the simple way. */
const expected = async (filter: TransactionFilter): Promise<string[]> => {
  const { rows: all } = await sql<Plain>`
    select t.*, i.customer_email from transactions t left join invoices i using (invoice_id)
    where t.merchant_id = 1 order by t.seen_at desc, t.id desc`.execute(database.db)
  const { search } = filter
  return all
    .filter(({ type }) => !filter.type || type === filter.type)
    .filter(({ status }) => !filter.status || status === (filter.status === 'unconfirmed' ? 'pending' : filter.status))
    .filter(({ method }) => !filter.method || (method === 'lightning') === (filter.method === 'BTC-LN'))
    .filter(({ invoiceId }) => !filter.invoices || (invoiceId !== null) === (filter.invoices === 'true'))
    .filter(({ amount }) => !filter.minAmount || Number(amount) >= Number(filter.minAmount))
    .filter(({ seenAt }) => !filter.from || seenAt >= new Date(filter.from))
    .filter(({ seenAt }) => !filter.to || seenAt <= new Date(filter.to))
    .filter(({ txid, address, invoiceId, customerEmail }) =>
      search === undefined ? true : [txid, address, invoiceId, customerEmail].some((text) => text?.startsWith(search)),
    )
    .map(({ txid }) => txid)
}

const walk = async (filter: TransactionFilter, limit: number) => {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const { rows: page, next } = await transactions.show(database.db, 1, filter, { limit, cursor })
    found.push(...page.map(({ id }) => id))
    cursor = next
  } while (cursor !== undefined)
  return found
}

const address = sql<{ address: string }>`select address from transactions limit 1`
const some = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T

test('combined filters return the matching rows, page by page, newest first', async () => {
  const anAddress = (await address.execute(database.db)).rows[0]?.address ?? ''
  for (let round = 0; round < 60; round++) {
    const filter: TransactionFilter = {
      type: some([undefined, undefined, 'incoming', 'outgoing'] as const),
      status: some([undefined, undefined, 'confirmed', 'unconfirmed', 'failed'] as const),
      method: some([undefined, undefined, 'BTC', 'BTC-LN'] as const),
      invoices: some([undefined, undefined, 'true', 'false'] as const),
      minAmount: some([undefined, undefined, '0.003', '0.0099']),
      from: some([undefined, undefined, '2026-01-02T00:00:00Z']),
      to: some([undefined, undefined, '2026-01-03T00:00:00Z']),
      search: some([
        undefined,
        undefined,
        undefined,
        'inv-1-1',
        'bcrt1q',
        anAddress,
        'customer2@',
        'customer3@example.test',
        'a',
        '%',
        'nothing',
      ]),
    }
    const left = await expected(filter)
    expect(await walk(filter, some([7, 25, 100])), JSON.stringify(filter)).toEqual(left)
    expect((await transactions.summarize(database.db, 1, filter)).filtered, JSON.stringify(filter)).toBe(left.length)
  }
})

test('hashes and newer addresses are found in capitals, an outpoint by its transaction', async () => {
  const [txid = ''] = await expected({})
  const anAddress = (await address.execute(database.db)).rows[0]?.address ?? ''
  expect(await walk({ search: txid.toUpperCase() }, 25)).toEqual([txid])
  expect(await walk({ search: `${txid}:0` }, 25)).toEqual([txid])
  expect(await walk({ search: anAddress.toUpperCase() }, 25)).toEqual(await expected({ search: anAddress }))
  expect(await walk({ search: ' CUSTOMER1@EXAMPLE.TEST ' }, 25)).toEqual(
    await expected({ search: 'customer1@example.test' }),
  )
})

test('a page is read by its IDs with a plan that is kept and reads no whole table', async () => {
  const { statements } = await recordStatements(() =>
    transactions.show(database.db, 1, {}, { limit: 25, cursor: undefined }),
  )
  const [page, sales, ...others] = statements
  expect(sales).toContain('from invoices i join till_sales s')
  expect([page, ...others]).toEqual([expect.stringMatching(/^select \* from shown_transactions\(array\(/)])
  const { rows: settings } = await sql<{ proconfig: string[] }>`
    select proconfig from pg_proc where proname = 'shown_transactions'`.execute(database.db)
  expect(settings[0]?.proconfig).toEqual(
    expect.arrayContaining(['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'enable_hashjoin=off']),
  )
})

test('the days of all stores add up to their totals, and those of one store to its own', async () => {
  const sumOf = (days: Awaited<ReturnType<typeof listAllTransactionDays>>) =>
    days.reduce((sum, { count }) => sum + count, 0)
  const range = { from: '2026-01-02', to: '2026-01-03', tz: 'Europe/Berlin' }
  for (const filter of [range, { ...range, merchantId: 2 }, { ...range, merchantId: 2, status: 'pending' as const }]) {
    const days = await listAllTransactionDays(database.db, undefined, filter)
    expect(days.map(({ day }) => day)).toEqual(['2026-01-03', '2026-01-02'])
    const { filtered } = await allTransactions.summarize(database.db, undefined, filter)
    expect(sumOf(days)).toBe(filtered)
    expect(filtered).toBeGreaterThan(0)
  }
  const all = await listAllTransactionDays(database.db, undefined, range)
  const one = await listAllTransactionDays(database.db, undefined, { ...range, merchantId: 1 })
  expect(sumOf(all)).toBe(2 * sumOf(one))
  expect(await listAllTransactionDays(database.db, undefined, { ...range, merchantId: 999 })).toEqual([])
})
