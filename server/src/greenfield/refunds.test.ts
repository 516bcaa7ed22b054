import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveRefund, claimRefund, viewRefund } from '@bitquay/contract/refunds'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectPublishedFields } from '../../test/btcpay-fields.ts'
import { type Delivering, startDelivering } from '../../test/deliver-webhooks.ts'
import { drawPagesFromSource } from '../../test/draw-pages.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask, codeOf, forgetCodes } from '../../test/people.ts'
import { type RefundShop, refundShops } from '../../test/refund-shops.ts'
import { startWebhookReceiver, until, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { serveGreenfield } from './routes.ts'

let money: Money
let pages: FastifyInstance
let folder: string
let delivering: Delivering
let receiver: WebhookReceiver
let shops: ReturnType<typeof refundShops>
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
  shops = refundShops(money)
  receiver = await startWebhookReceiver()
  delivering = startDelivering(money.deps)
  folder = await mkdtemp(join(tmpdir(), 'bitquay-pull-payments-'))
  await writeFile(join(folder, 'refund.html'), '<html lang="en"><title>x</title><div id="root"></div></html>')
  pages = createHttpServer({ logLevel: 'silent', trustProxy: undefined, secure: false, toApiError: () => undefined })
  serveGreenfield(pages, { ...money.deps, draw: await drawPagesFromSource() }, folder, () => undefined)
})
afterAll(async () => {
  await pages.close()
  await rm(folder, { recursive: true, force: true })
  await delivering.stop()
  await receiver.close()
  await money.close()
})

