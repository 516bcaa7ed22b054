import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import {
  ApiKeysService,
  InvoicesService,
  NotificationsCurrentUserService,
  OpenAPI,
  ServerInfoService,
  StoresService,
  WebhooksService,
} from 'btcpay-greenfield-node-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { expectPublishedFields } from '../../test/btcpay-fields.ts'
import { type Delivering, startDelivering } from '../../test/deliver-webhooks.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { addMerchant } from '../../test/people.ts'
import { recordAnyEvent } from '../../test/record-event.ts'
import { startWebhookReceiver, until, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { allRoutes } from '../app.ts'
import type { Deps } from '../deps.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { projectRoot } from '../platform/root.ts'
import { savePrice } from '../prices/table.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { greenfieldBase, greenfieldRoutes, serveGreenfield } from './routes.ts'

let engine: TestEngine
let server: TestApp
let delivering: Delivering
let receiver: WebhookReceiver
let shop: { merchantId: number; storeId: string; storeRef: number; key: string }
let other: typeof shop
let origin: string

const openShop = async (): Promise<typeof shop> => {
  const { id: merchantId } = await addMerchant(server)
  const store = await provisionStore(server.deps, { merchantId, name: `shop ${merchantId}` })
  const key = await addApiKey(server, merchantId, ['read', 'invoices', 'refunds'])
  return { merchantId, storeId: store.storeId ?? '', storeRef: store.id, key }
}

beforeAll(async () => {
  engine = await startTestEngine()
  server = await startTestApp({ RATE_LIMITS: 'off' }, engine.engine)
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  delivering = startDelivering(server.deps)
  receiver = await startWebhookReceiver()
  ;[shop, other] = [await openShop(), await openShop()]
})
afterAll(async () => {
  await delivering.stop()
  await receiver.close()
  await server.close()
  await engine.close()
})

/** Syncs the store as the worker does once its invoices are due. Webhooks of the engine do not reach this server. */
const sync = async () => {
  await server.advance(31)
  await syncStore(server.deps, shop.storeRef)
}

const ask = async (
  method: string,
  path: string,
  key: string | undefined,
  body?: unknown,
  base: string = greenfieldBase,
) => {
  const answer = await fetch(`${origin}${base}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `token ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>) }
}

test('a published client creates and reads an invoice, and its webhooks carry BTCPay’s signature', async () => {
  OpenAPI.BASE = `${origin}${greenfieldBase}`
  OpenAPI.TOKEN = shop.key
  const { storeId } = shop
  expect(await ServerInfoService.serverInfoGetServerInfo()).toMatchObject({ version: expect.any(String) })
  expect(await StoresService.storesGetStore({ storeId })).toMatchObject({ id: storeId, name: 'Blue Door' })

  const webhook = await WebhooksService.postWebhooksService({
    storeId,
    requestBody: {
      url: receiver.url,
      enabled: true,
      automaticRedelivery: true,
      authorizedEvents: { everything: 'true' },
    },
  })
  const secret = webhook.secret ?? ''
  expect(secret.length).toBeGreaterThan(20)

  const created = await InvoicesService.invoicesCreateInvoice({
    storeId,
    requestBody: {
      amount: '25.50',
      currency: 'USD',
      metadata: { orderId: 'order-77', itemDesc: 'Two ropes', buyerEmail: 'buyer@example.test', cart: { items: 2 } },
      checkout: { redirectURL: 'https://shop.example.test/thanks' },
    },
  })
  expect(created).toMatchObject({
    storeId,
    amount: '25.5',
    currency: 'USD',
    status: 'New',
    additionalStatus: 'None',
    metadata: { orderId: 'order-77', cart: { items: 2 } },
    checkout: { redirectURL: 'https://shop.example.test/thanks' },
  })
  const invoiceId = created.id ?? ''
  expect(created.checkoutLink).toBe(`${server.deps.config.publicUrl}/i/${invoiceId}`)
  expect(await InvoicesService.invoicesGetInvoices({ storeId })).toHaveLength(1)

  await engine.control.pay({ invoiceId, method: 'onchain' })
  await sync()
  await engine.control.mine({ blocks: 1 })
  await sync()
  expect(await InvoicesService.invoicesGetInvoice({ storeId, invoiceId })).toMatchObject({
    status: 'Settled',
    paidAmount: '25.5',
  })
  const [method] = (await ask('GET', `/api/v1/stores/${storeId}/invoices/${invoiceId}/payment-methods`, shop.key))
    .body as unknown as { due: string; totalPaid: string; payments: { status: string }[] }[]
  expect(method).toMatchObject({ due: '0.00000000', paymentMethodId: 'BTC-CHAIN', payments: [{ status: 'Settled' }] })

  await until('all webhooks came', () => receiver.received.length === 5)
  const events = receiver.received.map(({ body, headers }) => {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    expect(headers['btcpay-sig']).toBe(`sha256=${signature}`)
    return JSON.parse(body) as Record<string, unknown>
  })
  expect(events.map(({ type }) => String(type)).toSorted()).toEqual([
    'InvoiceCreated',
    'InvoicePaymentSettled',
    'InvoiceProcessing',
    'InvoiceReceivedPayment',
    'InvoiceSettled',
  ])
  for (const event of events) {
    expect(event).toMatchObject({ storeId, invoiceId, webhookId: webhook.id, metadata: { orderId: 'order-77' } })
  }
  // A response is saved a moment after the receiver has sent it.
  await until('all deliveries are listed', async () => {
    const deliveries = await WebhooksService.getWebhooksService({ storeId, webhookId: webhook.id ?? '', count: '9' })
    return deliveries.filter(({ status }) => status === 'HttpSuccess').length === 5
  })
})

