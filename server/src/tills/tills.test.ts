import { randomUUID } from 'node:crypto'
import { listInvoices } from '@bitquay/contract/invoices'
import {
  addTillDevice as addDeviceCall,
  changeTill,
  createTill,
  listTills,
  revokeTillDevice,
} from '@bitquay/contract/tills'
import {
  changeItem,
  createItem,
  importItems,
  removeItem,
  removeItemImage,
  uploadItemImage,
} from '@bitquay/contract/tills.items'
import { bindDevice } from '@bitquay/contract/tills.pos'
import { changeTaxRate, createTaxRate, removeTaxRate } from '@bitquay/contract/tills.taxes'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchant, addMerchantUser, ask, signInAs } from '../../test/people.ts'
import { addDeviceTo, addTillDevice, useTill } from '../../test/tills.ts'
import { getReceipt } from '../checkout/get-receipt.ts'
import { syncStore } from '../payments/sync-store.ts'
import { returnUnsoldStock } from './worker.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let token: string
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('tills')
  token = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'admin'))
})
afterAll(() => money.close())

const menu = [
  { name: 'Flat white', price: '4.60', category: 'Coffee' },
  { name: 'Oat latte', price: '5.10', category: 'Coffee' },
  { name: 'Almond croissant', price: '4.80', stock: 2 },
]
const newTill = async (items = menu) => {
  const device = await addTillDevice(money.server, store.merchantId, { items })
  const till = useTill(money.server, device)
  const { body } = await till.state()
  const sold = (body.till as { items: { id: number; name: string; stock: number | null }[] }).items
  // All tills of the merchant sell the same items. Those of this test were added last.
  return { device, till, sold, idOf: (name: string) => sold.findLast((item) => item.name === name)?.id ?? 0 }
}
const keypadSale = (amount: string) => ({ saleId: randomUUID(), lines: [{ amount }], total: amount })
const countInvoices = async () => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from invoices where merchant_id = ${store.merchantId}`.execute(money.deps.db)
  return Number(rows[0]?.count)
}
const pay = async (invoiceId: unknown) => {
  await money.engine.control.pay({ invoiceId: String(invoiceId), method: 'lightning' })
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
}

test('items with a tip and a discount become an ordinary invoice that pays the fee', async () => {
  const { till, idOf, device } = await newTill()
  const saleId = randomUUID()
  const charged = await till.charge({
    saleId,
    lines: [
      { itemId: idOf('Flat white'), quantity: 2 },
      { itemId: idOf('Oat latte'), quantity: 1 },
      { itemId: idOf('Almond croissant'), quantity: 1 },
    ],
    discountPercent: 10,
    tipPercent: 15,
    note: 'Table 6',
    total: '19.77',
  })
  expect(charged.body).toMatchObject({
    ...{ saleId, status: 'waiting', subtotal: '19.10', discount: '1.91', tip: '2.58', total: '19.77', note: 'Table 6' },
    qrCodeData: expect.stringContaining('lightning='),
  })
  await pay(charged.body.invoiceId)
  expect((await till.sale(saleId)).body).toMatchObject({ status: 'paid', paidBy: 'lightning' })
  expect((await till.state()).body.today).toEqual({ sales: 1, total: '19.77', tips: '2.58' })

  const listed = await ask(money.server, listInvoices, { token, query: { search: 'Flat white' } })
  expect(listed.body).toMatchObject([
    {
      ...{ invoiceId: charged.body.invoiceId, state: 'paid', amount: '19.77' },
      description: '2 × Flat white, Oat latte, Almond croissant. Table 6',
      createdBy: { type: 'till', name: expect.stringContaining('Till ') },
    },
  ])
  const { rows } = await sql<{ feeCents: bigint }>`
    select fee_cents from transactions where invoice_id = ${charged.body.invoiceId}`.execute(money.deps.db)
  expect(rows[0]?.feeCents).toBeGreaterThan(0n)
  const tills = await ask(money.server, listTills, { token })
  const own = (tills.body as unknown as { id: number; today: object }[]).find(({ id }) => id === device.tillId)
  expect(own?.today).toEqual({ sales: 1, total: '19.77', tips: '2.58' })
  await money.expectCleanAudit()
})

test('the same sale sent again, also at the same time, is charged once', async () => {
  const { till } = await newTill()
  const before = await countInvoices()
  const sale = keypadSale('12.40')
  const answers = await Promise.all(Array.from({ length: 8 }, () => till.charge(sale)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.invoiceId)}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect((await till.charge(sale)).body.invoiceId).toBe(answers[0]?.body.invoiceId)
  expect(await countInvoices()).toBe(before + 1)
  const changed = await till.charge({ ...sale, lines: [{ amount: '13.00' }], total: '13.00' })
  expect(changed.body).toMatchObject({ code: 'idempotency-key-reused' })
})

test('an answer that BTCPay lost is found by the repeat, and nothing is charged twice', async () => {
  const { till } = await newTill()
  const before = await countInvoices()
  await money.engine.control.fail({ calls: 1, mode: 'drop-after', method: 'POST', path: '/invoices' })
  const sale = keypadSale('7.00')
  expect((await till.charge(sale)).body).toMatchObject({ code: 'engine-unavailable' })
  await sql`update invoices set leased_until = null where merchant_id = ${store.merchantId}`.execute(money.deps.db)
  const found = await till.charge(sale)
  expect(found.body).toMatchObject({ status: 'waiting', total: '7.00' })
  expect(await countInvoices()).toBe(before + 1)
})

test('a price that changed is refused, and a repeated sale keeps its first price', async () => {
  const { till, idOf } = await newTill()
  const sale = { saleId: randomUUID(), lines: [{ itemId: idOf('Oat latte'), quantity: 1 }], total: '5.10' }
  const first = await till.charge(sale)
  expect(first.status).toBe(200)
  const params = { id: idOf('Oat latte') }
  const prices = [{ currency: 'USD', amount: '5.60' }]
  expect((await ask(money.server, changeItem, { token, params, body: { prices } })).status).toBe(200)
  expect((await till.charge({ ...sale, saleId: randomUUID() })).body).toMatchObject({ code: 'sale-changed' })
  expect((await till.charge(sale)).body).toMatchObject({ invoiceId: first.body.invoiceId, total: '5.10' })
})

test('counted items sell out, and return when the sale is canceled or expires unpaid', async () => {
  const { till, idOf } = await newTill()
  const stock = async () =>
    ((await till.state()).body.till as { items: { id: number; stock: number | null }[] }).items.find(
      ({ id }) => id === idOf('Almond croissant'),
    )?.stock
  const sell = (quantity: number) =>
    till.charge({
      saleId: randomUUID(),
      lines: [{ itemId: idOf('Almond croissant'), quantity }],
      total: (4.8 * quantity).toFixed(2),
    })
  const run = () => returnUnsoldStock(money.deps).run(new AbortController().signal)
  expect((await sell(3)).body).toMatchObject({ code: 'sold-out' })
  const [canceled, paid] = [await sell(1), await sell(1)]
  expect(await stock()).toBe(0)
  expect((await sell(1)).body).toMatchObject({ code: 'sold-out' })
  await till.cancel(String(canceled.body.saleId))
  await pay(paid.body.invoiceId)
  await run()
  expect(await stock()).toBe(1)
  await sell(1)
  await money.engine.control.clock({ advanceSeconds: 3600 })
  await money.pass(3600)
  await syncStore(money.deps, store.id)
  await run()
  await run()
  expect(await stock()).toBe(1)
})

test('a sale is canceled only while nobody has paid, and a payment outweighs the cancellation', async () => {
  const { till } = await newTill()
  const [one, two] = [keypadSale('3.00'), keypadSale('4.00')]
  const charged = [await till.charge(one), await till.charge(two)]
  expect((await till.cancel(one.saleId)).body).toMatchObject({ status: 'canceled' })
  await pay(charged[0]?.body.invoiceId)
  expect((await till.sale(one.saleId)).body).toMatchObject({ status: 'paid' })
  await pay(charged[1]?.body.invoiceId)
  expect((await till.cancel(two.saleId)).body).toMatchObject({ code: 'sale-not-cancelable' })
})

test('a device link binds one device once, is stored as a hash, and the cookie is for this till only', async () => {
  const created = await ask(money.server, createTill, {
    token,
    body: { name: 'Bar', slug: 'Bar-Till', tips: [10], items: [{ name: 'Tea', price: '2.50' }] },
  })
  expect(created.body).toMatchObject({ slug: 'bar-till' })
  expect((created.body.items as object[]).at(-1)).toMatchObject({ name: 'Tea', price: '2.50', stock: null })
  const params = { id: Number(created.body.id) }
  const added = await ask(money.server, addDeviceCall, { token, params, body: { name: 'Tablet' } })
  expect(added.body).toMatchObject({ status: 'waiting' })
  const url = new URL(String(added.body.link))
  expect(url.pathname).toBe('/pos/bar-till')
  const link = url.searchParams.get('link') ?? ''
  const bind = (slug = 'bar-till', used = link) =>
    ask(money.server, bindDevice, { params: { slug }, body: { link: used } })

  const other = await newTill()
  expect((await bind(other.device.slug)).body).toMatchObject({ code: 'till-link-spent' })
  const answers = await Promise.all([bind(), bind(), bind()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410])
  expect((await bind()).status).toBe(410)
  const cookie = String(answers.find(({ status }) => status === 200)?.headers['set-cookie'])
  expect(cookie).toMatch(/^bitquay_till=[\w-]{43}; Path=\/api\/pos\/bar-till; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  const own = { slug: 'bar-till', cookie: cookie.split(';')[0] ?? '' }
  expect((await useTill(money.server, own).state()).status).toBe(200)
  expect((await useTill(money.server, { ...own, slug: other.device.slug }).state()).body).toMatchObject({
    code: 'device-not-bound',
  })
  const { rows } = await sql<{ text: string }>`
    select string_agg(d::text, ' ') || (select string_agg(a::text, ' ') from act_log a) as text from till_devices d`.execute(
    money.deps.db,
  )
  expect(rows[0]?.text).toContain('till-device-bound')
  for (const secret of [link, own.cookie.slice('bitquay_till='.length)]) {
    expect(rows[0]?.text.includes(secret)).toBe(false)
    expect(rows[0]?.text.includes(Buffer.from(secret).toString('hex'))).toBe(false)
  }

  const late = await ask(money.server, addDeviceCall, { token, params, body: { name: 'Late' } })
  await money.pass(3601)
  const lateLink = new URL(String(late.body.link)).searchParams.get('link') ?? ''
  expect((await bind('bar-till', lateLink)).body).toMatchObject({ code: 'till-link-spent' })
})

test('a revoked device and its link are locked out at once', async () => {
  const { device, till } = await newTill()
  expect((await till.state()).status).toBe(200)
  const params = { id: device.tillId, deviceId: device.deviceId }
  expect((await ask(money.server, revokeTillDevice, { token, params })).status).toBe(200)
  const before = await countInvoices()
  for (const answer of [await till.state(), await till.charge(keypadSale('5.00'))]) {
    expect(answer).toMatchObject({ status: 401, body: { code: 'device-not-bound' } })
  }
  expect(await countInvoices()).toBe(before)
  expect((await ask(money.server, revokeTillDevice, { token, params })).status).toBe(404)

  const unused = await ask(money.server, addDeviceCall, { token, params, body: { name: 'Unused' } })
  const link = new URL(String(unused.body.link)).searchParams.get('link') ?? ''
  await ask(money.server, revokeTillDevice, { token, params: { ...params, deviceId: Number(unused.body.id) } })
  const bound = await ask(money.server, bindDevice, { params: { slug: device.slug }, body: { link } })
  expect(bound.status).toBe(410)
})

test('a device of a closed till or an inactive store is locked out', async () => {
  const { device, till } = await newTill()
  const set = (isActive: boolean) =>
    ask(money.server, changeTill, { token, params: { id: device.tillId }, body: { isActive } })
  await set(false)
  expect((await till.state()).status).toBe(401)
  await set(true)
  expect((await till.state()).status).toBe(200)
  const merchant = await addMerchant(money.server)
  const other = useTill(money.server, await addTillDevice(money.server, merchant.id))
  expect((await other.state()).status).toBe(200)
  await sql`update merchants set is_active = false where id = ${merchant.id}`.execute(money.deps.db)
  expect((await other.state()).status).toBe(401)
})

test('a device sees its own sales only, and nothing of another till or merchant', async () => {
  const { device, till } = await newTill()
  const sale = keypadSale('9.00')
  await till.charge(sale)
  const beside = useTill(money.server, await addDeviceTo(money.server, store.merchantId, device))
  const stranger = useTill(
    money.server,
    await addTillDevice(money.server, (await addMerchant(money.server)).id, { items: menu }),
  )
  for (const other of [beside, stranger]) {
    expect((await other.sale(sale.saleId)).status).toBe(404)
    expect((await other.cancel(sale.saleId)).status).toBe(404)
    expect((await other.emailReceipt(sale.saleId, 'eve@example.test')).status).toBe(404)
    expect((await other.state()).body.sales).toEqual([])
  }
  expect((await beside.charge(sale)).body).toMatchObject({ code: 'idempotency-key-reused' })
  const foreign = (await stranger.state()).body.till as { items: { id: number }[] }
  const sold = await till.charge({
    saleId: randomUUID(),
    lines: [{ itemId: foreign.items[0]?.id, quantity: 1 }],
    total: '4.60',
  })
  expect(sold.body).toMatchObject({ code: 'sale-changed' })
})

test('items of another merchant can’t be changed, and prices fit the currency', async () => {
  const one = await newTill()
  const merchant = await addMerchant(money.server)
  await addTillDevice(money.server, merchant.id, { items: menu })
  const other = await signInAs(money.server, merchant)
  const params = { id: one.idOf('Oat latte') }
  expect((await ask(money.server, changeItem, { token: other, params, body: { name: 'Stolen' } })).status).toBe(404)
  expect((await ask(money.server, removeItem, { token: other, params })).status).toBe(404)
  const prices = (amount: string, currency = 'USD') => [{ currency, amount }]
  const create = (body: object) => ask(money.server, createItem, { token, body })
  expect((await create({ name: 'Tea', prices: prices('2.505') })).body).toMatchObject({
    fields: [{ path: 'prices.0.amount' }],
  })
  const large = { name: 'Large', prices: prices('0.005') }
  expect(
    (await create({ name: 'Tea', prices: prices('2.50'), options: [{ name: 'Size', choices: [large] }] })).body,
  ).toMatchObject({ fields: [{ path: 'options.0.choices.0.prices' }] })
  expect(
    (await ask(money.server, createTill, { token, body: { name: 'Same', slug: one.device.slug } })).body,
  ).toMatchObject({ code: 'till-address-taken' })
})

test('all tills of a merchant sell the same items, each those priced in its currency', async () => {
  const merchant = await addMerchant(money.server)
  const owner = await signInAs(money.server, merchant)
  const create = (slug: string, currency: string, items: object[]) =>
    ask(money.server, createTill, { token: owner, body: { name: slug, slug, currency, items } })
  await create('catalog-one', 'USD', [
    { name: 'Tea', price: '2.50' },
    { name: 'Scone', price: '3.00' },
  ])
  await create('catalog-two', 'USD', [
    { name: 'Tea', price: '2.5' },
    { name: 'Scone', price: '3.50' },
  ])
  await create('catalog-yen', 'JPY', [])
  const add = await ask(money.server, createItem, {
    token: owner,
    body: { name: 'tea', prices: [{ currency: 'JPY', amount: '400' }] },
  })
  expect(add.status).toBe(200)
  const shown = async () => {
    const { body } = await ask(money.server, listTills, { token: owner })
    const tills = body as unknown as { slug: string; items: { name: string; price: string }[] }[]
    return tills.map(({ items }) => items.map(({ name, price }) => `${name} ${price}`))
  }
  const dollars = ['Tea 2.50', 'Scone 3.00', 'Scone 3.50']
  expect(await shown()).toEqual([dollars, dollars, ['Tea 400']])
  await ask(money.server, changeItem, {
    token: owner,
    params: { id: Number(add.body.id) },
    body: { prices: [{ currency: 'JPY', amount: '450' }] },
  })
  expect(await shown()).toEqual([dollars.slice(1), dollars.slice(1), ['Tea 450']])
  await ask(money.server, removeItem, { token: owner, params: { id: Number(add.body.id) } })
  expect((await shown()).at(-1)).toEqual([])
})

test('an item that is marked as sold out can’t be sold until the mark is gone', async () => {
  const { till, idOf } = await newTill()
  const params = { id: idOf('Oat latte') }
  const mark = (isSoldOut: boolean) => ask(money.server, changeItem, { token, params, body: { isSoldOut } })
  const sell = () => till.charge({ saleId: randomUUID(), lines: [{ itemId: params.id, quantity: 1 }], total: '5.10' })
  const isShownSoldOut = async () =>
    ((await till.state()).body.till as { items: { id: number; isSoldOut: boolean }[] }).items.find(
      ({ id }) => id === params.id,
    )?.isSoldOut
  await mark(true)
  expect(await isShownSoldOut()).toBe(true)
  expect((await sell()).body).toMatchObject({ code: 'sold-out' })
  await mark(false)
  expect(await isShownSoldOut()).toBe(false)
  expect((await sell()).status).toBe(200)
})

test('a sale keeps what was chosen, and the choices are part of its price', async () => {
  const { till } = await newTill()
  const usd = (amount: string) => [{ currency: 'USD', amount }]
  const body = {
    name: 'Cortado',
    prices: usd('4.00'),
    options: [
      { name: 'Size', choices: [{ name: 'Small' }, { name: 'Large', prices: usd('0.50') }] },
      { name: 'Milk', choices: [{ name: 'Oat', prices: usd('0.60') }] },
    ],
  }
  const { body: item } = await ask(money.server, createItem, { token, body })
  const sell = (choices: string[] | undefined, total: string) =>
    till.charge({ saleId: randomUUID(), lines: [{ itemId: item.id, quantity: 2, choices }], total })
  expect((await sell(undefined, '8.00')).body).toMatchObject({ lines: [{ choices: ['Small'], price: '4.00' }] })
  const charged = await sell(['Large', 'Oat'], '10.20')
  expect(charged.body).toMatchObject({ lines: [{ name: 'Cortado', choices: ['Large', 'Oat'], price: '5.10' }] })
  const listed = await ask(money.server, listInvoices, { token, query: { search: String(charged.body.invoiceId) } })
  expect(listed.body).toMatchObject([{ description: '2 × Cortado (Large, Oat)' }])
  expect((await sell(['Huge', ''], '8.00')).body).toMatchObject({ code: 'sale-changed' })
  expect((await sell(['Large', ''], '8.00')).body).toMatchObject({ code: 'sale-changed' })
  await ask(money.server, changeItem, { token, params: { id: Number(item.id) }, body: { options: [] } })
  expect((await till.sale(String(charged.body.saleId))).body).toMatchObject({ lines: [{ choices: ['Large', 'Oat'] }] })
})

test('a paid sale’s receipt is emailed once the customer asks, and not before it is paid', async () => {
  const { till } = await newTill()
  const sale = keypadSale('6.00')
  const { body } = await till.charge(sale)
  expect((await till.emailReceipt(sale.saleId, 'ida@example.test')).status).toBe(404)
  await pay(body.invoiceId)
  expect((await till.emailReceipt(sale.saleId, 'ida@example.test')).body).toEqual({ sent: true })
  const mail = await money.deps.db
    .selectFrom('mailOutbox')
    .select('subject')
    .where('recipient', '=', 'ida@example.test')
    .execute()
  expect(mail).toEqual([{ subject: 'tills: receipt for $6.00' }])
})

test('an item’s picture is encoded again, shown to the device, and deleted with its last use', async () => {
  const { till, idOf } = await newTill()
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer()
  const upload = (itemId: number, image: Buffer) =>
    ask(money.server, uploadItemImage, { token, params: { id: itemId }, body: { image: image.toString('base64') } })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect((await upload(idOf('Oat latte'), svg)).body).toMatchObject({ code: 'unsupported-image' })
  expect((await upload(2_000_000_000, picture)).status).toBe(404)
  const { body: uploaded } = await upload(idOf('Oat latte'), picture)
  expect((await upload(idOf('Flat white'), picture)).body.imageUrl).toBe(uploaded.imageUrl)
  const shown = ((await till.state()).body.till as { items: { name: string; imageUrl: string | null }[] }).items
  expect(shown.slice(-3).map(({ imageUrl }) => imageUrl)).toEqual([uploaded.imageUrl, uploaded.imageUrl, null])
  const served = () => money.server.app.inject({ url: String(uploaded.imageUrl) })
  const file = await served()
  expect(file.statusCode).toBe(200)
  expect((await sharp(file.rawPayload).metadata()).width).toBeLessThanOrEqual(320)
  expect(file.rawPayload.equals(picture)).toBe(false)

  const params = { id: idOf('Oat latte') }
  expect((await ask(money.server, removeItemImage, { token, params })).body).toMatchObject({ imageUrl: null })
  expect((await served()).statusCode).toBe(200)
  expect((await ask(money.server, removeItem, { token, params: { id: idOf('Flat white') } })).status).toBe(200)
  expect((await served()).statusCode).toBe(404)
})

test('sales tax is added or included, and a sale keeps the rate that it was charged with', async () => {
  const { server } = money
  const rate = await ask(server, createTaxRate, { token, body: { name: 'Sales tax', percent: '8.50' } })
  expect(rate.body).toMatchObject({ name: 'Sales tax', percent: '8.5', items: 0 })
  const taxRateId = Number(rate.body.id)
  const { body: item } = await ask(server, createItem, {
    token,
    body: { name: 'Taxed tea', prices: [{ currency: 'USD', amount: '4.60' }], taxRateId },
  })
  const { till, device } = await newTill([])
  const params = { id: device.tillId }
  const sell = (total: string, more: object = {}) =>
    till.charge({ saleId: randomUUID(), lines: [{ itemId: item.id, quantity: 2 }, { amount: '7.00' }], total, ...more })
  const added = await sell('17.47', { discountPercent: 10, tipPercent: 15 })
  expect(added.body).toMatchObject({
    ...{ subtotal: '16.20', discount: '1.62', tax: '0.70', tip: '2.19', total: '17.47', pricesIncludeTax: false },
    taxes: [{ name: 'Sales tax', percent: '8.5', amount: '0.70' }],
  })
  await pay(added.body.invoiceId)
  const receipt = await getReceipt(money.deps, String(added.body.invoiceId), 'en')
  expect(receipt.facts.slice(0, 2)).toEqual([
    ['Amount', '$17.47'],
    ['Sales tax 8.5%', '$0.70'],
  ])
  const change = { pricesIncludeTax: true, keypadTaxRateId: taxRateId, receiptFooter: 'Thanks!' }
  expect((await ask(server, changeTill, { token, params, body: change })).body).toMatchObject(change)
  expect((await sell('16.98')).body).toMatchObject({ code: 'sale-changed' })
  const included = await sell('16.20')
  expect(included.body).toMatchObject({ tax: '1.27', total: '16.20', pricesIncludeTax: true })

  const rateParams = { id: taxRateId }
  const changed = await ask(server, changeTaxRate, { token, params: rateParams, body: { name: 'VAT', percent: '20' } })
  expect(changed.body).toMatchObject({ name: 'VAT', percent: '20', items: 1 })
  expect((await till.sale(String(added.body.saleId))).body).toMatchObject({
    tax: '0.70',
    taxes: [{ name: 'Sales tax', percent: '8.5' }],
  })
  expect((await sell('16.20')).body).toMatchObject({ tax: '2.70', taxes: [{ name: 'VAT', percent: '20' }] })
  const remove = () => ask(server, removeTaxRate, { token, params: rateParams })
  expect((await remove()).body).toMatchObject({ code: 'tax-rate-in-use' })
  await ask(server, changeItem, { token, params: { id: Number(item.id) }, body: { taxRateId: null } })
  expect((await remove()).body).toMatchObject({ code: 'tax-rate-in-use' })
  await ask(server, changeTill, { token, params, body: { keypadTaxRateId: null } })
  expect((await remove()).status).toBe(200)
  expect((await sell('16.20')).body).toMatchObject({ tax: '0.00', taxes: [] })
})

test('a tax rate of another merchant can’t be used, changed or removed', async () => {
  const { server } = money
  const other = await signInAs(server, await addMerchant(server))
  const rate = await ask(server, createTaxRate, { token: other, body: { name: 'Theirs', percent: '5' } })
  const params = { id: Number(rate.body.id) }
  const body = { name: 'Tea', prices: [{ currency: 'USD', amount: '1.00' }], taxRateId: params.id }
  expect((await ask(server, createItem, { token, body })).body).toMatchObject({ fields: [{ path: 'taxRateId' }] })
  const { device } = await newTill([])
  expect(
    (await ask(server, changeTill, { token, params: { id: device.tillId }, body: { keypadTaxRateId: params.id } }))
      .body,
  ).toMatchObject({ fields: [{ path: 'keypadTaxRateId' }] })
  expect((await ask(server, changeTaxRate, { token, params, body: { name: 'Mine', percent: '1' } })).status).toBe(404)
  expect((await ask(server, removeTaxRate, { token, params })).status).toBe(404)
})

test('a file of items is previewed by row, and imported whole or not at all', async () => {
  const { server } = money
  const owner = await signInAs(server, await addMerchant(server))
  const run = (csv: string, preview = false) =>
    ask(server, importItems, { token: owner, body: { csv, currency: 'USD', preview } })
  await ask(server, createTaxRate, { token: owner, body: { name: 'Sales tax', percent: '8.5' } })
  await ask(server, createTill, {
    token: owner,
    body: { name: 'Bar', slug: 'import-bar', items: [{ name: 'Tea', price: '2.50', category: 'Drinks' }] },
  })
  const shown = async () => {
    const { body } = await ask(server, listTills, { token: owner })
    return (body as unknown as { items: object[] }[])[0]?.items
  }
  const bad = [
    'name,price,tax',
    'Tea,2.75,',
    'Bun,x,',
    'Pie,3.001,',
    'tea,1,',
    'Cake,4,9%',
    'Go to https://x.example,1,',
  ]
  const refused = await run(bad.join('\n'))
  expect(refused.body).toMatchObject({
    isSaved: false,
    rows: [
      { row: 2, act: 'change', problem: null },
      { row: 3, problem: 'Please enter a valid amount' },
      { row: 4, problem: 'Please enter a valid amount' },
      { row: 5, problem: 'This name is in the file twice' },
      { row: 6, problem: 'No tax rate has this name or percentage' },
      { row: 7, problem: expect.stringContaining('Leave out the link') },
    ],
  })
  expect(await shown()).toMatchObject([{ name: 'Tea', price: '2.50' }])
  const good =
    '\uFEFFName;Price;Options;Tax;Stock\r\nTea;2.75;;;\r\n"Bun; sweet";3;"Size: Small, Large +0.50";8.5%;12\r\n'
  expect((await run(good, true)).body).toMatchObject({ isSaved: false, rows: [{ act: 'change' }, { act: 'add' }] })
  expect(await shown()).toHaveLength(1)
  expect((await run(good)).body).toMatchObject({ isSaved: true })
  expect(await shown()).toMatchObject([
    { name: 'Tea', price: '2.75', category: 'Drinks', tax: null },
    {
      ...{ name: 'Bun; sweet', price: '3.00', stock: 12, tax: { percent: '8.5' } },
      options: [{ name: 'Size', choices: [{ name: 'Small' }, { name: 'Large', price: '0.50' }] }],
    },
  ])
  for (const csv of ['name\nTea', 'name,price', 'name,price\n"Tea"s,1', `name,price\n${'Tea,1\n'.repeat(501)}`]) {
    expect((await run(csv)).status).toBe(400)
  }
})