type Answer = { status: number; text: string; body: Record<string, unknown> }

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, key?: string, payload?: object) => {
  const answer = await money.server.app.inject({
    method,
    url: `/btcpay${path}`,
    headers: {
      ...(key === undefined ? {} : { authorization: `token ${key}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return {
    status: answer.statusCode,
    text: answer.body,
    body: isJson ? (JSON.parse(answer.body) as Record<string, unknown>) : {},
  } satisfies Answer
}
const inStore = ({ store }: RefundShop, path: string) => `/api/v1/stores/${store.storeId}${path}`

/** A paid order of $100, as a shop's plugin creates it. */
const paidOrder = async (shop: RefundShop, orderId: string, buyerEmail = 'payer@example.test') => {
  const metadata = { orderId, buyerEmail }
  const created = await call('POST', inStore(shop, '/invoices'), shop.key, { amount: '100', currency: 'USD', metadata })
  const invoiceId = String(created.body.id)
  await money.engine.control.pay({ invoiceId, method: 'onchain' })
  await shops.look(shop)
  await money.engine.control.mine({ blocks: 1 })
  await shops.look(shop)
  return invoiceId
}
const pull = (shop: RefundShop, name: string, more: object = {}) =>
  call('POST', inStore(shop, '/pull-payments'), shop.key, {
    ...{ name, description: null, amount: '40.00', currency: 'USD', period: null, BOLT11Expiration: null },
    ...{ autoApproveClaims: false, startsAt: null, expiresAt: null },
    ...{ paymentMethods: ['BTC_CHAIN', 'BTC_LN'], payoutMethods: ['BTC_CHAIN', 'BTC_LN'] },
    ...more,
  })
/** The token of the newest claim link that was emailed. */
const emailedToken = async (recipient: string) => {
  const { bodyText } = await money.deps.db
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('recipient', '=', recipient)
    .where('subject', 'like', 'Refund from%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/r\/([\w-]{20,})/.exec(bodyText)?.[1] ?? ''
}
const claim = (token: string, address: string) => ask(money.server, claimRefund, { body: { token, address } })
const refundsOf = ({ store }: RefundShop) =>
  money.deps.db.selectFrom('refunds').selectAll().where('merchantId', '=', store.merchantId).orderBy('id').execute()
const events = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
const sats = 40_000n

test('a refund from the shop is claimed, approved with 2FA and confirmed, and the shop is notified', async () => {
  const shop = await shops.newShop({ dailyRefundLimitUsd: '0.00' })
  const current = await call('GET', '/api/v1/api-keys/current', shop.key)
  expect(current.body.permissions).toContain(`btcpay.store.cancreatenonapprovedpullpayments:${shop.store.storeId}`)
  await call('POST', inStore(shop, '/webhooks'), shop.key, { url: receiver.url })
  const invoiceId = await paidOrder(shop, '1001')
  const created = await pull(shop, 'Refund of order 1001; arrived broken')
  expect(created).toMatchObject({
    status: 200,
    body: { amount: '40.00', currency: 'USD', archived: false, autoApproveClaims: false },
  })
  const id = String(created.body.id)
  expect(created.body.viewLink).toBe(`${money.deps.config.publicUrl}/btcpay/pull-payments/${id}`)

  const address = await money.strangersAddress()
  const token = await emailedToken('payer@example.test')
  expect(await claim(token, address)).toMatchObject({
    status: 200,
    body: { status: 'claimed', awaitingApproval: true, txid: null },
  })
  await money.runSends()
  expect(await money.countPaid(address, sats)).toBe(0)
  expect((await call('GET', inStore(shop, '/payouts'), shop.key)).body).toMatchObject([
    { pullPaymentId: id, state: 'AwaitingApproval', destination: address },
  ])

  const [{ id: refundId } = { id: 0 }] = await refundsOf(shop)
  const approve = (body: object) =>
    ask(money.server, approveRefund, { token: shop.token, params: { id: refundId }, body })
  expect((await approve({})).body.code).toBe('invalid-verification-code')
  expect((await approve({ twoFactorToken: '000000' })).body.code).toBe('invalid-verification-code')
  expect((await refundsOf(shop)).map(({ sendId }) => sendId)).toEqual([null])
  await forgetCodes(money.server, shop.owner)
  expect(await approve({ twoFactorToken: codeOf(shop.secret) })).toMatchObject({
    status: 200,
    body: { status: 'claimed', awaitingApproval: false },
  })
  // Approving twice pays once.
  await forgetCodes(money.server, shop.owner)
  expect((await approve({ twoFactorToken: codeOf(shop.secret) })).status).toBe(200)
  await money.runSends()
  await money.mine(1, shop.store)
  expect(await money.countPaid(address, sats)).toBe(1)
  expect((await ask(money.server, viewRefund, { body: { token } })).body).toMatchObject({ status: 'paid' })
  const { body: payouts } = await call('GET', inStore(shop, '/payouts'), shop.key)
  const [payout] = payouts as unknown as { state: string; paymentProof: object }[]
  expect(payout?.state).toBe('Completed')
  expectPublishedFields('refunds', {
    PullPaymentData: created.body,
    PayoutData: payout,
    PayoutPaymentProof: payout?.paymentProof,
  })

  const ofRefund = () => events().filter(({ pullPaymentId }) => pullPaymentId === id)
  await until('the shop knows', () => ofRefund().length === 4)
  expect(ofRefund()).toMatchObject([
    { type: 'InvoiceRefund', invoiceId, metadata: { orderId: '1001' } },
    { type: 'PayoutCreated', invoiceId, payoutId: id, payoutState: 'AwaitingApproval' },
    { type: 'PayoutUpdated', invoiceId, payoutId: id, payoutState: 'InProgress' },
    { type: 'PayoutUpdated', invoiceId, payoutId: id, payoutState: 'Completed' },
  ])
})

test('a refund keeps the name and the description that the shop gave it apart', async () => {
  const shop = await shops.newShop()
  const offer = async (orderId: string, texts: object) => {
    await paidOrder(shop, orderId)
    const { status, text, body } = await pull(shop, `Refund of order ${orderId}`, texts)
    expect(status, text).toBe(200)
    const { body: read } = await call('GET', `/api/v1/pull-payments/${String(body.id)}`)
    expect(read).toEqual(body)
    return { name: body.name, description: body.description }
  }
  expect(await offer('2001', { description: 'It arrived\nbroken' })).toEqual({
    name: 'Refund of order 2001',
    description: 'It arrived broken',
  })
  expect(await offer('2002', {})).toEqual({ name: 'Refund of order 2002', description: '' })
  const named = await offer('2003', { name: null, description: 'order 2003' })
  expect(named).toEqual({ name: expect.stringMatching(/^Refund \w+$/), description: 'order 2003' })
  // Its customer reads both.
  expect((await refundsOf(shop)).map(({ reason }) => reason)).toEqual([
    'Refund of order 2001 It arrived broken',
    'Refund of order 2002',
    'order 2003',
  ])
})

test('a refund of an order that nobody paid says that', async () => {
  const shop = await shops.newShop()
  const metadata = { orderId: '3001', buyerEmail: 'payer@example.test' }
  const { body } = await call('POST', inStore(shop, '/invoices'), shop.key, { amount: '5', metadata })
  const refused = {
    status: 400,
    body: { code: 'non-refundable', message: 'Nothing was paid on this invoice, so there is nothing to refund.' },
  }
  const refund = { refundVariant: 'RateThen' }
  expect(await call('POST', inStore(shop, `/invoices/${String(body.id)}/refund`), shop.key, refund)).toMatchObject(
    refused,
  )
  expect(await pull(shop, 'Refund of order 3001')).toMatchObject(refused)
})

test('orders send no emails, so a shop with many of them can still offer refunds', async () => {
  const shop = await shops.newShop()
  const invoiceId = await paidOrder(shop, 'busy', 'busy@example.test')
  for (let order = 0; order < 20; order += 1) {
    const metadata = { orderId: `busy-${order}`, buyerEmail: `buyer-${order}@example.test` }
    await call('POST', inStore(shop, '/invoices'), shop.key, { amount: '1', currency: 'USD', metadata })
  }
  const sent = () =>
    money.deps.db.selectFrom('mailOutbox').select('subject').where('merchantId', '=', shop.store.merchantId).execute()
  expect((await sent()).filter(({ subject }) => subject.includes('invoice for'))).toEqual([])
  const offered = await call('POST', inStore(shop, `/invoices/${invoiceId}/refund`), shop.key, {
    refundVariant: 'CurrentRate',
    payoutMethodId: 'BTC-CHAIN',
  })
  expect(offered.status, offered.text).toBe(200)
  expect(await emailedToken('busy@example.test')).not.toBe('')
})

test('a thief with the key, all ids and all webhooks gets nothing', async () => {
  const shop = await shops.newShop({ dailyRefundLimitUsd: '100000.00' })
  const thief = await money.strangersAddress()
  receiver.received.length = 0
  await call('POST', inStore(shop, '/webhooks'), shop.key, { url: receiver.url })
  const invoices = [await paidOrder(shop, 'a-1', 'one@example.test'), await paidOrder(shop, 'a-2', 'two@example.test')]
  const seen: string[] = []
  const note = async (answer: Promise<Answer>) => {
    const { text, ...rest } = await answer
    seen.push(text)
    return rest
  }
  for (const [index, invoiceId] of invoices.entries()) {
    const own = inStore(shop, `/invoices/${invoiceId}`)
    await note(
      call('PUT', own, shop.key, { metadata: { orderId: `a-${index + 1}`, buyerEmail: 'thief@example.test' } }),
    )
    await note(call('POST', `${own}/refund`, shop.key, { refundVariant: 'OverpaidAmount' }))
    expect((await note(call('POST', `${own}/refund`, shop.key, { refundVariant: 'RateThen' }))).status).toBe(200)
    await note(pull(shop, `Refund of order a-${index + 1}`))
  }
  await note(call('GET', inStore(shop, '/pull-payments?includeArchived=true'), shop.key))
  await note(call('GET', inStore(shop, '/payouts?includeCancelled=true'), shop.key))
  const offered = await refundsOf(shop)
  expect(offered).toHaveLength(2)
  for (const { publicId, id } of offered) {
    const payout = { destination: thief, amount: '0.0001', payoutMethodId: 'BTC-CHAIN' }
    await note(call('GET', `/api/v1/pull-payments/${publicId}`))
    await note(call('GET', `/api/v1/pull-payments/${publicId}/payouts`))
    const page = await pages.inject({ url: `/btcpay/pull-payments/${publicId}` })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('The customer hasn’t claimed it yet.')
    seen.push(page.body)
    expect((await note(call('POST', `/api/v1/pull-payments/${publicId}/payouts`, undefined, payout))).status).toBe(403)
    expect((await note(call('POST', `/api/v1/pull-payments/${publicId}/payouts`, shop.key, payout))).status).toBe(403)
    for (const path of ['/payouts', `/payouts/${publicId}`, `/payouts/${publicId}/mark`]) {
      const tried = await note(call('POST', inStore(shop, path), shop.key, { ...payout, pullPaymentId: publicId }))
      expect(tried.status, path).toBe(404)
    }
    for (const token of [publicId, String(id).padStart(20, '0'), ...invoices]) {
      expect((await claim(token, thief)).status).not.toBe(200)
    }
  }
  await until('the webhooks came', () => events().filter(({ type }) => type === 'InvoiceRefund').length === 2)
  seen.push(...receiver.received.map(({ body }) => body))
  const visible = seen.join('\n')
  for (const recipient of ['one@example.test', 'two@example.test']) {
    const token = await emailedToken(recipient)
    expect(token.length).toBeGreaterThan(20)
    expect(visible).not.toContain(token)
  }
  expect(visible).not.toContain('/r/')
  const { rows } = await sql`select from mail_outbox where recipient = 'thief@example.test'`.execute(money.deps.db)
  expect(rows).toEqual([])
  await money.runSends()
  await money.mine(1, shop.store)
  const sends = await sql<{ count: number }>`
    select count(*)::integer as count from sends where merchant_id = ${shop.store.merchantId}`.execute(money.deps.db)
  expect(sends.rows).toEqual([{ count: 0 }])
})

test('a claim is sent without a person only while it fits the daily limit of its key', async () => {
  const shop = await shops.newShop({ dailyRefundLimitUsd: '50.00' })
  await paidOrder(shop, '2001')
  await paidOrder(shop, '2002')
  await paidOrder(shop, '2003')
  const claimOf = async (orderId: string) => {
    expect((await pull(shop, `Refund of order ${orderId}; late`)).status).toBe(200)
    const address = await money.strangersAddress()
    const { body } = await claim(await emailedToken('payer@example.test'), address)
    return body.awaitingApproval
  }
  expect(await claimOf('2001')).toBe(false)
  expect(await claimOf('2002')).toBe(true)
  await money.pass(24 * 3600)
  expect((await pull(shop, 'Refund of order 2003; late')).status).toBe(200)
  // The owner noticed the theft of the key: what it started waits.
  await sql`update api_keys set revoked_at = app_now() where merchant_id = ${shop.store.merchantId}`.execute(
    money.deps.db,
  )
  const { body } = await claim(await emailedToken('payer@example.test'), await money.strangersAddress())
  expect(body.awaitingApproval).toBe(true)
})

test('a pull payment belongs to an invoice of the store, and fits what it received', async () => {
  const [shop, other] = [await shops.newShop(), await shops.newShop()]
  const invoiceId = await paidOrder(shop, '3001')
  const theirs = await paidOrder(other, '9001')
  for (const name of ['', 'Refund', 'Refund of order 9999; 3001', 'Refund of order 9001', `Refund ${theirs}`]) {
    expect(await pull(shop, name), name).toMatchObject({ status: 422, body: [{ path: 'Name' }] })
  }
  for (const [more, path] of [
    [{ amount: '100.01' }, 'Amount'],
    [{ amount: '0' }, 'Amount'],
    [{ currency: 'EUR' }, 'Currency'],
    [{ payoutMethods: ['LTC-CHAIN'] }, 'PayoutMethods[0]'],
  ] as const) {
    expect(await pull(shop, 'Refund of order 3001', more), path).toMatchObject({ status: 422, body: [{ path }] })
  }
  expect(await pull(shop, 'Refund of order 3001', { autoApproveClaims: true })).toMatchObject({
    status: 403,
    body: { missingPermission: 'btcpay.store.cancreatepullpayments' },
  })
  expect(await refundsOf(shop)).toEqual([])

  const refund = (payload: object) => call('POST', inStore(shop, `/invoices/${invoiceId}/refund`), shop.key, payload)
  expect(await refund({ refundVariant: 'Sometimes' })).toMatchObject({ status: 422, body: [{ path: 'RefundVariant' }] })
  expect(await refund({ refundVariant: 'Custom' })).toMatchObject({ status: 422, body: [{ path: 'CustomAmount' }] })
  expect(await refund({ refundVariant: 'OverpaidAmount' })).toMatchObject({
    status: 400,
    body: { code: 'non-refundable' },
  })
  const custom = await refund({ refundVariant: 'Custom', customAmount: '25', customCurrency: 'USD', name: 'Size' })
  expect(custom).toMatchObject({ status: 200, body: { amount: '25.00', currency: 'USD', name: 'Size' } })
  const path = inStore(shop, `/pull-payments/${String(custom.body.id)}`)
  expect((await call('DELETE', path, other.key)).status).toBe(403)
  expect((await call('DELETE', path, shop.key)).status).toBe(200)
  expect((await call('GET', inStore(shop, '/pull-payments'), shop.key)).body).toEqual([])
  const left = await refund({ refundVariant: 'RateThen', subtractPercentage: 10 })
  expect(left).toMatchObject({ status: 200, body: { amount: '0.00090000', currency: 'BTC' } })

  const page = await pages.inject({ url: `/btcpay/pull-payments/${String(left.body.id)}` })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Unclaimed')
  expect(page.body).not.toContain('<form')
  const unknown = await pages.inject({ url: `/btcpay/pull-payments/${'0'.repeat(32)}` })
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json()).toMatchObject({ code: 'pullpayment-not-found' })
})

test('a percentage is one of the whole payment: repeated requests refund it once', async () => {
  const shop = await shops.newShop()
  const refund = (invoiceId: string, refundVariant: string) =>
    call('POST', inStore(shop, `/invoices/${invoiceId}/refund`), shop.key, { refundVariant, subtractPercentage: 10 })
  const { invoiceId: exact } = await shops.paidInvoice(shop)
  expect(await refund(exact, 'OverpaidAmount')).toMatchObject({ status: 400, body: { code: 'non-refundable' } })
  expect(await refundsOf(shop)).toEqual([])

  for (const [variant, refundedSats] of [
    ['OverpaidAmount', 45_000n],
    ['RateThen', 135_000n],
  ] as const) {
    const { invoiceId } = await shops.paidInvoice(shop, { amountsBtc: ['0.00150000'] })
    const together = await Promise.all(Array.from({ length: 8 }, () => refund(invoiceId, variant)))
    const later = await refund(invoiceId, variant)
    const statuses = [...together, later].map(({ status }) => status).sort((a, b) => a - b)
    expect(statuses, variant).toEqual([200, ...Array.from({ length: 8 }, () => 422)])
    expect(await shops.sumRefunds(invoiceId, 'offered'), variant).toBe(refundedSats)
  }
})