test('a published client changes, archives and revokes, also where an answer is empty', async () => {
  const { storeId, key } = await openShop()
  OpenAPI.BASE = `${origin}${greenfieldBase}`
  OpenAPI.TOKEN = key
  const created = await InvoicesService.invoicesCreateInvoice({
    storeId,
    requestBody: { amount: '4', currency: 'USD', metadata: { orderId: 'node-1' } },
  })
  const own = { storeId, invoiceId: created.id ?? '' }
  const changed = await InvoicesService.invoicesUpdateInvoice({
    ...own,
    requestBody: { metadata: { orderId: 'node-2' } },
  })
  expect(changed).toMatchObject({ metadata: { orderId: 'node-2' } })
  expect(await InvoicesService.invoicesGetInvoicePaymentMethods(own)).toMatchObject([
    { paymentMethodId: 'BTC-CHAIN' },
    { paymentMethodId: 'BTC-LN' },
  ])
  await InvoicesService.invoicesArchiveInvoice(own)
  expect(await InvoicesService.invoicesGetInvoices({ storeId })).toEqual([])
  expect(await InvoicesService.invoicesUnarchiveInvoice(own)).toMatchObject({ archived: false })

  const url = receiver.url
  const webhook = await WebhooksService.postWebhooksService({ storeId, requestBody: { url, enabled: false } })
  const hook = { storeId, webhookId: webhook.id ?? '' }
  expect(await WebhooksService.webhokksGetWebhooks({ storeId })).toMatchObject([{ id: webhook.id, enabled: false }])
  const wanted = { url, automaticRedelivery: false }
  expect(await WebhooksService.putWebhooksService({ ...hook, requestBody: wanted })).toMatchObject({
    enabled: true,
    automaticRedelivery: false,
  })
  await WebhooksService.deleteWebhooksService({ ...hook, requestBody: {} })
  expect(await WebhooksService.webhokksGetWebhooks({ storeId })).toEqual([])

  await expect(NotificationsCurrentUserService.notificationsGetNotifications({})).rejects.toMatchObject({
    status: 404,
    body: { code: 'not-found' },
  })
  expect(await ApiKeysService.getApiKeysService()).toMatchObject({ apiKey: key })
  await ApiKeysService.deleteApiKeysService1()
  await expect(StoresService.storesGetStores()).rejects.toMatchObject({ status: 401 })
})

test('health shows to anyone whether the payment server is reachable and synced', async () => {
  const health = async () => (await ask('GET', '/api/v1/health', undefined)).body
  const { db } = server.deps
  await sql`insert into engine_checks (reachable, synced, checked_at) values (true, true, app_now())`.execute(db)
  expect(await health()).toEqual({ synchronized: true })
  await sql`update engine_checks set reachable = false, synced = false`.execute(db)
  expect(await health()).toEqual({ synchronized: false })
})

test('the calls that plugins make during setup and sales work', async () => {
  const { storeId, key } = shop
  const { body: current } = await ask('GET', '/api/v1/api-keys/current', key)
  expect(current).toMatchObject({ apiKey: key })
  for (const permission of ['canviewinvoices', 'cancreateinvoice', 'canmodifyinvoices', 'canviewstoresettings']) {
    expect(current?.permissions).toContain(`btcpay.store.${permission}:${storeId}`)
  }
  expect((await ask('GET', '/api/v1/stores', key)).body).toMatchObject([{ id: storeId }])
  expect((await ask('GET', `/api/v1/stores/${storeId}/payment-methods`, key)).body).toMatchObject([
    { paymentMethodId: 'BTC-CHAIN', enabled: true },
    { paymentMethodId: 'BTC-LN', enabled: true },
  ])
  expect((await ask('GET', `/api/v1/stores/${storeId}/rates?currencyPair=BTC_USD`, key)).body).toMatchObject([
    { currencyPair: 'BTC_USD', rate: expect.stringMatching(/^\d+\.\d{2}$/) },
  ])

  const invoices = `/api/v1/stores/${storeId}/invoices`
  const { body: created } = await ask('POST', invoices, key, {
    amount: 10,
    currency: 'usd',
    metadata: { orderId: 'later' },
  })
  const own = `${invoices}/${String(created?.id)}`
  expect((await ask('PUT', own, key, { metadata: { orderId: 'a-78' } })).body).toMatchObject({
    metadata: { orderId: 'a-78' },
  })
  expect((await ask('GET', `${invoices}?orderId=a-78&status=New`, key)).body).toMatchObject([{ id: created?.id }])
  expect((await ask('GET', `${invoices}?orderId=later`, key)).body).toEqual([])
  expect((await ask('POST', `${own}/status`, key, { status: 'Invalid' })).body).toMatchObject({
    status: 'Invalid',
    additionalStatus: 'Marked',
  })

  const webhooks = `/api/v1/stores/${storeId}/webhooks`
  const wanted = { url: receiver.url, authorizedEvents: { everything: false, specificEvents: ['InvoiceSettled'] } }
  const { body: webhook } = await ask('POST', webhooks, key, { ...wanted, secret: 'of the plugin' })
  expect(webhook).toMatchObject({ secret: 'of the plugin', authorizedEvents: wanted.authorizedEvents })
  const changed = { ...wanted, enabled: false, authorizedEvents: { everything: true } }
  expect((await ask('PUT', `${webhooks}/${String(webhook?.id)}`, key, changed)).body).toMatchObject({
    enabled: false,
    authorizedEvents: { everything: true },
  })
  const removed = await fetch(`${origin}${greenfieldBase}${webhooks}/${String(webhook?.id)}`, {
    method: 'DELETE',
    headers: { authorization: `token ${key}` },
  })
  expect([removed.status, removed.headers.get('content-type'), await removed.text()]).toEqual([200, null, ''])
  expect((await ask('GET', `${webhooks}/${String(webhook?.id)}`, key)).body).toMatchObject({
    code: 'webhook-not-found',
  })
})

