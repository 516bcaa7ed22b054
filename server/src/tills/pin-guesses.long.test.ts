import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { addTillDevice, guessPins, useTill } from '../../test/tills.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { insertCashier } from './table.cashiers.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

test('a stolen tablet with its link and 10,000 PIN guesses moves nothing', async () => {
  const store = await money.newStore('stolen', 50_000_000n)
  const device = await addTillDevice(money.server, store.merchantId)
  const till = useTill(money.server, device)
  const pin = '482913'
  const pinHash = await money.deps.passwords.hash(pin)
  const { merchantId } = store
  const cashier = await inTransaction(money.deps.db, (tx) =>
    insertCashier(tx, { merchantId, tillId: device.tillId, name: 'Ida', pinHash }),
  )
  // The merchant allows refunds without a manager, which is the worst case.
  await sql`update till_devices set daily_refund_limit_usd = 1000 where id = ${device.deviceId}`.execute(money.deps.db)
  const saleId = randomUUID()
  const { body } = await till.charge({ saleId, lines: [{ amount: '50.00' }], total: '50.00' })
  await money.engine.control.pay({ invoiceId: String(body.invoiceId), method: 'lightning' })
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
  const balances = await money.balances()

  const { codes, compared } = await guessPins(money.server, till, { saleId, cashierId: cashier.id, pin, count: 10_000 })
  expect(compared).toBeLessThanOrEqual(5)
  expect(codes).toEqual({ 'wrong-pin': 4, 'till-refunds-locked': 9996 })
  const { rows } = await sql<{ count: bigint }>`
    select (select count(*) from refunds) + (select count(*) from till_refunds) + (select count(*) from sends) as count`.execute(
    money.deps.db,
  )
  expect(rows[0]?.count).toBe(0n)
  expect(await money.balances()).toEqual(balances)
  await money.expectCleanAudit()
}, 300_000)
