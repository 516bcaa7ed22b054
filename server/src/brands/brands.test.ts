import * as calls from '@bitquay/contract/brands'
import { emailReceipt, getCheckout } from '@bitquay/contract/checkout'
import { changeSettings } from '@bitquay/contract/merchants'
import { createPaymentLink, getPublicLink } from '@bitquay/contract/payment-links'
import { defaultBrand } from '@bitquay/contract/platform-brand'
import { viewRefund } from '@bitquay/contract/refunds'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawPagesFromSource } from '../../test/draw-pages.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchantUser, ask, signInAs } from '../../test/people.ts'
import { readPdf } from '../../test/read-pdf.ts'
import { readCheckout } from '../checkout/queries.ts'
import { syncStore } from '../payments/sync-store.ts'
import { offerRefund } from '../refunds/offer-refund.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

let count = 0
const newShop = async () => {
  const store = await money.newStore(`brand-shop-${++count}`, 2_000_000n)
  const manager = await addMerchantUser(money.server, store.merchantId, 'admin')
  return { store, manager, token: await signInAs(money.server, manager) }
}

const change = (token: string, body: Record<string, unknown>) => ask(money.server, calls.changeBrand, { token, body })

const logo = async () => {
  const square = { width: 64, height: 64, channels: 3 as const, background: { r: 200, g: 30, b: 30 } }
  return (await sharp({ create: square }).png().toBuffer()).toString('base64')
}

test('a color is adapted until white text on it is readable, and both are returned', async () => {
  const { token } = await newShop()
  expect((await ask(money.server, calls.getBrand, { token })).body).toMatchObject({
    name: null,
    color: null,
    shownColor: null,
    contrast: null,
    logoUrl: null,
    supportContact: null,
  })
  expect((await change(token, { color: '0F6E84' })).body).toMatchObject({
    color: '#0f6e84',
    shownColor: '#0f6e84',
    contrast: 5.85,
  })
  const { body } = await change(token, { color: '#FFE600' })
  expect(body).toMatchObject({ color: '#ffe600' })
  expect(body.shownColor).not.toBe('#ffe600')
  expect(body.contrast).toBeGreaterThanOrEqual(4.5)
  expect((await change(token, { color: null })).body).toMatchObject({ color: null, shownColor: null })
})

test('nothing but a color, a name and a way to reach the shop can be entered', async () => {
  const { token } = await newShop()
  for (const color of ['red', '#fff', '#12345g', '#123456;}', 'url(x)', '', 5]) {
    expect({ color, status: (await change(token, { color })).status }).toEqual({ color, status: 400 })
  }
  for (const supportContact of [
    'javascript:alert(1)',
    'http://shop.example',
    'https://bitquay.example@evil.example/',
    'https://shop.example/"onclick=',
    'https://shop.example/ x',
    'data:text/html,x',
    '//evil.example',
    'help',
  ]) {
    const answer = await change(token, { supportContact })
    expect({ supportContact, status: answer.status }).toEqual({ supportContact, status: 400 })
  }
  expect((await change(token, {})).status).toBe(400)
  expect((await change(token, { logoUrl: 'https://evil.example/x.svg' })).status).toBe(400)
  for (const supportContact of ['help@shop.example', 'https://shop.example/@help?a=1#b']) {
    expect((await change(token, { supportContact })).body).toMatchObject({ supportContact })
  }
})

test('users without the role admin see the brand and cannot change it, and changes are in the audit log', async () => {
  const { store, manager, token } = await newShop()
  const clerk = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'user'))
  expect((await ask(money.server, calls.getBrand, { token: clerk })).status).toBe(200)
  expect((await change(clerk, { color: '#000000' })).body.code).toBe('forbidden')
  expect((await ask(money.server, calls.uploadLogo, { token: clerk, body: { image: await logo() } })).status).toBe(403)
  await change(token, { name: '  Harbor \n Goods ', color: '#123456' })
  await change(token, { color: '#123456' })
  const entries = await money.deps.db
    .selectFrom('actLog')
    .select(['actorEmail', 'detail'])
    .where('merchantId', '=', store.merchantId)
    .where('act', '=', 'settings-changed')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { actorEmail: manager.email, detail: { field: 'name', before: null, after: 'Harbor Goods' } },
    { actorEmail: manager.email, detail: { field: 'color', before: null, after: '#123456' } },
  ])
})