test('rates are there for every pair of currencies that invoices can be priced in', async () => {
  const { storeId, key } = shop
  const { db } = server.deps
  await sql`insert into currencies (code, rate, read_at) values ('USD', 100000, app_now()), ('CZK', 2500000, app_now())
    on conflict (code) do update set rate = excluded.rate, read_at = excluded.read_at`.execute(db)
  await savePrice(db, { cents: 10_000_000n, source: 'test' })
  const pairs = ['BTC_USD', 'BTC_CZK', 'czk_usd', 'USD_BTC', 'BTC_SATS', 'BTC_XXX']
  const query = pairs.map((pair) => `currencyPair=${pair}`).join('&')
  expect((await ask('GET', `/api/v1/stores/${storeId}/rates?${query}`, key)).body).toEqual([
    { currencyPair: 'BTC_USD', rate: '100000.00', errors: [] },
    { currencyPair: 'BTC_CZK', rate: '2500000.00', errors: [] },
    { currencyPair: 'CZK_USD', rate: '0.04000000', errors: [] },
    { currencyPair: 'USD_BTC', rate: '0.00001000', errors: [] },
    { currencyPair: 'BTC_SATS', rate: '100000000.00', errors: [] },
    { currencyPair: 'BTC_XXX', rate: null, errors: ['No rate for BTC_XXX'] },
  ])
})

test('links to BTCPay’s pages lead to ours, and every unknown path answers JSON', async () => {
  const load = (path: string, method = 'GET') => fetch(`${origin}${path}`, { method, redirect: 'manual' })
  for (const [path, target] of [
    ['/btcpay/i/abc/receipt', '/i/abc'],
    ['/btcpay/i/abc/receipt?lang=de', '/i/abc?lang=de'],
    ['/btcpay/i/%2F%2Fevil.example.test/receipt', '/i/%2F%2Fevil.example.test'],
    ['/btcpay/payment-requests/abc', '/i/abc'],
    ['/btcpay/invoices/abc', '/merchant/invoices/abc'],
  ] as const) {
    const answer = await load(path)
    expect([answer.status, answer.headers.get('location')], path).toEqual([302, target])
  }
  for (const [path, method] of [
    ['/btcpay', 'GET'],
    ['/btcpay/', 'GET'],
    ['/btcpay/i', 'GET'],
    ['/btcpay/invoices', 'GET'],
    ['/btcpay/login', 'GET'],
    ['/btcpay/api-keys/authorize', 'POST'],
    ['/btcpay/api/v1/users/me', 'GET'],
    ['/btcpay/api/v2', 'DELETE'],
    ['/btcpay/stores/x', 'PATCH'],
  ] as const) {
    const answer = await load(path, method)
    expect([answer.status, answer.headers.get('content-type')], path).toEqual([404, 'application/json; charset=utf-8'])
    expect(await answer.json(), path).toMatchObject({ code: 'not-found', message: expect.any(String) })
  }
})

test('a search finds the beginnings of what an invoice is known by', async () => {
  const { storeId, key, storeRef } = await openShop()
  const invoices = `/api/v1/stores/${storeId}/invoices`
  const { body: created } = await ask('POST', invoices, key, {
    amount: '73.50',
    metadata: { orderId: 'WC_100%-7', buyerEmail: 'Search@example.test' },
    additionalSearchTerms: ['table twelve', 'Lena'],
  })
  await ask('POST', invoices, key, { amount: '8', metadata: { orderId: 'other' } })
  const id = String(created?.id)
  const { txid } = await engine.control.pay({ invoiceId: id, method: 'onchain' })
  await server.advance(31)
  await syncStore(server.deps, storeRef)
  const [method] = (await ask('GET', `${invoices}/${id}/payment-methods`, key)).body as unknown as {
    destination: string
  }[]
  const find = async (text: string) => {
    const { body } = await ask('GET', `${invoices}?textSearch=${encodeURIComponent(text)}`, key)
    return (body as unknown as { id: string }[]).map((invoice) => invoice.id)
  }
  const terms = [id, 'WC_100%-7', 'search@example.test', 'table twelve', 'Lena', '73.5']
  for (const term of [...terms, method?.destination ?? '', String(txid)]) {
    expect(await find(term), term).toEqual([id])
    expect(await find(term.slice(0, -1)), term).toEqual([id])
    expect(await find(` ${term} `), term).toEqual([id])
    expect(await find(term.slice(1)), term).toEqual([])
  }
  for (const other of ['%', '_', '\\', 'WC%', 'WC-1']) expect(await find(other), other).toEqual([])
  expect(await find(' ')).toHaveLength(2)
})

