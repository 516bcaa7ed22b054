import { emailReceipt, getCheckout, reportCheckout } from '@bitquay/contract/checkout'
import { listNotifications } from '@bitquay/contract/notifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'
import { readPdf } from '../../test/read-pdf.ts'
import type { InvoiceOrder } from '../invoices/invoice-order.ts'
import { watchPlatform } from '../operations/worker.ts'
import { syncStore } from '../payments/sync-store.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
})
afterAll(() => money.close())

let count = 0
const newShop = async () => {
  const name = `receipt-shop-${++count}`
  return { ...(await money.newStore(name)), name }
}
type Shop = Awaited<ReturnType<typeof newShop>>

const newInvoice = async (shop: Shop, more: Partial<InvoiceOrder> = {}) =>
  String((await makeInvoice(money.deps, shop.merchantId, '265.00', more)).invoiceId)

const pay = async (shop: Shop, invoiceId: string, method: 'onchain' | 'lightning' = 'onchain') => {
  await money.engine.control.pay({ invoiceId, method })
  await money.mine(1, shop)
  await money.server.advance(31)
  await syncStore(money.deps, shop.id)
}

const paidInvoice = async (shop: Shop, more: Partial<InvoiceOrder> = {}) => {
  const invoiceId = await newInvoice(shop, more)
  await pay(shop, invoiceId)
  return invoiceId
}

/** A different network each time, since a stranger has many. */
let sources = 0
const someone = () => `198.51.${100 + (++sources >> 8)}.${sources & 255}`

const send = (invoiceId: string, email?: string, from = someone()) =>
  ask(money.server, emailReceipt, { params: { invoiceId }, body: email === undefined ? {} : { email }, from })
const receiptsTo = (...recipients: string[]) =>
  money.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', 'in', recipients).execute()
const fetchPdf = (invoiceId: string, from = someone()) =>
  money.server.app.inject({ url: `/api/checkout/${invoiceId}/receipt`, remoteAddress: from })

test('a stranger with the link cannot use it to send more than 3 emails, from any source and at any time', async () => {
  const shop = await newShop()
  const invoiceId = await paidInvoice(shop)
  const victims = Array.from({ length: 12 }, (_, index) => `victim-${index}@example.test`)
  const answers = await Promise.all(victims.map((victim) => send(invoiceId, victim)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ body }) => body.code === 'receipt-limit-reached')).toHaveLength(9)
  expect(await receiptsTo(...victims)).toHaveLength(3)
  await money.server.advance(400 * 86_400)
  expect(await send(invoiceId, 'victim-later@example.test')).toMatchObject({
    status: 409,
    body: { message: 'This receipt was already emailed 3 times. Download the PDF instead.' },
  })
  expect(await receiptsTo('victim-later@example.test')).toEqual([])
})

