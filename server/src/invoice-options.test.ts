import { createHash, randomUUID } from 'node:crypto'
import { unwrap } from '@bitquay/btcpay'
import { renewInvoice } from '@bitquay/contract/checkout'
import * as form from '@bitquay/contract/invoices'
import { createPaymentLink, usePaymentLink } from '@bitquay/contract/payment-links'
import { changeTill, createTill } from '@bitquay/contract/tills'
import * as v1 from '@bitquay/contract/v1/invoices'
import * as v1Links from '@bitquay/contract/v1/payment-links'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { everyOption, startInvoiceOptions } from '../test/invoice-options.ts'
import { ask } from '../test/people.ts'
import { addDeviceTo, useTill } from '../test/tills.ts'
import { greenfieldBase } from './greenfield/routes.ts'
import { readInvoice, saveInvoice } from './invoices/index.ts'
import { syncStore } from './payments/sync-store.ts'
import { inTransaction } from './platform/db/transaction.ts'

const {
  money,
  merchantId,
  store,
  session,
  key,
  askGreenfield,
  readEngine,
  readCheckout,
  createByForm,
  createByKey,
  createByPlugin,
  createByLink,
  createByTill,
} = await startInvoiceOptions()
afterAll(() => money.close())

type Body = Record<string, unknown>

test('an invoice without options has no fields of options', async () => {
  const { body } = await createByKey({ amount: '5.00' })
  const names = Object.keys(body).filter((name) => name in everyOption)
  expect(names.toSorted()).toEqual(['amount', 'currency', 'metadata', 'redirectUrl'])
  expect(body).not.toHaveProperty('type')
})

test('the options come back in responses, and customers don’t see the tolerance', async () => {
  const { body, invoiceId } = await createByKey(everyOption)
  const { metadata, ...others } = everyOption
  expect(body).toMatchObject({ ...others, metadata: { ...metadata, orderId: everyOption.orderId } })
  const checkout = await readCheckout(invoiceId)
  for (const name of ['paymentTolerance', 'metadata', 'orderId', 'methodLimits'])
    expect(checkout).not.toHaveProperty(name)
  const plugin = await createByPlugin(everyOption)
  expect(plugin.body).toMatchObject({
    type: 'Standard',
    metadata: { orderId: 'A 17/3', table: '5' },
    checkout: {
      speedPolicy: 'LowSpeed',
      paymentMethods: ['BTC-CHAIN'],
      expirationMinutes: 45,
      paymentTolerance: 2.5,
      redirectURL: everyOption.redirectUrl,
      redirectAutomatically: true,
      defaultLanguage: 'de',
    },
  })
})

test('a payment link keeps, changes and removes its options', async () => {
  const created = await ask(money.server, createPaymentLink, {
    token: session,
    body: { title: 'Mugs', amount: '9.00', expirationMinutes: 30, language: 'fr' },
  })
  expect(created.body).toMatchObject({ expirationMinutes: 30, language: 'fr' })
  expect(created.body).not.toHaveProperty('paymentTolerance')
  const change = (body: Body) =>
    ask(money.server, v1Links.changePaymentLink, { token: key, params: { id: Number(created.body.id) }, body })
  expect((await change({ paymentTolerance: 1, language: null })).body).toMatchObject({
    expirationMinutes: 30,
    paymentTolerance: 1,
  })
  expect((await change({ title: 'Cups' })).body).not.toHaveProperty('language')
  expect(await change({ confirmations: 4 })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'confirmations' }] },
  })
  expect(await change({ unknown: true })).toMatchObject({ status: 422, body: { fields: [{ path: 'unknown' }] } })
})