test('an archived invoice leaves the list and can be listed again', async () => {
  const { storeId, key } = shop
  const invoices = `/api/v1/stores/${storeId}/invoices`
  const created = await ask('POST', invoices, key, { amount: 7, metadata: { orderId: 'archived' } })
  const own = `${invoices}/${String(created.body?.id)}`
  const list = async (more = '') => (await ask('GET', `${invoices}?orderId=archived${more}`, key)).body
  expect(await ask('POST', `${own}/unarchive`, key, {})).toMatchObject({
    status: 400,
    body: { code: 'already-unarchived' },
  })
  expect(await ask('DELETE', own, key)).toEqual({ status: 200, body: undefined })
  expect(await list()).toEqual([])
  expect(await list('&includeArchived=true')).toMatchObject([{ id: created.body?.id, archived: true }])
  expect(await ask('GET', own, key)).toMatchObject({ status: 200, body: { archived: true } })
  expect((await ask('POST', `${own}/unarchive`, key, {})).body).toMatchObject({ archived: false })
  expect(await list()).toHaveLength(1)
})

test('a Lightning invoice of the store is paid and shows it', async () => {
  const { storeId, key } = shop
  const base = `/api/v1/stores/${storeId}/lightning/BTC/invoices`
  const { status, body } = await ask('POST', base, key, { amount: '2500000', description: 'Tea', expiry: 600 })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ status: 'Unpaid', amount: '2500000', BOLT11: expect.stringMatching(/^lnbc/) })
  expect(body?.paymentHash).toMatch(/^[0-9a-f]{64}$/)
  await engine.control.pay({ invoiceId: String(body?.id), method: 'lightning' })
  await sync()
  expect((await ask('GET', `${base}/${String(body?.id)}`, key)).body).toMatchObject({
    status: 'Paid',
    amountReceived: '2500000',
    paidAt: expect.any(Number),
  })
  for (const [wrong, path] of [
    [{ amount: '0', expiry: 60 }, 'Amount'],
    [{ amount: '-5', expiry: 60 }, 'Amount'],
    [{ amount: '1000', expiry: 0 }, 'Expiry'],
  ] as const) {
    expect(await ask('POST', base, key, wrong)).toMatchObject({ status: 422, body: [{ path }] })
  }
  expect(await ask('GET', `${base}/unknown`, key)).toMatchObject({ status: 404, body: { code: 'invoice-not-found' } })
  expect(await ask('GET', `${base.replace('BTC', 'LTC')}/unknown`, key)).toMatchObject({
    status: 404,
    body: { code: 'unknown-cryptocode' },
  })
})

test('partial and late payments have BTCPay’s own events', async () => {
  const { storeId, key } = shop
  const { body: webhook } = await ask('POST', `/api/v1/stores/${storeId}/webhooks`, key, {
    url: receiver.url,
    authorizedEvents: {
      everything: false,
      specificEvents: ['InvoiceExpired', 'InvoiceExpiredPaidPartial', 'InvoicePaidAfterExpiration'],
    },
  })
  const { body: created } = await ask('POST', `/api/v1/stores/${storeId}/invoices`, key, { amount: 10 })
  const invoiceId = String(created?.id)
  await engine.control.pay({ invoiceId, method: 'onchain', amountBtc: '0.00002000' })
  await sync()
  await engine.control.clock({ advanceSeconds: 3600 })
  await server.advance(3600)
  await sync()
  await engine.control.pay({ invoiceId, method: 'onchain' })
  await server.advance(3600)
  await sync()
  const own = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
      .filter((event) => event.webhookId === webhook?.id && event.invoiceId === invoiceId)
  await until('all events came', () => own().length === 3)
  expect(own().map(({ type }) => type)).toEqual([
    'InvoiceExpired',
    'InvoiceExpiredPaidPartial',
    'InvoicePaidAfterExpiration',
  ])
})

