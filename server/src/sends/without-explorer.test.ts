import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { syncStore } from '../payments/sync-store.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
  // The operator has set no ESPLORA_URL.
  money.deps.engine = { ...money.deps.engine, esploraUrl: undefined }
})
afterAll(() => money.close())

const pauseOf = async (id: number) => {
  const { rows } = await sql<{ pause: number }>`
    select round(extract(epoch from sync_due_at - app_now()))::int as pause from stores where id = ${id}`.execute(
    money.deps.db,
  )
  return rows[0]?.pause
}

test('without an explorer, a payment undone by a reorganization fails after hours, and its store is synced less often', async () => {
  const store = await money.newStore('no explorer')
  const invoice = await makeInvoice(money.deps, store.merchantId, '50.00')
  const { txid } = (await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'onchain' })) as {
    txid: string
  }
  await money.mine(1)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  const payment = async () =>
    money.deps.db.selectFrom('transactions').selectAll().where('txid', '=', txid).executeTakeFirstOrThrow()
  const status = async () =>
    (await money.deps.db.selectFrom('invoices').select('status').where('id', '=', invoice.id).executeTakeFirstOrThrow())
      .status
  expect([(await payment()).booked, await status()]).toEqual([true, 'settled'])

  await money.engine.control.reorg({ depth: 1, exclude: [txid] })
  await money.engine.control.replace({ txid })
  await money.mine(1)
  await money.pass(61)
  await syncStore(money.deps, store.id)
  await money.pass(61)
  await syncStore(money.deps, store.id)
  expect(await payment()).toMatchObject({ disputed: true, final: false })
  expect(await pauseOf(store.id)).toBeGreaterThan(30)

  await money.pass(7 * 3600)
  await syncStore(money.deps, store.id)
  expect(await payment()).toMatchObject({ status: 'failed', booked: false, final: true })
  expect(await status()).toBe('invalid')
  expect((await money.balances())[`merchant:${store.merchantId}:fees-owed`] ?? 0n).toBe(0n)
  await money.expectCleanAudit()
})
