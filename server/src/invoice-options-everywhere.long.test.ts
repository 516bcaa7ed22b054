import { randomUUID } from 'node:crypto'
import { unwrap } from '@bitquay/btcpay'
import { getCheckout } from '@bitquay/contract/checkout'
import * as form from '@bitquay/contract/invoices'
import { usePaymentLink } from '@bitquay/contract/payment-links'
import { createTill } from '@bitquay/contract/tills'
import * as v1 from '@bitquay/contract/v1/invoices'
import * as v1Links from '@bitquay/contract/v1/payment-links'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { type Money, startMoney } from '../test/money.ts'
import { addMerchant, ask, signInAs } from '../test/people.ts'
import { addDeviceTo, useTill } from '../test/tills.ts'
import { greenfieldBase } from './greenfield/routes.ts'
import { provisionStore } from './stores/provision-store.ts'
import type { ReadyStore } from './stores/table.ts'

let money: Money
let store: ReadyStore
let merchantId: number
let session: string
let key: string
beforeAll(async () => {
  money = await startMoney()
  const merchant = await addMerchant(money.server)
  merchantId = merchant.id
  store = await provisionStore(money.deps, { merchantId, name: 'Options' })
  session = await signInAs(money.server, merchant)
  key = await addApiKey(money.server, merchantId)
})
afterAll(() => money.close())

type Body = Record<string, unknown>
type Created = { status: number; body: Body; invoiceId: string }

/** BTCPay's names for our options. */
const toGreenfield = ({ amount, currency, metadata, orderId, ...options }: Body): Body => {
  const { confirmations, redirectUrl, cancelUrl, language, ...same } = options
  const policy = { 0: 'HighSpeed', 1: 'MediumSpeed', 2: 'LowMediumSpeed', 6: 'LowSpeed' }[confirmations as 0]
  const notes = { ...(metadata as object | undefined), ...(orderId === undefined ? {} : { orderId }) }
  return {
    amount,
    ...(currency === undefined ? {} : { currency }),
    metadata: notes,
    checkout: {
      ...same,
      ...(confirmations === undefined ? {} : { speedPolicy: policy ?? confirmations }),
      ...(redirectUrl === undefined ? {} : { redirectURL: redirectUrl }),
      ...(cancelUrl === undefined ? {} : { cancelURL: cancelUrl }),
      ...(language === undefined ? {} : { defaultLanguage: language }),
    },
  }
}