test('every object has the fields that BTCPay publishes, and what else it has is known', async () => {
  const { storeId, key } = shop
  const inStore = `/api/v1/stores/${storeId}`
  const read = async (path: string, body?: object) => {
    const { status, body: answer } = await ask(body ? 'POST' : 'GET', path, key, body)
    expect(status, path).toBe(200)
    const [first = {}] = [answer ?? {}].flat()
    return first
  }
  const webhook = await read(`${inStore}/webhooks`, { url: receiver.url })
  const create = () => read(`${inStore}/invoices`, { amount: 10, metadata: { orderId: 'fields' } })
  const invoice = await create()
  const own = `${inStore}/invoices/${String(invoice.id)}`
  await engine.control.pay({ invoiceId: String(invoice.id), method: 'onchain' })
  await sync()
  await engine.control.mine({ blocks: 1 })
  await sync()
  const marked = await create()
  await ask('POST', `${inStore}/invoices/${String(marked.id)}/status`, key, { status: 'Invalid' })
  await create()
  await engine.control.clock({ advanceSeconds: 3600 })
  await server.advance(3600)
  await sync()
  const events = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  const find = (name: string) => events().find(({ webhookId, type }) => webhookId === webhook.id && type === name)
  const types = ['ReceivedPayment', 'PaymentSettled', 'Processing', 'Settled', 'Invalid', 'Expired']
  await until('its webhooks came', () => types.every((type) => find(`Invoice${type}`)))
  const payment = find('InvoiceReceivedPayment')?.payment as { destination: string } | undefined
  const method = await read(`${own}/payment-methods`)
  expect(payment?.destination).toBe(method.destination)
  await sql`delete from engine_checks`.execute(server.deps.db)
  await sql`insert into engine_checks (reachable, synced, checked_at) values (true, true, app_now())`.execute(
    server.deps.db,
  )
  const info = await read('/api/v1/server/info')
  const [syncStatus] = info.syncStatus as Record<string, unknown>[]
  expectPublishedFields('calls', {
    StoreData: await read(inStore),
    ApiKeyData: await read('/api/v1/api-keys/current'),
    ApplicationHealthData: await read('/api/v1/health'),
    ApplicationServerInfoData: info,
    ApplicationServerInfoSyncStatusData: syncStatus,
    ApplicationServerInfoNodeStatusData: syncStatus?.nodeInformation,
    GenericPaymentMethodData: await read(`${inStore}/payment-methods`),
    StoreRateResult: await read(`${inStore}/rates`),
    InvoiceData: invoice,
    CheckoutOptions: invoice.checkout,
    ReceiptOptions: invoice.receipt,
    InvoicePaymentMethodDataModel: method,
    Payment: payment,
    LightningInvoiceData: await read(`${inStore}/lightning/BTC/invoices`, { amount: '2500000', expiry: 600 }),
    PaymentRequestData: await read(`${inStore}/payment-requests`, { amount: '5', title: 'Rent' }),
    WebhookData: await read(`${inStore}/webhooks/${String(webhook.id)}`),
    WebhookDataCreateResult: webhook,
    WebhookDeliveryData: await read(`${inStore}/webhooks/${String(webhook.id)}/deliveries`),
    WebhookInvoiceReceivedPaymentEvent: find('InvoiceReceivedPayment'),
    WebhookInvoicePaymentSettledEvent: find('InvoicePaymentSettled'),
    WebhookInvoiceProcessingEvent: find('InvoiceProcessing'),
    WebhookInvoiceSettledEvent: find('InvoiceSettled'),
    WebhookInvoiceInvalidEvent: find('InvoiceInvalid'),
    WebhookInvoiceExpiredEvent: find('InvoiceExpired'),
  })
  const [shown] = method.payments as Record<string, unknown>[]
  expect(Object.keys(shown ?? {}).sort()).toEqual(Object.keys(payment ?? {}).sort())
})

test('the request of a delivery is returned whole, however long its metadata is, or it is gone', async () => {
  const { storeId, key } = await openShop()
  const base = `/api/v1/stores/${storeId}/webhooks`
  const { body: webhook } = await ask('POST', base, key, { url: receiver.url })
  // 19,000 characters, many of them on a deep level: indented, they would be a hundred times as long.
  const nested = JSON.parse(`${'['.repeat(60)}${'0,'.repeat(9400)}0${']'.repeat(60)}`) as unknown
  await ask('POST', `/api/v1/stores/${storeId}/invoices`, key, { amount: 3, metadata: { nested } })
  const listDeliveries = async () =>
    (await ask('GET', `${base}/${String(webhook?.id)}/deliveries`, key)).body as unknown as {
      id: string
      status: string
    }[]
  await until('it is delivered', async () => (await listDeliveries())[0]?.status === 'HttpSuccess')
  const [delivery] = await listDeliveries()
  const read = () => ask('GET', `${base}/${String(webhook?.id)}/deliveries/${delivery?.id}/request`, key)
  const sent = receiver.received.at(-1)?.body ?? ''
  expect(sent.length).toBeLessThan(21_000)
  expect(await read()).toEqual({ status: 200, body: JSON.parse(sent) as unknown })

  const gone = { status: 409, body: { code: 'webhookdelivery-pruned', message: expect.any(String) as string } }
  await sql`update webhook_attempts set request_body = left(request_body, 16000) where delivery_id = ${Number(delivery?.id)}`.execute(
    server.deps.db,
  )
  expect(await read()).toEqual(gone)
  await sql`update webhook_attempts set request_body = '' where delivery_id = ${Number(delivery?.id)}`.execute(
    server.deps.db,
  )
  expect(await read()).toEqual(gone)
})

test('a plugin sees and changes only the webhooks that were created with its key', async () => {
  const { storeId, key, merchantId } = await openShop()
  const base = `/api/v1/stores/${storeId}/webhooks`
  const { body: webhook } = await ask('POST', base, key, { url: receiver.url })
  const own = `${base}/${String(webhook?.id)}`
  const second = await addApiKey(server, merchantId, ['read', 'invoices'])
  expect(await ask('GET', base, second)).toEqual({ status: 200, body: [] })
  for (const [method, path, body] of [
    ['GET', own, undefined],
    ['PUT', own, { url: 'http://127.0.0.1:9/thief' }],
    ['DELETE', own, undefined],
    ['GET', `${own}/deliveries`, undefined],
  ] as const) {
    expect(await ask(method, path, second, body), `${method} ${path}`).toMatchObject({ status: 404 })
  }
  expect(await ask('GET', own, key)).toMatchObject({ status: 200, body: { url: receiver.url, enabled: true } })
})

