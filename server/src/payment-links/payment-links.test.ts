import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call } from '@bitquay/contract/call'
import { renewInvoice } from '@bitquay/contract/checkout'
import * as calls from '@bitquay/contract/payment-links'
import { defaultBrand } from '@bitquay/contract/platform-brand'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPagesFromSource } from '../../test/draw-pages.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchantUser, signInAs } from '../../test/people.ts'
import { serveLinkPage } from '../checkout/routes.link-page.ts'
import { syncStore } from '../payments/sync-store.ts'
import { createHttpServer } from '../platform/http/server.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let token: string
let pages: FastifyInstance
let folder: string
beforeAll(async () => {
  money = await startMoney()
  money.deps.draw = await drawPagesFromSource()
  store = await money.newStore('links')
  token = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'admin'))
  folder = await mkdtemp(join(tmpdir(), 'bitquay-pages-'))
  await writeFile(join(folder, 'payment-link.html'), '<title>x</title><div id="root"></div>')
  pages = createHttpServer({ logLevel: 'silent', trustProxy: undefined, secure: false, toApiError: () => undefined })
  serveLinkPage(pages, money.deps, folder)
})
afterAll(async () => {
  await pages.close()
  await rm(folder, { recursive: true, force: true })
  await money.close()
})

const ask = async (call: Call, params: Record<string, string | number>, body?: object, key?: string) => {
  const answer = await money.server.app.inject({
    method: call.method,
    url: call.path.replace(/:(\w+)/g, (_, name: string) => String(params[name])),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const create = async (form: object) => (await ask(calls.createPaymentLink, {}, { title: 'A mug', ...form })).body
const use = (slug: string, body: object, key?: string) => ask(calls.usePaymentLink, { slug }, body, key)
const change = (id: number, body: object) => ask(calls.changePaymentLink, { id }, body)
const shown = async (id: number) =>
  (await ask(calls.listPaymentLinks, {})).body.find((link: { id: number }) => link.id === id)

test('a link creates an invoice each time it is used and counts what was paid', async () => {
  const link = await create({ amount: '25.00', askName: 'optional', askEmail: 'required', description: 'Blue' })
  expect(link).toMatchObject({ amount: '25.00', status: 'active', invoices: 0, receivedUsd: '0.00' })
  expect(link.url).toMatch(/\/p\/[a-z0-9]{12}$/)
  const missing = await use(link.slug, {})
  expect(missing.body).toMatchObject({ code: 'invalid-request', fields: [{ path: 'email' }] })
  const { body: first } = await use(link.slug, { email: 'ada@example.test', name: 'Ada' })
  const { body: second } = await use(link.slug, { email: 'bob@example.test' })
  expect(first.invoiceId).not.toBe(second.invoiceId)
  const row = await money.deps.db
    .selectFrom('invoices')
    .selectAll()
    .where('invoiceId', '=', first.invoiceId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ paymentLinkId: link.id, customerName: 'Ada', customerEmail: 'ada@example.test' })
  await money.engine.control.pay({ invoiceId: first.invoiceId, method: 'onchain' })
  await money.mine(1)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  expect(await shown(link.id)).toMatchObject({ invoices: 2, payments: 1, receivedUsd: '25.00' })
})

test('amounts are fixed, or free within bounds', async () => {
  const fixed = await create({ amount: '25.00' })
  expect((await use(fixed.slug, { amount: '24.99' })).status).toBe(400)
  expect((await use(fixed.slug, { amount: '25' })).status).toBe(200)
  const free = await create({ minAmount: '5.00', maxAmount: '10.00' })
  for (const [amount, message] of [
    [undefined, 'Enter an amount'],
    ['4.99', 'The smallest amount is 5.00 USD'],
    ['10.01', 'The largest amount is 10.00 USD'],
    ['5.001', 'USD has at most 2 decimals'],
    ['-5', 'Please enter a valid amount'],
    ['1e1', 'Please enter a valid amount'],
  ] as const) {
    const refused = await use(free.slug, amount === undefined ? {} : { amount })
    expect([amount, refused.status, refused.body.message]).toEqual([amount, 400, message])
  }
  for (const amount of ['5', '10.00']) expect((await use(free.slug, { amount })).status).toBe(200)
  for (const form of [
    { amount: '5.00', minAmount: '1.00' },
    { minAmount: '6.00', maxAmount: '5.00' },
    { amount: '5.5', currency: 'JPY' },
    { title: '' },
    { amount: '0' },
    { maxPayments: 0 },
  ]) {
    const refused = await ask(calls.createPaymentLink, {}, { title: 'Bad', ...form })
    expect([JSON.stringify(form), refused.status]).toEqual([JSON.stringify(form), 400])
  }
})

test('simultaneous customers cannot exceed the limit of a link, and unpaid invoices free their use', async () => {
  const link = await create({ amount: '5.00', maxPayments: 3 })
  const answers = await Promise.all(Array.from({ length: 30 }, () => use(link.slug, {})))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['410 payment-link-closed']),
  )
  expect(await shown(link.id)).toMatchObject({ status: 'used-up', invoices: 3 })
  await money.engine.control.clock({ advanceSeconds: 3600 })
  await money.pass(3600)
  await syncStore(money.deps, store.id)
  expect(await shown(link.id)).toMatchObject({ status: 'active', payments: 0 })
  expect((await use(link.slug, {})).status).toBe(200)
})