test('one mailbox gets at most 3 receipts an hour, whatever its spelling and however many invoices are paid', async () => {
  const shop = await newShop()
  const invoices = [await paidInvoice(shop), await paidInvoice(shop)]
  const spellings = ['one@example.test', 'One+a@example.test', 'one+b@EXAMPLE.test', 'one+c@example.test']
  const statuses: number[] = []
  for (const [index, spelling] of spellings.entries()) {
    statuses.push((await send(invoices[index % 2] ?? '', spelling)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  // The refusal counted nothing: the invoice still has a receipt for its customer.
  expect((await send(invoices[1] ?? '', 'customer-of-both@example.test')).status).toBe(200)
})

test('one source sends at most 10 receipts an hour, and gets at most 30 PDFs a minute', async () => {
  const shop = await newShop()
  const invoiceId = await paidInvoice(shop)
  const from = someone()
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, index) => send(invoiceId, `s${index}@example.test`, from)),
  )
  expect(sent.filter(({ status }) => status === 429)).toHaveLength(2)
  const files = await Promise.all(Array.from({ length: 32 }, () => fetchPdf('no-such-invoice', from)))
  expect(files.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
})

test('the email holds facts of the invoice and nothing that the request chose', async () => {
  const shop = await newShop()
  const bait = 'Visit https://evil.example/prize'
  const invoiceId = await paidInvoice(shop, {
    description: `Trail tent. ${bait}`,
    customerName: 'Claim your prize now',
    metadata: { note: 'Claim your prize now' },
  })
  const answer = await ask(money.server, emailReceipt, {
    params: { invoiceId },
    body: { email: 'ida@example.test' },
    device: 'Claim your prize now',
    from: someone(),
    headers: { 'accept-language': 'Claim your prize now', referer: 'https://evil.example/' },
  })
  expect(answer).toMatchObject({ status: 200, body: { sent: true } })
  const [email] = await receiptsTo('ida@example.test')
  expect(email?.subject).toBe(`${shop.name}: receipt for $265.00`)
  const { body: checkout } = await ask(money.server, getCheckout, { params: { invoiceId } })
  const [payment] = checkout.payments as { txid: string }[]
  for (const body of [email?.bodyText, email?.bodyHtml?.replace(/<[^>]+>/g, '')]) {
    expect(body).toContain('$265.00')
    expect(body).toContain(payment?.txid)
    expect(body).toContain(String(checkout.confirmedInBlock).replace(/\B(?=(\d{3})+$)/g, ','))
    expect(body).toContain(`/i/${invoiceId}`)
    expect(body).not.toMatch(/evil\.example|Claim your prize/)
  }
  // Neither extra fields nor a second recipient get in.
  for (const body of [
    { email: 'ida@example.test', message: 'hello' },
    { email: 'ida@example.test\r\nBcc: eve@example.test' },
    { email: 'ida@example.test, eve@example.test' },
    { email: ['ida@example.test', 'eve@example.test'] },
  ]) {
    const refused = await ask(money.server, emailReceipt, { params: { invoiceId }, body, from: someone() })
    expect(refused.status, JSON.stringify(body)).toBe(400)
  }
  expect(await receiptsTo('ida@example.test')).toHaveLength(1)
})

test('the address on the invoice gets the receipt without being shown to people who have the link', async () => {
  const shop = await newShop()
  const invoiceId = await paidInvoice(shop, { customerEmail: 'private@example.test' })
  const before = (await receiptsTo('private@example.test')).length
  const checkout = await ask(money.server, getCheckout, { params: { invoiceId } })
  expect(checkout.body.emailOnFile).toBe(true)
  const answer = await send(invoiceId)
  expect(answer).toMatchObject({ status: 200, body: { sent: true } })
  expect(await receiptsTo('private@example.test')).toHaveLength(before + 1)
  const shown = [
    JSON.stringify(checkout.body),
    JSON.stringify(answer.body),
    readPdf((await fetchPdf(invoiceId)).rawPayload),
  ]
  for (const text of shown) expect(String(text)).not.toContain('private@example.test')
  const without = await paidInvoice(shop)
  expect(await send(without)).toMatchObject({ status: 400, body: { message: 'Enter your email address' } })
})

test('there is no receipt before payment, while it confirms, after a reorganization, or for an unknown invoice', async () => {
  const shop = await newShop()
  const invoiceId = await newInvoice(shop)
  const expectNone = async (id: string) => {
    expect((await fetchPdf(id)).statusCode).toBe(404)
    expect((await send(id, 'early@example.test')).status).toBe(404)
  }
  await expectNone('no-such-invoice')
  await expectNone(invoiceId)
  await money.engine.control.pay({ invoiceId, method: 'onchain' })
  await money.server.advance(31)
  await syncStore(money.deps, shop.id)
  const seen = await ask(money.server, getCheckout, { params: { invoiceId } })
  expect(seen.body).toMatchObject({ status: 'processing', confirmedInBlock: null })
  await expectNone(invoiceId)

  await money.mine(1, shop)
  const paid = await ask(money.server, getCheckout, { params: { invoiceId } })
  expect(paid.body).toMatchObject({ status: 'settled', confirmedInBlock: expect.any(Number) })
  expect((await fetchPdf(invoiceId)).statusCode).toBe(200)

  await money.engine.control.reorg({ depth: 1, empty: true })
  await money.server.advance(31)
  await syncStore(money.deps, shop.id)
  const undone = await ask(money.server, getCheckout, { params: { invoiceId } })
  expect(undone.body).toMatchObject({ status: 'processing', confirmedInBlock: null })
  await expectNone(invoiceId)
  expect(await receiptsTo('early@example.test')).toEqual([])
})

test('the PDF shows what the checkout shows, as text, with its fonts embedded', async () => {
  const shop = await newShop()
  const invoiceId = await paidInvoice(shop, { description: 'Żółty tent, two person', customerName: 'Ida Solberg' })
  const { body: checkout } = await ask(money.server, getCheckout, { params: { invoiceId } })
  const answer = await fetchPdf(invoiceId)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${invoiceId}.pdf"`,
  })
  const [payment] = checkout.payments as { txid: string }[]
  const lines = readPdf(answer.rawPayload)
  const words = lines.flat()
  for (const word of [
    shop.name,
    'Receipt',
    '$265.00',
    'Żółty tent, two person',
    `${String(checkout.amountBtc)} BTC`,
    'Bitcoin, on-chain',
    Number(checkout.confirmedInBlock).toLocaleString('en-US'),
    invoiceId,
    'No real money was paid.',
  ]) {
    expect(words).toContain(word)
  }
  // A hash may need two lines.
  expect(words.join('')).toContain(payment?.txid)
  expect(words.join(' ')).not.toMatch(/Ida Solberg|\bfees?\b/i)
  expect(answer.rawPayload.toString('latin1').match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(2)
  expect(countPages(answer.rawPayload)).toBe(1)
})

