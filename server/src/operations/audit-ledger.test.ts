import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { bookPayment, unbookPayment } from '../payments/book-payment.ts'
import type { Database } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { saveIncoming } from '../transactions/table.ts'
import { auditLedger } from './audit-ledger.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(database.db)
  await sql`insert into merchants (email, store_name) values ('m@example.test', 'M')`.execute(database.db)
  await sql`insert into partners (email, name) values ('p@example.test', 'P')`.execute(database.db)
  await sql`insert into invoices (merchant_id, invoice_id, order_id) values (1, 'inv', 'o')`.execute(database.db)
})
afterAll(() => database.close())

let count = 0
const pay = (amountSats: bigint, method: 'on-chain' | 'lightning' = 'on-chain') =>
  inTransaction(database.db, async (tx) => {
    const { row } = await saveIncoming(tx, 1, {
      key: `payment-${++count}`,
      txid: `payment-${count}`,
      method,
      purpose: 'invoice',
      amountSats,
      priceCents: 10_812_345n,
      address: undefined,
      invoiceId: 'inv',
      seenAt: new Date(),
    })
    await bookPayment(tx, row, true)
    return row.id
  })

const findings = async () => (await auditLedger(database.db)).findings.map(({ check }) => check)

/** Corrupts something by bypassing the guards, checks that the audit notices, and repairs it. */
const corrupt = async (breaking: string, mending: string) => {
  const run = (statement: string) =>
    sql
      .raw(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`)
      .execute(database.db)
  await run(breaking)
  const found = await findings()
  await run(mending)
  return found
}

test('payments and a reversal leave a clean ledger', async () => {
  for (const sats of [1n, 99n, 1234n, 100_000n, 7_654_321n]) await pay(sats)
  await pay(250_000n, 'lightning')
  const undone = await pay(5_000_000n)
  await inTransaction(database.db, async (tx) => {
    const row = await tx.selectFrom('transactions').selectAll().where('id', '=', undone).executeTakeFirstOrThrow()
    await unbookPayment(tx, row)
  })
  expect(await findings()).toEqual([])
})

test.each([
  [
    'a balance',
    'update ledger_balances set balance_sats = balance_sats + 1 where account_id = 1',
    'update ledger_balances set balance_sats = balance_sats - 1 where account_id = 1',
    'Balances equal the sum of their entries',
  ],
  [
    'an entry',
    'update ledger_entries set amount_sats = amount_sats + 1 where transfer_id = (select max(id) from ledger_transfers) and account_id = 1',
    'update ledger_entries set amount_sats = amount_sats - 1 where transfer_id = (select max(id) from ledger_transfers) and account_id = 1',
    'Every transfer sums to zero',
  ],
  [
    'a cached figure',
    'update merchants set total_deposits_usd = total_deposits_usd + 0.01',
    'update merchants set total_deposits_usd = total_deposits_usd - 0.01',
    'Merchant deposits match their booked payments',
  ],
  [
    'a partner’s cached figure',
    'select carry_earnings(); update partners set total_earned_usd = total_earned_usd + 0.01',
    'update partners set total_earned_usd = total_earned_usd - 0.01',
    'Partner figures match the sums carried forward',
  ],
  [
    'a sum carried forward',
    'update carried_sums set amount_sats = amount_sats + 1',
    'update carried_sums set amount_sats = amount_sats - 1',
    'Sums carried forward match their entries',
  ],
  [
    'a fee on record',
    `update fee_transactions set fee_btc = fee_btc + 0.00000001 where id = 3`,
    `update fee_transactions set fee_btc = fee_btc - 0.00000001 where id = 3`,
    'Fee records match the ledger',
  ],
  [
    'a booking',
    'update transactions set booked = false where id = 3',
    'update transactions set booked = true where id = 3',
    'Only valid payments are booked',
  ],
])('a manual corruption of %s is found', async (_what, breaking, mending, check) => {
  expect(await corrupt(breaking, mending)).toContain(check)
  expect(await findings()).toEqual([])
})