test('the same key finds its invoice, also when it took the last use', async () => {
  const link = await create({ amount: '5.00', maxPayments: 1 })
  const answers = await Promise.all(Array.from({ length: 12 }, () => use(link.slug, {}, 'once')))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.invoiceId ?? body.message}`))).toEqual(
    new Set([`200 ${answers[0]?.body.invoiceId}`]),
  )
  expect(answers[0]?.status).toBe(200)
  expect((await use(link.slug, {}, 'twice')).body.code).toBe('payment-link-closed')
})

test('the page is a form that needs no script and sends a customer to the invoice once', async () => {
  const link = await create({ title: '<b>Tom & "Jerry"</b>', askEmail: 'optional', minAmount: '5.00' })
  const url = `/p/${link.slug}`
  const page = await pages.inject({ url })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('&lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt;')
  const formToken = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const send = (fields: Record<string, string>) =>
    pages.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: formToken, email: '', ...fields }).toString(),
    })
  const wrong = await send({ amount: '"><script>', email: 'a@b.co' })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.body).toContain('Please enter a valid amount')
  expect(wrong.body).not.toMatch(/<script(?! type="application\/json")/)
  expect(wrong.body.match(/<script/g)).toHaveLength(1)
  const sent = await Promise.all([send({ amount: '1,234.50' }), send({ amount: '1234.50' }), send({ amount: '7' })])
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
  const [first, again, other] = sent.map(({ headers }) => headers.location)
  expect(first).toMatch(/^\/i\/\w+$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  await change(link.id, { paused: true })
  expect((await pages.inject({ url })).body).toContain('This payment link is paused')
  expect((await pages.inject({ url: '/p/nothing' })).statusCode).toBe(404)
  expect((await pages.inject({ url: '/p/%00' })).statusCode).toBe(404)
})

test('text from others is escaped everywhere on the page', async () => {
  const evil = '"><img src=x onerror=alert(1)>'
  const { drawLink } = await drawPagesFromSource()
  const { html } = drawLink(
    {
      link: {
        ...{ slug: 's', storeName: evil, title: evil, description: evil, currency: 'USD', status: 'active' },
        brand: { color: evil, logoUrl: null, supportContact: evil, phone: evil, place: evil },
        ...{ amount: null, minAmount: null, maxAmount: null, maxQuantity: 2, tips: [evil], left: 3, imageUrl: null },
        ...{ askName: 'required', askEmail: 'required', askNote: 'required' },
      },
      attempt: {
        action: evil,
        token: evil,
        values: { amount: evil, quantity: evil, tip: 'other', otherTip: evil, name: evil, email: evil, note: evil },
        problem: { message: evil, path: undefined },
      },
    },
    { mode: 'live', language: 'en', brand: defaultBrand },
  )
  expect(html).not.toContain('<img')
  expect(html).not.toMatch(/style=|<script/)
})

test('several at once and a tip are charged as the server adds them up', async () => {
  const link = await create({ title: 'Beans', amount: '14.10', maxQuantity: 10, tips: ['2', '5'], askNote: 'optional' })
  expect(link).toMatchObject({
    maxQuantity: 10,
    tips: ['2.00', '5.00'],
    askNote: 'optional',
    imageUrl: null,
    left: null,
  })
  const { body } = await use(link.slug, { quantity: 3, tip: '2.50', note: 'Ground, please' })
  const row = await money.deps.db
    .selectFrom('invoices')
    .select(['priceAmount', 'description', 'metadata', 'linkQuantity'])
    .where('invoiceId', '=', body.invoiceId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ description: '3 × Beans', linkQuantity: 3 })
  expect(Number(row.priceAmount)).toBe(44.8)
  expect(row.metadata).toEqual({ quantity: '3', tip: '2.50', customerNote: 'Ground, please' })
  for (const [given, path] of [
    [{ quantity: 11 }, 'quantity'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: 1.5 }, 'quantity'],
    [{ quantity: '2e1' }, 'quantity'],
    [{ quantity: -1 }, 'quantity'],
    [{ tip: '-1' }, 'tip'],
    [{ tip: '1.001' }, 'tip'],
    [{ amount: '28.20', quantity: 2 }, 'amount'],
  ] as const) {
    const refused = await use(link.slug, given)
    expect([JSON.stringify(given), refused.status, refused.body.fields?.[0]?.path]).toEqual([
      JSON.stringify(given),
      400,
      path,
    ])
  }
  const plain = await create({ amount: '5.00' })
  expect((await use(plain.slug, { quantity: 2 })).status).toBe(400)
  expect((await use(plain.slug, { tip: '1.00' })).status).toBe(400)
  expect((await change(plain.id, { tips: ['1.001'] })).status).toBe(400)
  expect((await change(plain.id, { amount: null, maxQuantity: 2 })).status).toBe(400)
  expect((await use((await create({ amount: '5', askNote: 'required' })).slug, {})).body.fields).toEqual([
    { path: 'note', message: 'Enter a note' },
  ])
})

test('an invoice for several takes as many places, also among simultaneous customers and in a new price', async () => {
  const link = await create({ amount: '5.00', maxPayments: 8, maxQuantity: 5 })
  const seen = async () => (await ask(calls.getPublicLink, { slug: link.slug })).body
  // Nobody can take more than half of all.
  expect(await seen()).toMatchObject({ left: 8, maxQuantity: 4 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => use(link.slug, { quantity: 3 })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(await seen()).toMatchObject({ left: 2, maxQuantity: 2, status: 'active' })
  expect((await use(link.slug, { quantity: 3 })).body.fields[0].path).toBe('quantity')
  expect((await use(link.slug, { quantity: 2 })).status).toBe(200)
  expect(await shown(link.id)).toMatchObject({ left: 0, status: 'used-up', invoices: 3 })
  await money.engine.control.clock({ advanceSeconds: 3600 })
  await money.pass(3600)
  await syncStore(money.deps, store.id)
  const expired = answers.find(({ status }) => status === 200)?.body.invoiceId
  expect((await ask(renewInvoice, { invoiceId: expired })).status).toBe(200)
  expect(await seen()).toMatchObject({ left: 5 })
})

test('the page adds up several and a tip of one’s own, without a script', async () => {
  const link = await create({ amount: '14.00', maxQuantity: 10, tips: ['2.00'], maxPayments: 40 })
  const url = `/p/${link.slug}`
  const page = (await pages.inject({ url: `${url}?lang=de` })).body
  expect(page).toContain('<noscript>Weiter zur Zahlung</noscript>')
  expect(page).toContain('Noch 40 verfügbar')
  expect(page).not.toContain('maxPayments')
  const send = (fields: Record<string, string>) =>
    pages.inject({
      method: 'POST',
      url: `${url}?lang=de`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: 'one', quantity: '2', ...fields }).toString(),
    })
  const wrong = await send({ tip: 'other', otherTip: '1,2,3' })
  expect([wrong.statusCode, wrong.body.includes('id="otherTip-error"')]).toEqual([400, true])
  expect(wrong.body).toMatch(/value="1,2,3"/)
  const tooMany = await send({ quantity: '99' })
  expect(tooMany.body).toContain('Bitte geben Sie eine verfügbare Anzahl ein')
  for (const [fields, amount] of [
    [{ tip: 'other', otherTip: '1,50' }, 29.5],
    [{ tip: '2.00' }, 30],
    [{ tip: '' }, 28],
  ] as const) {
    const { headers } = await send(fields)
    const invoiceId = /^\/i\/(\w+)/.exec(headers.location ?? '')?.[1] ?? ''
    const row = await money.deps.db
      .selectFrom('invoices')
      .select('priceAmount')
      .where('invoiceId', '=', invoiceId)
      .executeTakeFirstOrThrow()
    expect(Number(row.priceAmount)).toBe(amount)
  }
})

test('a picture is encoded again, shown to customers, replaced and removed', async () => {
  const noise = sharp(randomBytes(1400 * 1100 * 3), { raw: { width: 1400, height: 1100, channels: 3 } })
  const upload = async (id: number, image: Buffer) =>
    ask(calls.uploadLinkImage, { id }, { image: image.toString('base64') })
  const link = await create({ amount: '5.00' })
  const photo = await noise.clone().webp({ quality: 60 }).toBuffer()
  const { status, body } = await upload(link.id, photo)
  expect(status).toBe(200)
  expect(body.imageUrl).toMatch(/^\/images\/[0-9a-f]{40}$/)
  const kept = await money.server.app.inject({ url: body.imageUrl })
  expect(kept.headers['content-type']).toBe('image/jpeg')
  expect(await sharp(kept.rawPayload).metadata()).toMatchObject({ width: 1024, height: 805 })
  expect((await pages.inject({ url: `/p/${link.slug}` })).body).toContain(`<img src="${body.imageUrl}"`)
  expect((await upload(link.id, Buffer.from('<svg/>'))).body.code).toBe('unsupported-image')
  // The same picture may be on another link.
  const other = await create({ amount: '6.00' })
  await upload(other.id, photo)
  await ask(calls.removeLinkImage, { id: link.id })
  expect((await money.server.app.inject({ url: body.imageUrl })).statusCode).toBe(200)
  const transparent = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#ff000000' } })
    .png()
    .toBuffer()
  const replaced = await upload(other.id, transparent)
  expect(replaced.body.imageUrl).not.toBe(body.imageUrl)
  expect((await money.server.app.inject({ url: body.imageUrl })).statusCode).toBe(404)
  const { dominant } = await sharp((await money.server.app.inject({ url: replaced.body.imageUrl })).rawPayload).stats()
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240)
})

test('people of another store cannot reach it', async () => {
  const link = await create({ amount: '5.00' })
  const other = await money.newStore('other')
  const mine = token
  token = await signInAs(money.server, await addMerchantUser(money.server, other.merchantId, 'admin'))
  try {
    expect((await change(link.id, { paused: true })).status).toBe(404)
    expect((await ask(calls.listPaymentLinks, {})).body).toEqual([])
  } finally {
    token = mine
  }
})

test('a link is paused, resumed, changed and expires', async () => {
  const expiresAt = new Date(Date.now() + 3600_000 * 24 * 365).toISOString()
  const link = await create({ amount: '5.00', expiresAt })
  expect((await change(link.id, { paused: true })).body).toMatchObject({ status: 'paused', amount: '5.00' })
  const paused = await use(link.slug, {})
  expect([paused.status, paused.body.message]).toEqual([410, expect.stringContaining('is paused')])
  expect((await change(link.id, { paused: false, amount: null, minAmount: '2.00' })).body).toMatchObject({
    status: 'active',
    amount: null,
    minAmount: '2.00',
  })
  expect((await change(link.id, { amount: '3.00' })).status).toBe(400)
  expect((await change(999_999, { paused: true })).status).toBe(404)
  await money.pass(3600 * 24 * 366)
  expect((await use(link.slug, { amount: '2.00' })).body.message).toContain('has expired')
  expect((await ask(calls.getPublicLink, { slug: link.slug })).body).toMatchObject({ status: 'expired' })
  await money.deps.db.updateTable('merchants').set({ isActive: false }).where('id', '=', store.merchantId).execute()
  expect((await ask(calls.getPublicLink, { slug: link.slug })).status).toBe(404)
  await money.deps.db.updateTable('merchants').set({ isActive: true }).where('id', '=', store.merchantId).execute()
})