const countPages = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\n/g)?.length

test('a Lightning payment has no block on its receipt, and a long description stays on one page', async () => {
  const shop = await newShop()
  const invoiceId = await newInvoice(shop, { description: 'Rope and tackle. '.repeat(29) })
  await pay(shop, invoiceId, 'lightning')
  const { rawPayload } = await fetchPdf(invoiceId)
  expect(countPages(rawPayload)).toBe(1)
  const words = readPdf(rawPayload).flat()
  expect(words).toContain('Bitcoin, Lightning')
  expect(words).toContain('Payment hash')
  expect(words.join(' ')).not.toContain('Confirmed in block')
})

test('a reported page reaches every admin once, with the invoice and the merchant from the server', async () => {
  const admin = await addAdmin(money.server)
  const shop = await newShop()
  const invoiceId = await newInvoice(shop)
  const report = (body: object, from = someone()) =>
    ask(money.server, reportCheckout, { params: { invoiceId }, body, from })
  expect((await report({ reason: '  ' })).status).toBe(400)
  expect((await report({ reason: 'Scam', merchantId: 1 })).status).toBe(400)
  expect(await report({ reason: 'They never shipped.', contact: 'kim@example.test' })).toMatchObject({
    status: 200,
    body: { reported: true },
  })
  const notices = async () => {
    await watchPlatform(money.deps)
    const token = await signInAs(money.server, admin)
    const { body } = await ask(money.server, listNotifications, { token })
    return (body as unknown as { alert?: string; sentence?: string }[]).filter(({ alert }) => alert === 'page-reported')
  }
  const [notice] = await notices()
  expect(notice?.sentence).toBe(
    `A visitor reported the checkout of invoice ${invoiceId} from ${shop.name} (merchant ${shop.merchantId}): “They never shipped.” Contact: kim@example.test`,
  )
  await report({ reason: 'Same here.' })
  await money.server.advance(61)
  expect(await notices()).toHaveLength(1)
  await money.server.advance(61)
  expect((await notices())[0]?.sentence).toContain('“Same here.” They left no contact. Reported 2 times in 7 days.')
  const subjects = (await receiptsTo(admin.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === `A visitor reported a checkout of ${shop.name}`)).toHaveLength(1)
  await money.server.advance(8 * 86_400)
  expect(await notices()).toEqual([])
})

test('reports are limited per source and per page, and an unknown page has none', async () => {
  const shop = await newShop()
  const invoiceId = await newInvoice(shop)
  const report = (from: string, id = invoiceId) =>
    ask(money.server, reportCheckout, { params: { invoiceId: id }, body: { reason: 'Scam' }, from })
  const from = someone()
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => report(from)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  const others = await Promise.all(Array.from({ length: 20 }, () => report(someone())))
  expect(others.filter(({ status }) => status === 200)).toHaveLength(15)
  expect((await report(someone(), 'no-such-invoice')).status).toBe(404)
})

test('a receipt has the address, tax ID and local time of the business, and an email no web address', async () => {
  const shop = await newShop()
  const invoiceId = await paidInvoice(shop)
  const readText = async () =>
    readPdf((await fetchPdf(invoiceId)).rawPayload)
      .flat()
      .join('\n')
  expect(await readText()).not.toContain('Tax ID')
  await saveDetails(shop.merchantId)
  const text = await readText()
  for (const line of ['Pelican Coffee LLC', '14 Wharf Street', 'Portland, ME 04101, United States', '84-2917364']) {
    expect(text).toContain(line)
  }
  expect(text).toContain('+1 207 555 0142 · pelican.coffee')
  expect(text).not.toContain('UTC')
  await send(invoiceId, 'reader@example.test')
  const [email] = await receiptsTo('reader@example.test')
  expect(email?.bodyText).toContain('84-2917364')
  expect(email?.bodyText).not.toContain('pelican.coffee')
})

const saveDetails = (merchantId: number) =>
  money.deps.db
    .updateTable('merchants')
    .set({
      ...{
        legalName: 'Pelican Coffee LLC',
        street: '14 Wharf Street',
        city: 'Portland',
        region: 'ME',
        postalCode: '04101',
      },
      ...{ country: 'US', taxId: '84-2917364', phone: '+1 207 555 0142', website: 'https://pelican.coffee' },
      timeZone: 'America/New_York',
    })
    .where('id', '=', merchantId)
    .execute()
