import * as calls from '@bitquay/contract/v1/invoices'
import { createRefund, listRefunds } from '@bitquay/contract/v1/refunds'
import { beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { type Money, shareMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { refundShops } from '../../test/refund-shops.ts'

let money: Money
let shops: ReturnType<typeof refundShops>
let shop: Awaited<ReturnType<typeof shops.newShop>>
let other: Awaited<ReturnType<typeof shops.newShop>>
beforeAll(async () => {
  money = await shareMoney()
  await money.engine.control.rate({ usd: '100000' })
  shops = refundShops(money)
  shop = await shops.newShop()
  other = await shops.newShop()
})

type Shop = typeof shop
const create = async ({ key }: Shop, body: object) => {
  const created = await ask(money.server, calls.createInvoice, { token: key, body: { amount: '10.00', ...body } })
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  return String(created.body.invoiceId)
}
const list = async ({ key }: Shop, query: Record<string, string>) => {
  const listed = await ask(money.server, calls.listInvoices, { token: key, query })
  expect(listed.status, JSON.stringify(listed.body)).toBe(200)
  return listed.body as unknown as { invoiceId: string; payments?: object[]; refunds?: object[] }[]
}
const find = async (own: Shop, query: Record<string, string>) =>
  (await list(own, query)).map(({ invoiceId }) => invoiceId)
const change = ({ key }: { key: string }, invoiceId: string, metadata: object) =>
  ask(money.server, calls.changeInvoice, { token: key, params: { invoiceId }, body: { metadata } })

test('invoices are filtered by order ID, customer, metadata and date', async () => {
  const first = await create(shop, { orderId: 'A-1', metadata: { color: 'blue', size: 'L' } })
  const second = await create(shop, { orderId: 'A-10', customerEmail: 'Ada@example.test', metadata: { color: 'blue' } })
  await create(other, { orderId: 'A-1', customerEmail: 'ada@example.test', metadata: { color: 'blue', size: 'L' } })

  expect(await find(shop, { orderId: 'A-1' })).toEqual([first])
  expect(await find(shop, { customerEmail: 'ADA@example.test' })).toEqual([second])
  expect(await find(shop, { 'metadata[color]': 'blue' })).toEqual([second, first])
  expect(await find(shop, { 'metadata[color]': 'blue', 'metadata[size]': 'L' })).toEqual([first])
  expect(await find(shop, { 'metadata[color]': 'blue', orderId: 'A-10' })).toEqual([second])
  expect(await find(shop, { 'metadata[color]': 'red' })).toEqual([])
  expect(await find(shop, { 'metadata[color=blue]': 'L' })).toEqual([])
  expect(await find(shop, { orderId: 'A-1', from: '2020-01-01', to: '2020-12-31' })).toEqual([])
})

test('a filter that isn’t one is refused by its name', async () => {
  for (const [query, path] of [
    [{ 'metadata[__proto__]': 'x' }, undefined],
    [{ 'color[metadata]': 'x' }, 'color'],
    [{ metadata: 'blue' }, 'metadata'],
    [{ expand: 'secrets' }, 'expand.0'],
    [{ customerEmail: 'nobody' }, 'customerEmail'],
  ] as const) {
    const { status, body } = await ask(money.server, calls.listInvoices, { token: shop.key, query: { ...query } })
    expect([status, (body.fields as { path: string }[] | undefined)?.[0]?.path]).toEqual([400, path])
  }
})

test('a list includes payments and refunds where they are expanded, and nothing of others', async () => {
  const { invoiceId } = await shops.paidInvoice(shop)
  const unpaid = await create(shop, {})
  const refunded = await ask(money.server, createRefund, {
    token: shop.key,
    params: { invoiceId },
    body: { amount: '10.00', currency: 'USD' },
  })
  expect(refunded.status, JSON.stringify(refunded.body)).toBe(200)
  await shops.paidInvoice(other)

  const expanded = await list(shop, { expand: 'payments,refunds' })
  expect(expanded.find((row) => row.invoiceId === invoiceId)).toMatchObject({
    payments: [{ status: 'confirmed', amountBtc: '0.00100000' }],
    refunds: [{ id: refunded.body.id, amount: '10.00', status: 'offered' }],
  })
  expect(expanded.find((row) => row.invoiceId === unpaid)).toMatchObject({ payments: [], refunds: [] })
  expect(expanded.flatMap(({ payments = [] }) => payments)).toHaveLength(1)
  expect(JSON.stringify(expanded)).not.toMatch(/claimLink|\/r\//)
  expect((await list(shop, {}))[0]).not.toHaveProperty('payments')

  const own = await ask(money.server, listRefunds, { token: shop.key, query: { from: '2020-01-01' } })
  expect(own.body).toMatchObject([{ invoiceId }])
  expect((await ask(money.server, listRefunds, { token: shop.key, query: { to: '2020-01-01' } })).body).toEqual([])
})

test('metadata is changed entry by entry, also by 50 requests at once', async () => {
  const invoiceId = await create(shop, { orderId: 'B-1', metadata: { kept: 'yes', removed: 'soon' } })
  expect((await change(shop, invoiceId, { removed: null, added: 'now' })).body.metadata).toEqual({
    orderId: 'B-1',
    kept: 'yes',
    added: 'now',
  })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) => change(shop, invoiceId, { [`key-${number % 17}`]: String(number) })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { body } = await ask(money.server, calls.getInvoice, { token: shop.key, params: { invoiceId } })
  expect(Object.keys(body.metadata as object)).toHaveLength(20)
  expect(await change(shop, invoiceId, { 'one-more': 'x' })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'metadata', message: 'Use at most 20 entries' }] },
  })
})

