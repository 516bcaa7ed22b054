import { createHash, randomUUID } from 'node:crypto'
import { createInvoice } from '@bitquay/contract/invoices'
import { createPaymentLink, usePaymentLink } from '@bitquay/contract/payment-links'
import * as v1Invoices from '@bitquay/contract/v1/invoices'
import * as v1Links from '@bitquay/contract/v1/payment-links'
import { beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../../test/api-keys.ts'
import { type Money, shareMoney } from '../../../test/money.ts'
import { addMerchantUser, ask, signInAs } from '../../../test/people.ts'
import { addTillDevice, useTill } from '../../../test/tills.ts'

let money: Money
let merchantId: number
let cashier: string
let program: string
beforeAll(async () => {
  money = await shareMoney()
  const store = await money.newStore('two-callers')
  merchantId = store.merchantId
  cashier = await signInAs(money.server, await addMerchantUser(money.server, merchantId, 'user'))
  program = await addApiKey(money.server, merchantId)
})

const byPerson = (once: string, amount = '1.00', token = cashier) =>
  ask(money.server, createInvoice, { token, once, body: { amount } })
const byProgram = (once: string, amount = '2.00') =>
  ask(money.server, v1Invoices.createInvoice, { token: program, once, body: { amount } })

test('no key of a person is taken for the key of the shop’s program', async () => {
  const person = await byPerson('v1:order-77')
  expect(person.status).toBe(200)
  const answer = await byProgram('order-77')
  expect(answer.status).toBe(200)
  expect(answer.body.invoiceId).not.toBe(person.body.invoiceId)
  // The other order, with the prefix that keeps the two apart.
  expect((await byProgram('order-78')).status).toBe(200)
  for (const key of ['v1:order-78', 'person:v1:order-78', 'person:v1:order-77', 'person:person:v1:order-77']) {
    const first = await byPerson(key, '3.00')
    expect([key, first.status]).toEqual([key, 200])
    expect((await byPerson(key, '3.00')).body.invoiceId).toBe(first.body.invoiceId)
  }
})

test('no key of a person is taken for a sale of a till, a use of a link or a call of the Greenfield API', async () => {
  const device = await addTillDevice(money.server, merchantId)
  const saleId = randomUUID()
  const owner = await signInAs(money.server, await addMerchantUser(money.server, merchantId, 'admin'))
  const link = await ask(money.server, createPaymentLink, {
    token: owner,
    body: { title: 'Bread', amount: '4.00', currency: 'USD' },
  })
  const slug = String(link.body.slug)
  const taken = [`till:${device.tillId}:${saleId}`, `link:${slug}:form-1`, 'greenfield:order-79']
  for (const key of taken) expect([key, (await byPerson(key)).status]).toEqual([key, 200])
  const sale = await useTill(money.server, device).charge({ saleId, lines: [{ amount: '5.00' }], total: '5.00' })
  expect(sale.status).toBe(200)
  expect((await ask(money.server, usePaymentLink, { params: { slug }, once: 'form-1', body: {} })).status).toBe(200)
  const headers = { authorization: `token ${program}` }
  const stores = await money.server.app.inject({ method: 'GET', url: '/btcpay/api/v1/stores', headers })
  const compatible = await money.server.app.inject({
    method: 'POST',
    url: `/btcpay/api/v1/stores/${stores.json()[0].id}/invoices`,
    headers: { ...headers, 'idempotency-key': 'order-79' },
    payload: { amount: '6.00', currency: 'USD' },
  })
  expect(compatible.json()).toMatchObject({ amount: '6' })
})

test('payment links of people and programs have separate keys', async () => {
  const owner = await signInAs(money.server, await addMerchantUser(money.server, merchantId, 'admin'))
  const body = (title: string) => ({ title, amount: '4.00', currency: 'USD' })
  const person = await ask(money.server, createPaymentLink, { token: owner, once: 'v1:link-1', body: body('Tea') })
  const answer = await ask(money.server, v1Links.createPaymentLink, {
    token: program,
    once: 'link-1',
    body: body('Cake'),
  })
  expect([person.status, answer.status, answer.body.title]).toEqual([200, 200, 'Cake'])
})

test('a key is still saved as before, so that a repeat of an earlier request finds its invoice', async () => {
  const orderOf = async (invoiceId: unknown) => {
    const { orderId } = await money.deps.db
      .selectFrom('invoices')
      .select('orderId')
      .where('invoiceId', '=', String(invoiceId))
      .executeTakeFirstOrThrow()
    return orderId
  }
  const savedAs = (key: string) => createHash('sha256').update(`${merchantId}:${key}`).digest('hex').slice(0, 32)
  expect(await orderOf((await byPerson('order-80')).body.invoiceId)).toBe(savedAs('order-80'))
  expect(await orderOf((await byProgram('order-80')).body.invoiceId)).toBe(savedAs('v1:order-80'))
})