test('the names of BTCPay’s fields are read in any case, and what is off by default may be sent', async () => {
  const { status, body } = await askGreenfield({
    Amount: 5,
    Currency: 'eur',
    Checkout: {
      PaymentMethods: ['BTC', 'BTC-LightningNetwork'],
      SpeedPolicy: 'highspeed',
      DefaultLanguage: 'de-DE',
      LazyPaymentMethods: false,
      RequiresRefundEmail: null,
      MonitoringMinutes: 60,
    },
    Receipt: { Enabled: true },
    AdditionalSearchTerms: ['till-4'],
  })
  expect(status).toBe(200)
  const engine = await readEngine(String(body.id))
  expect(engine.checkout).toMatchObject({ speedPolicy: 'HighSpeed', defaultLanguage: 'de-DE', monitoringMinutes: 60 })
  const found = await money.server.app.inject({
    url: `${greenfieldBase}/api/v1/stores/${store.storeId}/invoices?textSearch=till-4`,
    headers: { authorization: `token ${key}` },
  })
  expect(found.json()).toMatchObject([{ id: body.id }])
  for (const [path, wrong] of [
    ['Checkout.LazyPaymentMethods', { checkout: { lazyPaymentMethods: true } }],
    ['Receipt.Enabled', { receipt: { enabled: false } }],
    ['Checkout.PaymentMethods[1]', { checkout: { paymentMethods: ['BTC', 'XMR'] } }],
    ['Checkout.Surcharge', { checkout: { surcharge: 1 } }],
    ['Surcharge', { surcharge: 1 }],
  ] as const) {
    expect(await askGreenfield({ amount: 5, ...wrong }), path).toMatchObject({ status: 422, body: [{ path }] })
  }
})

test.each([
  ['the form', createByForm],
  ['/api/v1', createByKey],
  ['a payment link', createByLink],
  ['a till', createByTill],
])(
  'metadata that is no object and an order ID that is no text are refused by name through %s',
  async (_name, create) => {
    for (const [path, wrong] of [
      ['metadata', { metadata: 'table 5' }],
      ['orderId', { orderId: ['A'] }],
    ] as const) {
      expect(await create({ amount: '40.00', ...wrong })).toMatchObject({ status: 422, body: { fields: [{ path }] } })
    }
  },
)

test('a payment link and a till have no due date, and say so by name', async () => {
  for (const create of [createByLink, createByTill]) {
    const answer = await create({ amount: '40.00', dueDate: '2099-01-01' })
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'dueDate' }] } })
  }
})

test('two different order IDs are refused', async () => {
  const body = { amount: '5.00', orderId: 'A', metadata: { orderId: 'B' } }
  expect(await createByKey(body)).toMatchObject({ status: 422, body: { fields: [{ path: 'orderId' }] } })
})

test('an invoice with a shop’s order ID is found again after a lost response', async () => {
  const send = () =>
    ask(money.server, form.createInvoice, { token: session, body: { amount: '7.00', orderId: 'lost-1' }, once: 'lost' })
  await money.engine.control.fail({ calls: 1, mode: 'drop-after', method: 'POST', path: '/invoices' })
  expect((await send()).status).toBe(503)
  await sql`update invoices set leased_until = null where status = 'creating'`.execute(money.deps.db)
  const found = await send()
  expect(found).toMatchObject({ status: 200, body: { orderId: 'lost-1' } })
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const listed = unwrap(await client.invoices.list(store.storeId, { orderIds: ['lost-1'], take: 10 }))
  expect(listed.map(({ id }) => id)).toEqual([found.body.invoiceId])
})