test('the log of an endpoint shows what was tried first, then what waits with its next time', async () => {
  const { storeId, key, merchantId } = await openShop()
  const base = `/api/v1/stores/${storeId}/webhooks`
  const { body: webhook } = await ask('POST', base, key, { url: receiver.url })
  await ask('PUT', `${base}/${String(webhook?.id)}`, key, { url: receiver.url, enabled: false })
  await inTransaction(server.deps.db, async (tx) => {
    for (let count = 0; count < 30; count++)
      await recordAnyEvent(tx, merchantId, 'invoice.settled', { invoiceId: `waiting-${count}` })
  })
  await sql`
    insert into webhook_deliveries (endpoint_id, event_ref, due_at)
      select ${Number(webhook?.id)}, id, app_now() + id * interval '1 second' from api_events
      where merchant_id = ${merchantId} and object ->> 'invoiceId' like 'waiting-%'
      on conflict do nothing`.execute(server.deps.db)
  const { rows } = await sql<{ id: bigint }>`
    update webhook_deliveries d set last_attempt_at = app_now(), last_status = 503, attempts = 1, due_at = app_now() + interval '1 hour'
    from api_events e where e.id = d.event_ref and d.endpoint_id = ${Number(webhook?.id)}
      and e.object ->> 'invoiceId' in ('waiting-3', 'waiting-4') returning d.id`.execute(server.deps.db)
  const { body } = await ask('GET', `${base}/${String(webhook?.id)}/deliveries?count=10`, key)
  const log = body as unknown as { id: string; status: string; httpCode: number | null; nextAttemptAt: number }[]
  const tried = rows.map(({ id }) => String(id)).sort((a, b) => Number(b) - Number(a))
  expect(log.slice(0, 2)).toMatchObject(tried.map((id) => ({ id, status: 'HttpError', httpCode: 503 })))
  expect(log).toHaveLength(10)
  for (const waiting of log.slice(2))
    expect(waiting).toMatchObject({
      status: 'Failed',
      httpCode: null,
      deliveryTime: null,
      errorMessage: expect.stringContaining(
        new Date(waiting.nextAttemptAt * 1000).toISOString().slice(0, 19),
      ) as string,
    })
})

test('a redelivery is a delivery of its own with the same content, and a revoked key stops working', async () => {
  const leaving = await openShop()
  const { storeId, key } = leaving
  const base = `/api/v1/stores/${storeId}/webhooks`
  const { body: webhook } = await ask('POST', base, key, { url: receiver.url })
  await ask('POST', `/api/v1/stores/${storeId}/invoices`, key, { amount: 3 })
  const own = () => {
    const events = receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    return events.filter((event) => event.webhookId === webhook?.id && event.storeId === storeId)
  }
  await until('the webhook came', () => own().length === 1)
  const deliveries = `${base}/${String(webhook?.id)}/deliveries`
  const id = String(own()[0]?.deliveryId)
  await until(
    'its response is saved',
    async () => (await ask('GET', `${deliveries}/${id}`, key)).body?.httpCode === 204,
  )
  expect((await ask('GET', `${deliveries}/${id}`, key)).body).toMatchObject({ id, status: 'HttpSuccess' })
  const again = await ask('POST', `${deliveries}/${id}/redeliver`, key, {})
  await until('it came again', () => own().length === 2)
  expect(own()[1]).toMatchObject({ deliveryId: again.body, originalDeliveryId: id, isRedelivery: true })
  expect((await ask('GET', `${deliveries}/${String(own()[1]?.deliveryId)}`, key)).status).toBe(200)

  expect(await ask('DELETE', '/api/v1/api-keys/current', key)).toEqual({ status: 200, body: undefined })
  expect(await ask('GET', '/api/v1/stores', key)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  const { rows } = await sql<{ kind: string }>`
    select actor_kind as kind from act_log where act = 'api-key-revoked' and merchant_id = ${leaving.merchantId}`.execute(
    server.deps.db,
  )
  expect(rows).toEqual([{ kind: 'api-key' }])
})

test('errors have BTCPay’s shape', async () => {
  const { storeId, key } = shop
  const invoices = `/api/v1/stores/${storeId}/invoices`
  expect(await ask('GET', invoices, undefined)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await ask('GET', invoices, 'x'.repeat(40))).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await ask('GET', `${invoices}/unknown`, key)).toMatchObject({
    status: 404,
    body: { code: 'invoice-not-found' },
  })
  for (const [body, path] of [
    [{ amount: '-1' }, 'Amount'],
    [{ amount: '1e3' }, 'Amount'],
    [{ amount: 0 }, 'Amount'],
    [{ amount: 1, currency: 'XXX' }, 'Currency'],
    [{ amount: 1, metadata: { long: 'x'.repeat(30_000) } }, 'Metadata'],
    [{ amount: 1, checkout: { redirectURL: 'javascript:alert(1)' } }, 'Checkout.RedirectURL'],
  ] as const) {
    expect(await ask('POST', invoices, key, body), path).toMatchObject({ status: 422, body: [{ path }] })
  }
  for (const [amount, currency] of [
    ['1.001', 'USD'],
    [1.001, undefined],
    ['100.5', 'JPY'],
    ['1.5', 'SATS'],
  ] as const) {
    expect(await ask('POST', invoices, key, { amount, currency }), `${amount} ${currency}`).toMatchObject({
      status: 422,
      body: [{ path: 'Amount', message: 'The amount has too many decimals for its currency' }],
    })
  }
  expect(await ask('POST', invoices, key, { amount: '1.0100', currency: 'USD' })).toMatchObject({ status: 200 })
  const webhook = { url: 'http://169.254.169.254/' }
  expect(await ask('POST', `/api/v1/stores/${storeId}/webhooks`, key, webhook)).toMatchObject({
    status: 422,
    body: [{ path: 'Url' }],
  })
  expect(await ask('GET', '/api/v1/users/me', key)).toMatchObject({ status: 404, body: { code: 'not-found' } })
})

