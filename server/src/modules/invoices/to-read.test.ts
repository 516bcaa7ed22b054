import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import type { Database } from '../../platform/db/connect.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createMerchant } from '../merchants/create-merchant.ts'
import { findInvoicesToRead } from './to-read.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('of a long history only what there is reason to read is looked at', async () => {
  const { db } = database
  const { id } = await inTransaction(db, (tx) =>
    createMerchant(tx, { email: 'old@example.test', storeName: 'Old', passwordHash: null }),
  )
  await sql`
    insert into invoices (merchant_id, order_id, input_hash, invoice_id, status, currency, created_by, read_at, check_due_at)
    select ${id}, n, '', 'invoice-' || n, case when n = 3 then 'expired' else 'settled' end, 'USD', 'test', app_now(),
      case when n = 1 then app_now() end from generate_series(1, 20000) n`.execute(db)
  await sql`
    insert into invoice_destinations (kind, destination, merchant_id, invoice_id)
    select 'address', 'address-' || n, ${id}, 'invoice-' || n from generate_series(1, 20000) n`.execute(db)
  await sql`analyze invoices, invoice_destinations, transactions`.execute(db)

  const [found, looked] = await inTransaction(db, async (tx) => {
    const hints = { told: ['invoice-2', 'of another'], labelled: ['invoice-3', 'invoice-4'], addresses: ['address-5'] }
    const due = await findInvoicesToRead(tx, id, hints)
    const { rows } = await sql<{ rows: bigint }>`
      select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'invoices'`.execute(tx)
    return [due, rows[0]?.rows]
  })
  expect(found[0]).toBe('invoice-1')
  expect(found.toSorted()).toEqual(['invoice-1', 'invoice-2', 'invoice-3', 'invoice-5'])
  expect(Number(looked)).toBeLessThan(100)
})