describe('a payment within the tolerance', () => {
  const sync = async () => {
    await money.server.advance(31)
    await syncStore(money.deps, store.id)
  }
  /** The least amount that still settles an invoice over 100 dollars with a tolerance of 1.5 percent. */
  const leastSats = (rate: string) => {
    const [whole = '', cents = ''] = rate.split('.')
    const rateCents = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0').slice(0, 2))
    return (9850n * 100_000_000n + rateCents - 1n) / rateCents
  }
  const pay = async (lessSats: bigint, method: 'onchain' | 'lightning' = 'onchain') => {
    const { invoiceId } = await createByKey({ amount: '100.00', paymentTolerance: 1.5 })
    const engine = await readEngine(invoiceId)
    const sats = leastSats(engine.paymentMethods?.[0]?.rate ?? '') - lessSats
    const amountBtc = `0.${String(sats).padStart(8, '0')}`
    await money.engine.control.pay({ invoiceId, method, amountBtc })
    await money.engine.control.mine({ blocks: 1 })
    await sync()
    return (await ask(money.server, v1.getInvoice, { token: key, params: { invoiceId } })).body
  }

  test('settles the invoice', async () => {
    expect(await pay(0n)).toMatchObject({ status: 'settled', additionalStatus: 'none' })
  })

  test('does not settle it with one satoshi less', async () => {
    expect(await pay(1n)).toMatchObject({ status: 'new', additionalStatus: 'paid-partial' })
  })
})

describe('a top-up invoice', () => {
  test.each([
    ['the form', () => createByForm({ amount: null })],
    ['/api/v1', () => createByKey({ amount: null, currency: 'EUR' })],
    ['the Greenfield-compatible API', () => createByPlugin({ amount: undefined })],
  ])('created through %s takes any amount, which becomes its price', async (_name, create) => {
    const { status, body, invoiceId } = await create()
    expect(status).toBe(200)
    expect(await readEngine(invoiceId)).toMatchObject({ type: 'TopUp', checkout: { paymentMethods: ['BTC-CHAIN'] } })
    expect(String(body.type).replace('-', '').toLowerCase()).toBe('topup')
    const open = await readCheckout(invoiceId)
    expect(open).toMatchObject({ type: 'top-up', amount: expect.stringMatching(/^0(\.00)?$/), amountBtc: null })
    expect(open).toMatchObject({ dueBtc: null, qrCodeData: expect.not.stringContaining('amount') })

    for (const amountBtc of ['0.00100000', '0.00200000']) await money.engine.control.pay({ invoiceId, amountBtc })
    await money.engine.control.mine({ blocks: 1 })
    await money.server.advance(31)
    await syncStore(money.deps, store.id)
    const paid = (await ask(money.server, v1.getInvoice, { token: key, params: { invoiceId } })).body
    const { amount: _, currency } = await readEngine(invoiceId)
    expect(paid).toMatchObject({
      type: 'top-up',
      currency,
      status: 'settled',
      additionalStatus: 'none',
      amountBtc: '0.00300000',
      paidBtc: '0.00300000',
      dueBtc: '0.00000000',
    })
    expect(paid.amount).toMatch(/^\d{3}\.\d{2}$/)
    expect(Number(paid.amountUsd)).toBeGreaterThan(100)
    const payments = money.deps.db.selectFrom('transactions').select('feeCents').where('invoiceId', '=', invoiceId)
    expect((await payments.execute()).map(({ feeCents }) => Number(feeCents) > 0)).toEqual([true, true])
    await money.expectCleanAudit()
  })

  test('of a payment link is an amount that the customer chooses, and a till has none', async () => {
    const link = await ask(money.server, v1Links.createPaymentLink, {
      token: key,
      body: { title: 'Tips', amount: null },
    })
    const params = { slug: String(link.body.slug) }
    const used = await ask(money.server, usePaymentLink, { params, body: { amount: '3.50' } })
    expect(await readEngine(String(used.body.invoiceId))).toMatchObject({ type: 'Standard', amount: '3.50' })
    const refused = await ask(money.server, usePaymentLink, { params, body: {} })
    expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: 'amount' }] } })
    const sale = await createByTill({ amount: null })
    expect(sale).toMatchObject({ status: 400, body: { fields: [{ path: 'lines.0' }, { path: 'total' }] } })
  })

  test('can’t be paid by Lightning, and limits per method are impossible', async () => {
    for (const [path, options] of [
      ['paymentMethods', { paymentMethods: ['lightning'] }],
      ['methodLimits', { methodLimits: [{ method: 'on-chain', max: '5' }] }],
    ] as const) {
      expect(await createByKey({ amount: null, ...options })).toMatchObject({
        status: 422,
        body: { fields: [{ path }] },
      })
    }
  })

  test('is renewed as a top-up with the same options', async () => {
    const { invoiceId } = await createByKey({ amount: null, expirationMinutes: 5, language: 'it' })
    await money.engine.control.clock({ advanceSeconds: 400 })
    await money.server.advance(400)
    await syncStore(money.deps, store.id)
    const renewed = await ask(money.server, renewInvoice, { params: { invoiceId } })
    expect(await readEngine(String(renewed.body.invoiceId))).toMatchObject({
      type: 'TopUp',
      checkout: { expirationMinutes: 5, defaultLanguage: 'it' },
    })
  })
})

