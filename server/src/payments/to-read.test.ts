import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { createMerchant } from '../people/table.merchants.ts'
import type { Database } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { findInvoicesToRead } from './queries.ts'

const tables = ['invoices', 'invoice_destinations', 'transactions'] as const

let database: Database
let merchantId: number
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  // Only the cases below decide which statistics the planner has.
  for (const table of tables) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(db)
  merchantId = await addMerchant('old@example.test')
})
afterAll(() => database.close())

const addMerchant = async (email: string) =>
  (await inTransaction(database.db, (tx) => createMerchant(tx, { email, storeName: 'Old', passwordHash: null }))).id

const addHistory = async () => {
  const { db } = database
  await sql`
    insert into invoices (merchant_id, order_id, input_hash, invoice_id, status, currency, created_by, read_at, check_due_at)
    select ${merchantId}, n, '', 'invoice-' || n, case when n = 3 then 'expired' else 'settled' end, 'USD', 'test', app_now(),
      case when n = 1 then app_now() end from generate_series(1, 20000) n`.execute(db)
  await sql`
    insert into invoice_destinations (kind, destination, merchant_id, invoice_id)
    select 'address', 'address-' || n, ${merchantId}, 'invoice-' || n from generate_series(1, 20000) n`.execute(db)
  await sql`
    insert into transactions (merchant_id, txid, type, amount, invoice_id, engine_key, purpose, method, status)
    select ${merchantId}, 'tx-' || n, 'incoming', 1, 'invoice-' || n, 'key-' || n, 'invoice', 'on-chain', 'confirmed'
    from generate_series(6, 2000) n`.execute(db)
}

const analyze = async (target: number) => {
  for (const table of tables) {
    await inTransaction(database.db, async (tx) => {
      await sql`set local default_statistics_target = ${sql.lit(target)}`.execute(tx)
      await sql`analyze ${sql.table(table)}`.execute(tx)
    })
  }
}

const look = () =>
  inTransaction(database.db, async (tx) => {
    const hints = {
      told: ['invoice-2', 'of another', 'invoice-2'],
      labelled: ['invoice-3', 'invoice-4'],
      addresses: ['address-5', 'address-7'],
    }
    const before = await countRowsRead(tx)
    const due = await findInvoicesToRead(tx, { merchantId, atStore: null }, hints)
    return { due, rowsRead: (await countRowsRead(tx)) - before }
  })

/** The counters of a connection may still include reads of earlier transactions. */
const countRowsRead = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ rows: bigint }>`
    select sum(seq_tup_read + idx_tup_fetch)::bigint as rows from pg_stat_xact_user_tables
    where relname = any(${[...tables]})`.execute(tx)
  return Number(rows[0]?.rows)
}

const expectFewRows = async () => {
  const { due, rowsRead } = await look()
  expect(due[0]).toBe('invoice-1')
  expect(due.toSorted()).toEqual(['invoice-1', 'invoice-2', 'invoice-3', 'invoice-5'])
  expect(rowsRead).toBeLessThan(100)
}

test('reads only the invoices that have a reason, whatever statistics the planner has', async () => {
  const { db } = database
  // Statistics from when the tables were almost empty and every merchant had one invoice.
  for (let other = 0; other < 20; other++) {
    const id = await addMerchant(`other-${other}@example.test`)
    await sql`insert into invoices (merchant_id, order_id, input_hash, invoice_id, status, currency, created_by, check_due_at)
      values (${id}, ${`o-${other}`}, '', ${`other-${other}`}, 'new', 'USD', 'test', app_now())`.execute(db)
  }
  await analyze(100)
  await addHistory()
  await expectFewRows()

  // No statistics at all.
  await sql`delete from pg_statistic where starelid in ('invoices'::regclass, 'invoice_destinations'::regclass, 'transactions'::regclass)`.execute(
    db,
  )
  await expectFewRows()

  // The smallest possible sample, and then a good one.
  await analyze(1)
  await expectFewRows()
  await analyze(100)
  await expectFewRows()

  // The planner believes that the tables are almost empty, or that they have a million rows on a few pages.
  for (const [pages, rows] of [
    [1, 1],
    [1, 1_000_000],
  ] as const) {
    await sql`update pg_class set relpages = ${pages}, reltuples = ${rows}
      where relname = any(${[...tables]})`.execute(db)
    await expectFewRows()
  }
})
