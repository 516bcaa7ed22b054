import { unwrap } from '@bitquay/btcpay'
import { getCheckout } from '@bitquay/contract/checkout'
import { listCurrencies as listPublic } from '@bitquay/contract/prices'
import { listCurrencies } from '@bitquay/contract/v1/currencies'
import * as v1 from '@bitquay/contract/v1/invoices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { readCurrencies } from './read-currencies.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let key: string
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('currencies')
  key = await addApiKey(money.server, store.merchantId)
})
afterAll(() => money.close())

const codes = async () => {
  const { body } = await ask(money.server, listPublic)
  return (body as unknown as { code: string }[]).map(({ code }) => code)
}
const create = (body: object) => ask(money.server, v1.createInvoice, { token: key, body })
const readEngine = async (invoiceId: string) => {
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  return unwrap(await client.invoices.get(store.storeId, invoiceId, { includePaymentMethods: true }))
}

test.each([
  ['USD', '25.50'],
  ['EUR', '25.50'],
  ['GBP', '25.50'],
  ['CHF', '25.50'],
  ['JPY', '2500'],
  ['KRW', '25000'],
  ['VND', '100000000000'],
  ['KWD', '25.125'],
  ['BHD', '25.125'],
  ['BRL', '25.50'],
  ['TRY', '2500.50'],
  ['NGN', '25000.50'],
  ['BTC', '0.00123456'],
  ['SATS', '123456'],
])('an invoice in %s has the amount that was set: %s', async (currency, amount) => {
  const { status, body } = await create({ amount, currency })
  expect([status, body.amount, body.currency]).toEqual([200, amount, currency])
  const engine = await readEngine(String(body.invoiceId))
  expect([engine.amount, engine.currency]).toEqual([amount, currency])
  expect(body.amountBtc).toBe(engine.paymentMethods?.[0]?.amount)
})

test('an invoice in satoshis asks for exactly these satoshis', async () => {
  const { body } = await create({ amount: 123_456, currency: 'SATS' })
  expect(body).toMatchObject({ amount: '123456', amountBtc: '0.00123456' })
})

test.each([
  ['JPY', '25.5'],
  ['KWD', '25.1255'],
  ['SATS', '0.5'],
  ['EUR', '1.005'],
])('an amount in %s with too many decimals is refused: %s', async (currency, amount) => {
  expect(await create({ amount, currency })).toMatchObject({ status: 400, body: { fields: [{ path: 'amount' }] } })
})

test('a currency without a rate is refused by name', async () => {
  expect(await codes()).not.toContain('KPW')
  expect(await create({ amount: '5.00', currency: 'KPW' })).toMatchObject({
    status: 422,
    body: { code: 'invalid-option', fields: [{ path: 'currency' }] },
  })
})

test('the list has every currency with a rate, with its decimals', async () => {
  await readCurrencies(money.deps)
  const { body } = await ask(money.server, listCurrencies, { token: key })
  for (const [code, decimals] of Object.entries({ USD: 2, JPY: 0, KWD: 3, SATS: 0, BTC: 8, VND: 0, TND: 3 })) {
    expect(body).toContainEqual({ code, decimals })
  }
  expect((body as unknown as unknown[]).length).toBeGreaterThan(50)
})

test('the list is read once a day, stays while the engine is down, and loses what has no rate anymore', async () => {
  await readCurrencies(money.deps)
  const before = await codes()
  const rename = (from: string, code: string) =>
    money.deps.db.updateTable('currencies').set({ code }).where('code', '=', from).execute()
  // A currency that the engine doesn't quote, as if it had done so yesterday.
  await rename('ZAR', 'ZWG')
  await readCurrencies(money.deps)
  expect(await codes()).toContain('ZWG')
  await money.server.advance(86_401)
  await money.engine.control.engine({ down: true })
  await readCurrencies(money.deps)
  expect(await codes()).toContain('ZWG')
  await money.engine.control.engine({ down: false })
  await readCurrencies(money.deps)
  expect(await codes()).toEqual(before)
})

test('a customer sees the price in its currency', async () => {
  const { body } = await create({ amount: '25.125', currency: 'KWD' })
  const checkout = await ask(money.server, getCheckout, { params: { invoiceId: String(body.invoiceId) } })
  expect(checkout.body).toMatchObject({ amount: '25.125', currency: 'KWD' })
})