test('a sale that is sent again is charged as it was, whatever the till’s options are by then', async () => {
  const slug = 'options-again'
  const body = { name: 'Counter', slug, expirationMinutes: 20 }
  const till = await ask(money.server, createTill, { token: session, body })
  expect(till.body).toMatchObject({ expirationMinutes: 20 })
  const id = Number(till.body.id)
  const device = useTill(money.server, await addDeviceTo(money.server, merchantId, { slug, tillId: id }))
  const sale = { saleId: randomUUID(), lines: [{ amount: '4.00' }], total: '4.00' }
  const first = await device.charge(sale)
  await ask(money.server, changeTill, {
    token: session,
    params: { id },
    body: { expirationMinutes: 60, language: 'fr' },
  })
  const again = await device.charge(sale)
  expect([again.status, again.body.invoiceId]).toEqual([200, first.body.invoiceId])
  const next = await device.charge({ ...sale, saleId: randomUUID() })
  expect((await readEngine(String(next.body.invoiceId))).checkout).toMatchObject({
    expirationMinutes: 60,
    defaultLanguage: 'fr',
  })
})

test('orders without options keep the hash that they had before there were options', async () => {
  const hashOf = async (invoiceId: string) => {
    const rows = money.deps.db.selectFrom('invoices').select('inputHash').where('invoiceId', '=', invoiceId)
    return (await rows.executeTakeFirstOrThrow()).inputHash
  }
  const digest = (order: object) => createHash('sha256').update(JSON.stringify(order)).digest('hex')
  const [metadata, redirectUrl] = [{ table: '5' }, 'https://shop.example.test/done']
  const amounts = { merchantId, amount: '8.00', currency: 'USD' }
  const { invoiceId } = await createByKey({ amount: '8.00', metadata, redirectUrl })
  expect(await hashOf(invoiceId)).toBe(digest({ ...amounts, metadata, redirectUrl }))
  const plugin = await createByPlugin({ amount: '8.00', metadata, redirectUrl })
  expect(await hashOf(plugin.invoiceId)).toBe(digest({ ...amounts, metadata, redirectUrl }))
  const typed = await createByForm({ amount: '8.00', description: 'Mug' })
  expect(await hashOf(typed.invoiceId)).toBe(digest({ ...amounts, description: 'Mug' }))
})

test('an engine that calls an ordinary invoice a top-up doesn’t change its price', async () => {
  const { invoiceId } = await createByKey({ amount: '100.00' })
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const reading = unwrap(await readInvoice(client, store.storeId, invoiceId, []))
  if (!reading) throw new Error('the engine has no such invoice')
  const snapshot = { ...reading.snapshot, topUp: { price: '1.00' }, amountSats: 1n, paidSats: 1n }
  await inTransaction(money.deps.db, (tx) => saveInvoice(tx, 'http://localhost', merchantId, snapshot, store))
  const { body } = await ask(money.server, v1.getInvoice, { token: key, params: { invoiceId } })
  expect(body).toMatchObject({ amount: '100.00', amountUsd: '100.00' })
})