test('checkout, payment link, refund, receipts and emails show the shop’s name, logo and color', async () => {
  const { store, token } = await newShop()
  const other = await newShop()
  const { body: brand } = await ask(money.server, calls.uploadLogo, { token, body: { image: await logo() } })
  await change(token, { name: 'Harbor Goods', color: '#8a1c4a', supportContact: 'help@harbor.example' })
  const details = { street: '14 Wharf Street', city: 'Portland', phone: '+1 207 555 0142' }
  await ask(money.server, changeSettings, { token, body: details })
  const shown = {
    ...{ color: '#8a1c4a', logoUrl: brand.logoUrl, supportContact: 'help@harbor.example' },
    ...{ phone: '+1 207 555 0142', place: '14 Wharf Street, Portland' },
  }

  const created = await makeInvoice(money.deps, store.merchantId, '265.00', { customerEmail: 'ida@example.test' })
  const invoiceId = String(created.invoiceId)
  const checkout = await ask(money.server, getCheckout, { params: { invoiceId } })
  expect(checkout.body).toMatchObject({ storeName: 'Harbor Goods', brand: shown })
  const read = await readCheckout(money.deps.db, invoiceId, 'https://pay.example.test')
  const { drawCheckout } = await drawPagesFromSource()
  const { html } = drawCheckout(read ?? null, { mode: 'live', language: 'en', brand: defaultBrand })
  expect(html).toContain('<div data-color="#8a1c4a" class="shop">')
  expect(html).toContain(`<img src="${String(brand.logoUrl)}" alt`)

  const link = await ask(money.server, createPaymentLink, { token, body: { title: 'Rope', amount: '5.00' } })
  const slug = String(link.body.slug)
  const publicLink = await ask(money.server, getPublicLink, { params: { slug } })
  expect(publicLink.body).toMatchObject({ storeName: 'Harbor Goods', brand: shown })

  await money.engine.control.pay({ invoiceId, method: 'onchain' })
  await money.mine(1, store)
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
  const source = { address: '203.0.113.1', device: 'test' }
  const { claimLink } = await offerRefund(money.deps, {
    merchantId: store.merchantId,
    invoiceId,
    kind: 'everything',
    actor: { kind: 'merchant', id: store.merchantId, email: 'owner@example.test' },
    offeredBy: 'owner@example.test',
    source,
    authorize: async () => undefined,
  })
  const claim = await ask(money.server, viewRefund, { body: { token: claimLink.split('/').at(-1) } })
  expect(claim.body).toMatchObject({ storeName: 'Harbor Goods', brand: shown })

  expect((await ask(money.server, emailReceipt, { params: { invoiceId }, body: {} })).status).toBe(200)
  const emails = await money.deps.db
    .selectFrom('mailOutbox')
    .select(['subject', 'bodyHtml', 'bodyText'])
    .where('recipient', '=', 'ida@example.test')
    .orderBy('id')
    .execute()
  const subjects = emails.map(({ subject }) => subject)
  expect(subjects).toEqual([
    'Harbor Goods: invoice for $265.00',
    'Refund from Harbor Goods',
    'Harbor Goods: receipt for $265.00',
  ])
  for (const { bodyHtml: page, bodyText: text } of emails) {
    expect(page).toContain(`src="${money.deps.config.publicUrl}${String(brand.logoUrl)}"`)
    expect(page).toContain('background:#8a1c4a')
    expect(page).not.toContain('#f2551a')
    expect(text).toContain('Questions? Contact Harbor Goods: help@harbor.example')
    expect(page).not.toContain('mailto:')
  }

  const pdf = await money.server.app.inject({ url: `/api/checkout/${invoiceId}/receipt` })
  const text = readPdf(pdf.rawPayload).flat().join(' ')
  expect(text).toContain('Harbor Goods')
  expect(text).toContain('Questions? Contact Harbor Goods: help@harbor.example')
  expect(pdf.rawPayload.includes('/Subtype /Image')).toBe(true)

  const foreign = await makeInvoice(money.deps, other.store.merchantId, '5.00')
  const untouched = await ask(money.server, getCheckout, { params: { invoiceId: String(foreign.invoiceId) } })
  expect(untouched.body).toMatchObject({
    storeName: `brand-shop-${count}`,
    brand: { color: null, logoUrl: null, supportContact: null, phone: null, place: null },
  })
})

test('colors are a style sheet that depends on its address only', async () => {
  const load = (path: string) => money.server.app.inject({ url: path })
  const { statusCode, headers, body } = await load('/colors/ffe600.css')
  expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'text/css; charset=utf-8' })
  expect(body).toMatch(/^\.shop\[data-color="#ffe600"\]\{--shop-band:#[0-9a-f]{6};/)
  expect(body).toContain('[data-theme="dark"] .shop[data-color="#ffe600"]{')
  for (const path of ['/colors/FFE600.css', '/colors/ffe600', '/colors/x"]{}.css', '/colors/ffe6000.css']) {
    expect((await load(path)).statusCode).toBe(404)
  }
})