/** Every call with every wrong caller: no key, a key without the permission, another shop's key. */
test.each(['/btcpay', ''])('every call refuses the wrong caller (%s/api/v1)', async (base) => {
  const powerless = await addApiKey(server, shop.merchantId, ['withdrawals'])
  const { body: theirs } = await ask('POST', `/api/v1/stores/${other.storeId}/invoices`, other.key, { amount: 5 })
  const { body: webhook } = await ask('POST', `/api/v1/stores/${other.storeId}/webhooks`, other.key, {
    url: receiver.url,
  })
  for (const { method, path, permission } of greenfieldRoutes(server.deps)) {
    const fill = (storeId: string) =>
      path
        .replace(':storeId', storeId)
        .replace(':invoiceId', String(theirs?.id))
        .replace(':paymentRequestId', String(theirs?.id))
        .replace(':webhookId', String(webhook?.id))
        .replace(':deliveryId', '1')
        .replace(':cryptoCode', 'BTC')
        .replace(':paymentMethodId', 'BTC-CHAIN')
    const body = method === 'GET' || method === 'DELETE' ? undefined : {}
    const name = `${method} ${path}`
    expect((await ask(method, fill(shop.storeId), undefined, body, base)).status, name).toBe(401)
    if (permission !== undefined) {
      const refused = await ask(method, fill(shop.storeId), powerless, body, base)
      expect(refused, name).toMatchObject({
        status: 403,
        body: { code: 'missing-permission', missingPermission: permission },
      })
    }
    if (path.includes(':storeId'))
      expect((await ask(method, fill(other.storeId), shop.key, body, base)).status, name).toBe(403)
    // Objects of another store are not found in one's own store.
    if (/:(invoice|webhook|paymentRequest)Id/.test(path)) {
      const valid = path.endsWith('/status')
        ? { status: 'Settled' }
        : path.endsWith('/refund')
          ? { refundVariant: 'RateThen' }
          : path.endsWith('/:invoiceId')
            ? { metadata: {} }
            : { url: receiver.url }
      const answer = await ask(method, fill(shop.storeId), shop.key, body && valid, base)
      expect(answer.status, name).toBe(404)
    }
  }
})

/** Every call and page that is answered as BTCPay does, listed a second time on purpose. */
const btcpayPaths = {
  '/api-keys/current': 'DELETE GET',
  '/health': 'GET',
  '/payment-requests/:paymentRequestId': 'DELETE GET PUT',
  '/payment-requests/:paymentRequestId/pay': 'POST',
  '/pull-payments/:id': 'GET',
  '/pull-payments/:id/payouts': 'GET POST',
  '/server/info': 'GET',
  '/stores': 'GET',
  '/stores/:storeId': 'GET',
  '/stores/:storeId/invoices': 'GET POST',
  '/stores/:storeId/invoices/:invoiceId': 'DELETE GET PUT',
  '/stores/:storeId/invoices/:invoiceId/payment-methods': 'GET',
  '/stores/:storeId/invoices/:invoiceId/refund': 'POST',
  '/stores/:storeId/invoices/:invoiceId/status': 'POST',
  '/stores/:storeId/invoices/:invoiceId/unarchive': 'POST',
  '/stores/:storeId/lightning/:cryptoCode/invoices': 'POST',
  '/stores/:storeId/lightning/:cryptoCode/invoices/:invoiceId': 'GET',
  '/stores/:storeId/payment-methods': 'GET',
  '/stores/:storeId/payment-methods/:paymentMethodId': 'GET',
  '/stores/:storeId/payment-requests': 'GET POST',
  '/stores/:storeId/payment-requests/:paymentRequestId': 'DELETE GET PUT',
  '/stores/:storeId/payment-requests/:paymentRequestId/pay': 'POST',
  '/stores/:storeId/payouts': 'GET',
  '/stores/:storeId/pull-payments': 'GET POST',
  '/stores/:storeId/pull-payments/:pullPaymentId': 'DELETE',
  '/stores/:storeId/rates': 'GET',
  '/stores/:storeId/webhooks': 'GET POST',
  '/stores/:storeId/webhooks/:webhookId': 'DELETE GET PUT',
  '/stores/:storeId/webhooks/:webhookId/deliveries': 'GET',
  '/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId': 'GET',
  '/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId/redeliver': 'POST',
  '/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId/request': 'GET',
}
const btcpayPages = [
  '/i/:invoiceId/receipt',
  '/invoices/:invoiceId',
  '/misc/lang',
  '/payment-requests/:invoiceId',
  '/pull-payments/:id',
]
const listedAt = (base: string) => [
  ...Object.entries(btcpayPaths).flatMap(([path, methods]) =>
    methods.split(' ').map((method) => `${method} ${base}/api/v1${path}`),
  ),
  ...btcpayPages.map((path) => `GET ${base}${path}`),
]

/** The routes that are added for BTCPay's clients, beside these of ours. */
const listRoutes = async (ours: readonly string[]) => {
  const app = createHttpServer({ logLevel: 'silent', trustProxy: undefined, secure: true, toApiError: () => undefined })
  const found: string[] = []
  for (const [method = '', url = ''] of ours.map((route) => route.split(' ')))
    app.route({ method, url, handler: async () => undefined })
  app.addHook('onRoute', ({ method, url }) => {
    // Each call is also there with a slash at its end.
    if (method !== 'OPTIONS' && !Array.isArray(method)) found.push(`${method} ${url.replace(/\/$/, '')}`)
  })
  const draw = { drawPullPayment: () => '' } as unknown as NonNullable<Deps['draw']>
  serveGreenfield(app, { ...server.deps, draw }, join(projectRoot, 'web'), () => undefined)
  await app.ready()
  await app.close()
  return [...new Set(found)].toSorted()
}

