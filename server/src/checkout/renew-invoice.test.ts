import { renewInvoice } from '@bitquay/contract/checkout'
import * as v1 from '@bitquay/contract/v1/invoices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { syncStore } from '../payments/sync-store.ts'
import { turnClock } from '../sandbox/turn-clock.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let key: string
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('renewed')
  key = await addApiKey(money.server, store.merchantId)
})
afterAll(() => money.close())

const create = async (orderId: string) => {
  const { body } = await ask(money.server, v1.createInvoice, { token: key, body: { amount: '100.00', orderId } })
  return String(body.invoiceId)
}
const pass = async (seconds: number) => {
  await turnClock(money.deps, seconds)
  await syncStore(money.deps, store.id)
}
const renew = (invoiceId: string) => ask(money.server, renewInvoice, { params: { invoiceId } })
const refused = { status: 409, body: { code: 'invoice-not-renewable' } }
const [hour, day] = [3600, 86_400]

test('a customer who came too late gets a new price within a day, and the same one when asking again', async () => {
  const invoiceId = await create('order-1')
  await pass(hour)
  const renewed = await renew(invoiceId)
  expect(renewed.status).toBe(200)
  expect((await renew(invoiceId)).body).toEqual(renewed.body)
})

test('nobody renews an invoice at the shop’s old price days later', async () => {
  const invoiceId = await create('order-2')
  await pass(2 * day)
  expect(await renew(invoiceId)).toMatchObject(refused)
})

test('renewing again and again doesn’t keep the old price alive', async () => {
  let invoiceId = await create('order-3')
  for (let turn = 0; turn < 4; turn++) {
    await pass(6 * hour)
    const renewed = await renew(invoiceId)
    expect(renewed.status).toBe(200)
    invoiceId = String(renewed.body.invoiceId)
  }
  await pass(6 * hour)
  expect(await renew(invoiceId)).toMatchObject(refused)
})

test('an order that the shop has issued another invoice for isn’t renewed at the old price', async () => {
  const invoiceId = await create('order-4')
  await pass(hour)
  await create('order-4')
  expect(await renew(invoiceId)).toMatchObject(refused)
})