const createByForm = async (body: Body): Promise<Created> => {
  const answer = await ask(money.server, form.createInvoice, { token: session, body })
  return { ...answer, invoiceId: String(answer.body.invoiceId) }
}
const createByKey = async (body: Body): Promise<Created> => {
  const answer = await ask(money.server, v1.createInvoice, { token: key, body })
  return { ...answer, invoiceId: String(answer.body.invoiceId) }
}
const createByPlugin = async (body: Body): Promise<Created> => {
  const answer = await askGreenfield(toGreenfield(body))
  return { ...answer, invoiceId: String(answer.body.id) }
}
const askGreenfield = async (body: Body) => {
  const answer = await money.server.app.inject({
    method: 'POST',
    url: `${greenfieldBase}/api/v1/stores/${store.storeId}/invoices`,
    headers: { authorization: `token ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { status: answer.statusCode, body: answer.json<Body>() }
}
const createByLink = async ({ amount, ...options }: Body): Promise<Created> => {
  const link = await ask(money.server, v1Links.createPaymentLink, {
    token: key,
    body: { title: 'Mugs', amount, ...options },
  })
  if (link.status !== 200) return { ...link, invoiceId: '' }
  const params = { slug: String(link.body.slug) }
  const used = await ask(money.server, usePaymentLink, { params, body: {} })
  return { ...used, invoiceId: String(used.body.invoiceId) }
}
let tills = 0
const createByTill = async ({ amount, ...options }: Body): Promise<Created> => {
  const slug = `options-${++tills}`
  const till = await ask(money.server, createTill, { token: session, body: { name: 'Counter', slug, ...options } })
  if (till.status !== 200) return { ...till, invoiceId: '' }
  const device = await addDeviceTo(money.server, merchantId, { slug, tillId: Number(till.body.id) })
  const sale = { saleId: randomUUID(), lines: [{ amount }], total: amount }
  const charged = await useTill(money.server, device).charge(sale)
  return { status: charged.status, body: charged.body, invoiceId: String(charged.body.invoiceId) }
}
const interfaces = [
  ['the form', createByForm],
  ['/api/v1', createByKey],
  ['the Greenfield-compatible API', createByPlugin],
  ['a payment link', createByLink],
  ['a till', createByTill],
] as const

const readEngine = async (invoiceId: string) => {
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  return unwrap(await client.invoices.get(store.storeId, invoiceId, { includePaymentMethods: true }))
}
const readCheckout = async (invoiceId: string) => (await ask(money.server, getCheckout, { params: { invoiceId } })).body

const every = {
  amount: '40.00',
  currency: 'EUR',
  expirationMinutes: 45,
  paymentMethods: ['on-chain'],
  paymentTolerance: 2.5,
  confirmations: 6,
  redirectUrl: 'https://shop.example.test/done?invoice={InvoiceId}&order={OrderId}',
  redirectAutomatically: true,
  cancelUrl: 'https://shop.example.test/cart/{OrderId}',
  language: 'de',
  orderId: 'A 17/3',
  metadata: { table: '5', waiter: 'Ada' },
}

describe.each(interfaces)('through %s', (_name, create) => {
  test('every option is what the engine’s own invoice has', async () => {
    const { status, invoiceId } = await create(every)
    expect(status).toBe(200)
    const invoice = await readEngine(invoiceId)
    expect(invoice).toMatchObject({
      amount: '40.00',
      currency: 'EUR',
      type: 'Standard',
      metadata: { orderId: 'A 17/3', table: '5', waiter: 'Ada' },
      checkout: {
        expirationMinutes: 45,
        paymentMethods: ['BTC-CHAIN'],
        paymentTolerance: 2.5,
        speedPolicy: 'LowSpeed',
        redirectURL: every.redirectUrl,
        redirectAutomatically: true,
        defaultLanguage: 'de',
      },
    })
    expect(invoice.expirationTime - invoice.createdTime).toBe(45 * 60)
    expect(await readCheckout(invoiceId)).toMatchObject({
      redirectUrl: `https://shop.example.test/done?invoice=${invoiceId}&order=A%2017%2F3`,
      redirectAutomatically: true,
      cancelUrl: 'https://shop.example.test/cart/A%2017%2F3',
      language: 'de',
      confirmationsNeeded: 6,
      lightningInvoice: null,
    })
  })

  test.each([
    [{ paymentMethods: ['lightning'] }, ['BTC-LN']],
    [{ paymentMethods: ['BTC-LN', 'BTC-CHAIN'] }, ['BTC-CHAIN', 'BTC-LN']],
    [{ methodLimits: [{ method: 'lightning', max: '39.99' }] }, ['BTC-CHAIN']],
    [{ methodLimits: [{ method: 'on-chain', min: '40.01' }] }, ['BTC-LN']],
    [{ methodLimits: [{ method: 'lightning', min: '40.00', max: '40' }] }, ['BTC-CHAIN', 'BTC-LN']],
  ])('%j offers %j', async (options, methods) => {
    const { invoiceId } = await create({ amount: '40.00', ...options })
    expect((await readEngine(invoiceId)).checkout.paymentMethods?.toSorted()).toEqual(methods)
  })

  test.each([
    ['USD', '12.34'],
    ['EUR', '12.34'],
    ['GBP', '12.34'],
    ['CHF', '12.35'],
    ['BRL', '60.10'],
    ['JPY', '1650'],
    ['KRW', '15000'],
    ['KWD', '3.125'],
    ['SATS', '21000'],
    ['BTC', '0.00021000'],
  ])('an amount in %s is the engine’s own', async (currency, amount) => {
    const { status, invoiceId } = await create({ amount, currency })
    expect(status).toBe(200)
    const invoice = await readEngine(invoiceId)
    expect({ currency: invoice.currency, amount: Number(invoice.amount) }).toEqual({ currency, amount: Number(amount) })
    expect(await readCheckout(invoiceId)).toMatchObject({ currency, amount })
  })

  test.each([
    [0, 'HighSpeed'],
    [1, 'MediumSpeed'],
    [2, 'LowMediumSpeed'],
    [6, 'LowSpeed'],
  ])('%i confirmations are the speed policy %s', async (confirmations, speedPolicy) => {
    const { invoiceId } = await create({ amount: '5.00', confirmations })
    expect((await readEngine(invoiceId)).checkout.speedPolicy).toBe(speedPolicy)
  })

  test.each([
    ['expirationMinutes', { expirationMinutes: 0 }],
    ['expirationMinutes', { expirationMinutes: 1.5 }],
    ['expirationMinutes', { expirationMinutes: '15' }],
    ['paymentMethods', { paymentMethods: ['DOGE'] }],
    [
      'methodLimits',
      {
        methodLimits: [
          { method: 'lightning', max: '1' },
          { method: 'on-chain', max: '1' },
        ],
      },
    ],
    ['methodLimits', { methodLimits: [{ method: 'lightning', min: '9', max: '8' }] }],
    ['paymentTolerance', { paymentTolerance: -1 }],
    ['paymentTolerance', { paymentTolerance: 100.5 }],
    ['confirmations', { confirmations: 3 }],
    ['redirectUrl', { redirectUrl: 'javascript:alert(1)' }],
    ['redirectAutomatically', { redirectAutomatically: 'yes' }],
    ['cancelUrl', { cancelUrl: 'data:text/html,x' }],
    ['language', { language: 'xx' }],
    ['dueDate', { dueDate: 'soon' }],
    ['currency', { currency: 'XXX' }],
    ['surcharge', { surcharge: 3 }],
  ])('a wrong %s is refused with 422 by its name, and nothing is created: %j', async (name, options) => {
    const count = async () =>
      (await money.deps.db.selectFrom('invoices').select('id').where('merchantId', '=', merchantId).execute()).length
    const before = await count()
    const { status, body } = await create({ amount: '40.00', ...options })
    expect([status, body]).toEqual([422, body])
    const fields = (Array.isArray(body) ? body : body.fields) as { path: string }[]
    const here = { confirmations: 'speedpolicy', language: 'defaultlanguage' }[name]
    const paths = fields.map(({ path }) => path.toLowerCase())
    expect(paths.some((path) => path.includes(name.toLowerCase()) || (here && path.includes(here)))).toBe(true)
    expect(await count()).toBe(before)
  })
})