test('every path is served below /btcpay and at the root, and no path of ours is among them', async () => {
  const ours = [
    ...new Set(allRoutes(server.deps).map(({ call }) => `${call.method} ${call.path.replaceAll(/:\w+/g, ':id')}`)),
    'GET /i/:id',
  ]
  expect(await listRoutes(ours)).toEqual([...listedAt('/btcpay'), ...listedAt('')].toSorted())
  // A path that both have is ours, and BTCPay's is below its own base only.
  const taken = ['GET /api/v1/stores/:storeId', 'POST /api/v1/stores/:storeId/invoices', 'GET /invoices/:invoiceId']
  expect(await listRoutes(taken)).toEqual(
    [...listedAt('/btcpay'), ...listedAt('').filter((route) => !taken.includes(route))].toSorted(),
  )
})

test('BTCPay’s calls and pages are also at the root, where the path isn’t ours', async () => {
  for (const base of ['/btcpay', '']) {
    expect((await fetch(`${origin}${base}/api/v1/health`)).status).toBe(200)
    expect(await ask('GET', '/api/v1/stores', shop.key, undefined, base)).toMatchObject({
      status: 200,
      body: [{ id: shop.storeId }],
    })
    const methodAt = (id: string) =>
      ask('GET', `/api/v1/stores/${shop.storeId}/payment-methods/${id}`, shop.key, undefined, base)
    expect(await methodAt('btc-ln')).toMatchObject({ status: 200, body: { paymentMethodId: 'BTC-LN', enabled: true } })
    expect(await methodAt('LTC-CHAIN')).toMatchObject({ status: 404, body: { code: 'paymentmethod-not-found' } })
    const spoken = (await (await fetch(`${origin}${base}/misc/lang`)).json()) as { code: string }[]
    expect(spoken).toContainEqual({ code: 'de', currentLanguage: 'Deutsch' })
    // As in BTCPay, a slash at the end changes nothing.
    const added = { amount: '10', currency: 'USD' }
    const list = `/api/v1/stores/${shop.storeId}/invoices/`
    expect(await ask('POST', list, shop.key, added, base)).toMatchObject({ status: 200, body: { amount: '10' } })
    expect(await ask('GET', `${list}?take=1`, shop.key, undefined, base)).toMatchObject({
      status: 200,
      body: [{ amount: '10' }],
    })
    expect((await fetch(`${origin}${base}${list}`, { method: 'OPTIONS' })).status).toBe(204)
    const receipt = await fetch(`${origin}${base}/i/abc/receipt`, { redirect: 'manual' })
    expect([receipt.status, receipt.headers.get('location')]).toEqual([302, '/i/abc'])
    const page = await fetch(`${origin}${base}/api-keys/authorize?redirect=https://shop.example.test/back`)
    expect(page.headers.get('content-security-policy')).toContain('https://shop.example.test;')
  }
  // The only page that both have is ours.
  expect((await fetch(`${origin}/i/abc`, { redirect: 'manual' })).headers.get('location')).toBeNull()
  // What is in neither API is answered as by ours.
  const unknown = await fetch(`${origin}/api/v1/users/me`)
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'not-found' }])
})

test('pages of other sites may make BTCPay’s calls, and none of ours', async () => {
  const allowed = async (path: string, method = 'GET') => {
    const headers = { origin: 'https://shop.example.test', 'access-control-request-method': 'POST' }
    const answer = await fetch(`${origin}${path}`, { method, headers })
    return [answer.status, answer.headers.get('access-control-allow-origin')]
  }
  for (const base of ['/btcpay', '']) {
    expect(await allowed(`${base}/api/v1/stores/${shop.storeId}/invoices`, 'OPTIONS')).toEqual([204, '*'])
    expect(await allowed(`${base}/api/v1/stores/${shop.storeId}/invoices`)).toEqual([401, '*'])
    expect((await allowed(`${base}/api-keys/authorize`))[1]).toBeNull()
  }
  for (const { call } of allRoutes(server.deps).filter(({ call: { path } }) => path.startsWith('/api/v1/')))
    expect((await allowed(call.path.replaceAll(/:\w+/g, '1'), 'OPTIONS'))[1], call.path).toBeNull()
  expect((await allowed('/api/v1/invoices'))[1]).toBeNull()
  expect((await allowed('/api/auth/login', 'OPTIONS'))[1]).toBeNull()
})

test('only the consent page may send a form to a shop, and only to the one in its URL', async () => {
  const csp = async (query: string) =>
    (await fetch(`${origin}${greenfieldBase}/api-keys/authorize${query}`)).headers.get('content-security-policy')
  expect(await csp('?redirect=https%3A%2F%2Fshop.example.test%2Fback')).toContain(
    "form-action 'self' https://shop.example.test;",
  )
  expect(await csp('?redirect=javascript%3Aalert(1)')).toContain("form-action 'self';")
  expect(await csp('?redirect=https%3A%2F%2Fa.test%3B%20script-src%20*')).not.toContain('script-src *')
  expect(
    (await fetch(`${origin}/login?redirect=https://shop.example.test`)).headers.get('content-security-policy'),
  ).toContain("form-action 'self';")
})
