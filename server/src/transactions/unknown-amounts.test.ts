import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { transactions } from '../history/list.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
const merchantId = 1

/** One in ten failed and has no net amount. Two are pending. */
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  await sql`insert into merchants (email, store_name) values ('a@example.test', 'A')`.execute(db)
  await sql`
    insert into transactions (merchant_id, txid, engine_key, type, status, method, purpose, amount, amount_usd, btc_price, fee_sats,
      fee_cents, booked, seen_at)
    select ${merchantId}, 'tx-' || n, 'key-' || n, 'incoming',
      case when n > 19998 then 'pending' when n % 10 = 0 then 'failed' else 'confirmed' end, 'on-chain', 'invoice', 0.001, 100, 100000,
      case when is_booked then 4000 end, case when is_booked then 400 end, is_booked,
      '2026-01-01'::timestamptz + n * interval '1 minute'
    from (select n, n <= 19998 and n % 10 > 0 as is_booked from generate_series(1, 20000) n) s`.execute(db)
  await sql`select fill_transaction_sums()`.execute(db)
  await sql`vacuum analyze transactions`.execute(db)
})
afterAll(() => database.close())

const countRowsRead = async (tx: Tx) => {
  const { rows } = await sql<{ rows: bigint }>`
    select (seq_tup_read + idx_tup_fetch)::bigint as rows from pg_stat_xact_user_tables
    where relname = 'transactions'`.execute(tx)
  return Number(rows[0]?.rows)
}

test('rows without an amount are found in the index of the amount, however many there are', async () => {
  const read = await inTransaction(database.db, async (tx) => {
    const before = await countRowsRead(tx)
    const page = { limit: 25, cursor: undefined }
    const { rows } = await transactions.show(tx, merchantId, { status: 'unconfirmed', sort: '-net' }, page)
    expect(rows).toHaveLength(2)
    return (await countRowsRead(tx)) - before
  })
  expect(read).toBeLessThan(100)
})
