import { randomUUID } from 'node:crypto'
import { listInvoices } from '@bitquay/contract/invoices'
import {
  addTillDevice as addDeviceCall,
  changeTill,
  createTill,
  listTills,
  removeItemImage,
  revokeTillDevice,
  uploadItemImage,
} from '@bitquay/contract/tills'
import { bindDevice } from '@bitquay/contract/tills.pos'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchant, addMerchantUser, ask, signInAs } from '../../test/people.ts'
import { addDeviceTo, addTillDevice, useTill } from '../../test/tills.ts'
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
  return { device, till, sold, idOf: (name: string) => sold.find((item) => item.name === name)?.id ?? 0 }
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
  const { till, idOf, device, sold } = await newTill()
  const sale = { saleId: randomUUID(), lines: [{ itemId: idOf('Oat latte'), quantity: 1 }], total: '5.10' }
  const first = await till.charge(sale)
  expect(first.status).toBe(200)
  const items = sold.map(({ id, name }) => ({ id, name, price: name === 'Oat latte' ? '5.60' : '1.00' }))
  const changed = await ask(money.server, changeTill, { token, params: { id: device.tillId }, body: { items } })
  expect(changed.status).toBe(200)
  expect((await till.charge({ ...sale, saleId: randomUUID() })).body).toMatchObject({ code: 'sale-changed' })
  expect((await till.charge(sale)).body).toMatchObject({ invoiceId: first.body.invoiceId, total: '5.10' })
})

test('counted items sell out, and return when the sale is canceled or expires unpaid', async () => {
  const { till, idOf } = await newTill()
  const stock = async () =>
    ((await till.state()).body.till as { items: { name: string; stock: number | null }[] }).items.find(
      ({ name }) => name === 'Almond croissant',
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
  expect(created.body).toMatchObject({ slug: 'bar-till', items: [{ name: 'Tea', price: '2.50', stock: null }] })
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

test('items of another till can’t be changed, and prices fit the currency', async () => {
  const [one, two] = [await newTill(), await newTill()]
  const change = (body: object) => ask(money.server, changeTill, { token, params: { id: one.device.tillId }, body })
  const foreign = { id: two.idOf('Oat latte'), name: 'Stolen', price: '1.00' }
  expect((await change({ items: [foreign] })).status).toBe(404)
  expect((await two.till.state()).body.till).toMatchObject({ items: menu.map(({ name }) => ({ name })) })
  expect((await change({ items: [{ name: 'Tea', price: '2.505' }] })).body).toMatchObject({
    fields: [{ path: 'items.0.price' }],
  })
  expect(
    (await ask(money.server, createTill, { token, body: { name: 'Same', slug: one.device.slug } })).body,
  ).toMatchObject({ code: 'till-address-taken' })
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
  const { device, till, sold, idOf } = await newTill()
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer()
  const upload = (itemId: number, image: Buffer) =>
    ask(money.server, uploadItemImage, {
      token,
      params: { id: device.tillId, itemId },
      body: { image: image.toString('base64') },
    })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect((await upload(idOf('Oat latte'), svg)).body).toMatchObject({ code: 'unsupported-image' })
  const other = await newTill()
  expect((await upload(other.idOf('Oat latte'), picture)).status).toBe(404)
  const { body: uploaded } = await upload(idOf('Oat latte'), picture)
  expect((await upload(idOf('Flat white'), picture)).body.imageUrl).toBe(uploaded.imageUrl)
  const shown = ((await till.state()).body.till as { items: { name: string; imageUrl: string | null }[] }).items
  expect(shown.map(({ imageUrl }) => imageUrl)).toEqual([uploaded.imageUrl, uploaded.imageUrl, null])
  const served = () => money.server.app.inject({ url: String(uploaded.imageUrl) })
  const file = await served()
  expect(file.statusCode).toBe(200)
  expect((await sharp(file.rawPayload).metadata()).width).toBeLessThanOrEqual(320)
  expect(file.rawPayload.equals(picture)).toBe(false)

  const params = { id: device.tillId, itemId: idOf('Oat latte') }
  expect((await ask(money.server, removeItemImage, { token, params })).body).toMatchObject({ imageUrl: null })
  expect((await served()).statusCode).toBe(200)
  const items = sold.filter(({ name }) => name === 'Oat latte').map(({ id, name }) => ({ id, name, price: '5.10' }))
  expect((await ask(money.server, changeTill, { token, params, body: { items } })).status).toBe(200)
  expect((await served()).statusCode).toBe(404)
})