test('a changed order ID is found by its new value only', async () => {
  const invoiceId = await create(shop, { orderId: 'C-1' })
  expect((await change(shop, invoiceId, { orderId: 'C-2' })).body).toMatchObject({
    orderId: 'C-2',
    metadata: { orderId: 'C-2' },
  })
  expect(await find(shop, { orderId: 'C-1' })).toEqual([])
  expect(await find(shop, { orderId: 'C-2' })).toEqual([invoiceId])
  expect((await change(shop, invoiceId, { orderId: null })).body).not.toHaveProperty('orderId')
})

test('a stolen key can’t change where a refund is emailed', async () => {
  const { invoiceId } = await shops.paidInvoice(shop, { customerEmail: 'payer@example.test' })
  const thief = 'thief@example.test'
  const names = { buyerEmail: thief, customerEmail: thief, refundEmail: thief, email: thief }
  expect((await change(shop, invoiceId, names)).body.customerEmail).toBe('payer@example.test')
  for (const field of ['customerEmail', 'refundEmail', 'amount', 'status']) {
    const refused = await ask(money.server, calls.changeInvoice, {
      token: shop.key,
      params: { invoiceId },
      body: { metadata: {}, [field]: thief },
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: [{ path: field, message: `Unknown field: ${field}` }] },
    })
  }
  const refund = await ask(money.server, createRefund, { token: shop.key, params: { invoiceId }, body: {} })
  expect(refund.body).toMatchObject({ customerEmail: 'payer@example.test' })
  const mailed = await money.deps.db.selectFrom('mailOutbox').select('recipient').execute()
  expect(mailed.map(({ recipient }) => recipient)).not.toContain(thief)
})

test('metadata of another merchant, or with a smaller key, can’t be changed', async () => {
  const invoiceId = await create(shop, { metadata: { kept: 'yes' } })
  expect((await change(other, invoiceId, { kept: 'no' })).status).toBe(404)
  for (const scope of ['read', 'refunds'] as const) {
    const key = await addApiKey(money.server, shop.store.merchantId, [scope])
    expect((await change({ key }, invoiceId, { kept: 'no' })).status).toBe(403)
  }
  const { body } = await ask(money.server, calls.getInvoice, { token: shop.key, params: { invoiceId } })
  expect(body.metadata).toEqual({ kept: 'yes' })
})

test('a refused mark is a conflict', async () => {
  const { invoiceId } = await shops.paidInvoice(shop)
  const marked = await ask(money.server, calls.markInvoice, {
    token: shop.key,
    params: { invoiceId },
    body: { status: 'settled' },
  })
  expect(marked).toMatchObject({
    status: 409,
    body: { code: 'invoice-not-markable', message: 'This invoice can’t be marked as paid anymore.' },
  })
})
