import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { EnginePayment, InvoiceReading } from '../invoices/sync-invoice.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { paymentTargets } from '../payment-targets.ts'
import type { Database } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { WalletTransactionReading } from '../stores/read-wallet.ts'
import { noBlockTimes } from './rate-attempt.ts'
import { recordInvoicePayments } from './record-payment.ts'
import { recordWallet } from './record-wallet.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(database.db)
  await sql`insert into merchants (email, store_name) values ('m@example.test', 'M')`.execute(database.db)
  await sql`insert into invoices (merchant_id, invoice_id, order_id) values (1, 'inv', 'o')`.execute(database.db)
})
afterAll(() => database.close())

const amountSats = 1_000_000n
const shown = (txid: string, confirmations: number): WalletTransactionReading => ({
  txid,
  amountSats,
  confirmations,
  blockHeight: confirmations > 0 ? 100 : undefined,
  seenAt: new Date(),
  invoiceIds: [],
})
const own = { merchantId: 1, atStore: null }
const wallet = (txid: string, confirmations: number) =>
  inTransaction(database.db, (tx) =>
    recordWallet(tx, { paymentTargets }, own, {
      coins: [
        {
          outpoint: `${txid}-0`,
          txid,
          address: 'somewhere',
          amountSats,
        },
      ],
      transactions: [shown(txid, confirmations)],
    }),
  )
const invoice = (txid: string, state: EnginePayment['state']) =>
  inTransaction(database.db, (tx) => {
    const payment: EnginePayment = {
      method: 'on-chain',
      key: `${txid}-0`,
      txid,
      amountSats,
      address: 'somewhere',
      receivedAt: new Date(),
      state,
      rate: '100000',
    }
    const reading = {
      currency: 'USD',
      snapshot: { invoiceId: 'inv' },
      payments: [payment],
    } as unknown as InvoiceReading
    return recordInvoicePayments(tx, own, reading, () => true, { invoiceId: 'inv' }, noBlockTimes)
  })
const rowOf = (txid: string) =>
  database.db.selectFrom('transactions').selectAll().where('txid', '=', txid).executeTakeFirstOrThrow()
const owedSats = async () => {
  const { rows } = await sql<{ sats: bigint }>`select balance_sats as sats from ledger_balances`.execute(database.db)
  return rows[0]?.sats ?? 0n
}
const expectCleanAudit = async () => expect((await auditLedger(database.db)).findings).toEqual([])

test('a payment given up as replaced that confirms after all counts once, as long as it is in the chain', async () => {
  await invoice('given-up', 'processing')
  await wallet('given-up', 0)
  await invoice('given-up', 'invalid')
  expect(await rowOf('given-up')).toMatchObject({ status: 'failed', booked: false, final: true })
  // The engine may show it a little longer: that alone changes nothing.
  expect(await wallet('given-up', 0)).toBe(false)

  await wallet('given-up', 1)
  await wallet('given-up', 2)
  expect(await rowOf('given-up')).toMatchObject({ status: 'confirmed', booked: true, final: false, bookings: 1 })
  expect(await owedSats()).toBe(40_000n)
  await wallet('given-up', 0)
  expect(await rowOf('given-up')).toMatchObject({ status: 'pending', booked: false })
  expect(await owedSats()).toBe(0n)
  await wallet('given-up', 100)
  expect(await rowOf('given-up')).toMatchObject({ status: 'confirmed', booked: true, final: true, bookings: 2 })
  expect(await owedSats()).toBe(40_000n)
  await expectCleanAudit()
})

test('a deposit whose invoice becomes known later is booked again once, with its fee', async () => {
  await wallet('found-late', 1)
  expect(await rowOf('found-late')).toMatchObject({ purpose: 'deposit', booked: true, transferId: null })
  const before = await owedSats()
  for (let time = 0; time < 3; time++) await invoice('found-late', 'settled')
  await wallet('found-late', 2)
  expect(await rowOf('found-late')).toMatchObject({ purpose: 'invoice', invoiceId: 'inv', booked: true, bookings: 2 })
  expect((await owedSats()) - before).toBe(40_000n)
  const { totalDepositsUsd } = await database.db.selectFrom('merchants').selectAll().executeTakeFirstOrThrow()
  const rows = await database.db.selectFrom('transactions').selectAll().execute()
  expect(rows.map(({ amount }) => amount)).toEqual(rows.map(() => fromSats(amountSats)))
  expect(Number(totalDepositsUsd)).toBe(rows.reduce((sum, { amountUsd }) => sum + Number(amountUsd), 0))
  await expectCleanAudit()
})
