import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ErrorCode } from '@bitquay/contract/errors'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { syncStore } from '../../server/src/payments/sync-store.ts'
import { addApiKey } from '../../server/test/api-keys.ts'
import { type Money, startMoney } from '../../server/test/money.ts'
import manifest from '../package.json' with { type: 'json' }
import { signDelivery } from '../test/signed-delivery.ts'
import {
  AuthenticationError,
  type BitquayClient,
  BitquayError,
  ConflictError,
  ConnectionError,
  createClient,
  type EventOf,
  IdempotencyError,
  InvalidRequestError,
  type Invoice,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  verifyWebhook,
  WebhookError,
} from './index.ts'

/** Against a listening server with a sandbox behind it. */
let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let url: string
let client: BitquayClient
let payee: string
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
  store = await money.newStore('client', 2_000_000n)
  payee = await money.strangersAddress()
  url = await money.server.app.listen({ port: 0, host: '127.0.0.1' })
  const apiKey = await addApiKey(money.server, store.merchantId, ['read', 'invoices', 'refunds', 'withdrawals'], {
    withdrawalAddresses: [payee],
    dailyRefundLimitUsd: '100.00',
  })
  client = createClient({ url, apiKey })
})
afterAll(() => money.close())

/** Node exposes it only with a flag. */
const collectGarbage = () => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

const collect = async <Row>(rows: AsyncIterable<Row>) => {
  const all: Row[] = []
  for await (const row of rows) all.push(row)
  return all
}

test('creates, reads, pages and refunds invoices, and lists their events', async () => {
  const created = await client.invoices.create(
    { amount: '25.00', description: 'Two mugs', metadata: { order: '17' }, customerEmail: 'ada@example.test' },
    { idempotencyKey: 'order-17' },
  )
  expectTypeOf(created).toExtend<Invoice>()
  expect(created).toMatchObject({ status: 'new', amount: '25.00', metadata: { order: '17' } })
  const again = await client.invoices.create(
    { amount: '25.00', description: 'Two mugs', metadata: { order: '17' }, customerEmail: 'ada@example.test' },
    { idempotencyKey: 'order-17' },
  )
  expect(again).toEqual(created)
  for (let count = 0; count < 4; count++) await client.invoices.create({ amount: count + 1 })
  const ids = (await collect(client.invoices.all({ limit: 2 }))).map(({ invoiceId }) => invoiceId)
  expect(new Set(ids).size).toBe(5)
  expect(ids).toContain(created.invoiceId)
  const page = await client.invoices.list({ limit: 2 })
  expect(page.data).toHaveLength(2)
  expect(page.nextCursor).toMatch(/^\d+$/)

  await money.engine.control.pay({ invoiceId: created.invoiceId, method: 'onchain' })
  await money.mine(1)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  const paid = await client.invoices.get(created.invoiceId)
  expect(paid).toMatchObject({ status: 'settled', payments: [{ status: 'confirmed' }] })
  expect(await client.invoices.refund(created.invoiceId, 'everything')).toMatchObject({ status: 'offered' })
  const events = (await collect(client.events.all({ limit: 3 }))).map(({ type }) => type)
  expect(events).toEqual(expect.arrayContaining(['invoice.created', 'invoice.settled', 'payment.confirmed']))
  expect((await collect(client.transactions.all())).map(({ invoiceId }) => invoiceId)).toContain(created.invoiceId)
  expect(await client.balances.get()).toMatchObject({ configured: true })
})

test('creates and changes payment links, and withdraws if its key may', async () => {
  const link = await client.paymentLinks.create({ title: 'Season pass', amount: '270.00' })
  expect(await client.paymentLinks.update(link.id, { paused: true })).toMatchObject({ status: 'paused' })
  expect(await client.paymentLinks.get(link.id)).toMatchObject({ title: 'Season pass', paused: true })
  expect((await collect(client.paymentLinks.all())).map(({ id }) => id)).toEqual([link.id])

  await money.mine(1, store)
  const sent = await client.withdrawals.create({ address: payee, amountUsd: '12.00' })
  expect(sent).toMatchObject({ status: 'broadcast', address: payee })
  expect(await client.withdrawals.get(sent.id)).toMatchObject({ id: sent.id })
  expect(await money.countPaid(payee, 12_000n)).toBe(1)
})

test('creates and cancels an invoice with a due date', async () => {
  const dueDate = new Date(Date.now() + 86_400_000).toISOString()
  const due = await client.invoices.create({ amount: '5.00', dueDate })
  expect(due).toMatchObject({ dueDate, overdue: false, bitcoinAddress: null })
  expect(await client.invoices.cancel(due.invoiceId)).toMatchObject({ status: 'invalid' })
})

test('changes metadata and filters by it', async () => {
  const { invoiceId } = await client.invoices.create({ amount: '6.00', metadata: { color: 'blue', size: 'm' } })
  expect(await client.invoices.update(invoiceId, { metadata: { size: null } })).toMatchObject({
    metadata: { color: 'blue' },
  })
  const found = await client.invoices.list({ metadata: { color: 'blue' }, expand: ['payments'] })
  expect(found.data).toMatchObject([{ invoiceId, payments: [] }])
  expect((await client.invoices.list({ metadata: { color: 'green' } })).data).toEqual([])
})

test('creates, changes, tests and deletes a webhook endpoint', async () => {
  const { id, secret } = await client.webhookEndpoints.create({ url: 'http://127.0.0.1:9/hooks', events: ['*'] })
  expect(secret).toMatch(/^whsec_/)
  expect(await client.webhookEndpoints.update(id, { events: ['invoice.settled'] })).toMatchObject({
    events: ['invoice.settled'],
  })
  expect((await client.webhookEndpoints.rotateSecret(id)).secret).not.toBe(secret)
  await client.webhookEndpoints.test(id)
  const deliveries = await collect(client.webhookEndpoints.deliveries(id).all({ limit: 1 }))
  expect(deliveries).toMatchObject([{ type: 'ping' }])
  expect(await client.webhookEndpoints.list()).toMatchObject([{ id }])
  await client.webhookEndpoints.delete(id)
  await expect(client.webhookEndpoints.get(id)).rejects.toThrow(NotFoundError)
})

test('reads rates, currencies, its key and the cost of a withdrawal', async () => {
  expect(await client.rates.list({ currency: 'USD' })).toMatchObject([{ currency: 'USD' }])
  expect((await client.currencies.list()).map(({ code }) => code)).toContain('USD')
  expect(await client.key.get()).toMatchObject({ mode: 'test', withdrawalAddresses: [payee] })
  expect(await client.withdrawals.quote({ amountUsd: '5.00' })).toMatchObject({ amountUsd: '5.00', sufficient: true })
  expect(await client.openApi.get()).toMatchObject({ openapi: '3.1.0' })
})

test('reports a refusal by its code, and types the codes', async () => {
  const refused = await client.invoices.create({ amount: '0' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(BitquayError)
  expect(refused).toMatchObject({ status: 400, code: 'invalid-request', fields: [{ path: 'amount' }] })
  expect(refused).toMatchObject({
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    idempotencyKey: expect.any(String),
  })
  expectTypeOf<BitquayError['code']>().toEqualTypeOf<ErrorCode | undefined>()
  expectTypeOf(client.invoices.create).parameter(0).toHaveProperty('redirectUrl')
  await expect(client.invoices.get('nothing')).rejects.toMatchObject({ status: 404, code: 'not-found' })
  await expect(createClient({ url, apiKey: 'bq_test_wrong_wrong_wrong' }).balances.get()).rejects.toMatchObject({
    code: 'invalid-api-key',
  })
})

test('each kind of refusal has its class', async () => {
  const once = { idempotencyKey: 'order-classes' }
  const { invoiceId } = await client.invoices.create({ amount: '7.00' }, once)
  const reader = createClient({ url, apiKey: await addApiKey(money.server, store.merchantId, ['read']) })
  const failures: [() => Promise<unknown>, new (details: never) => BitquayError][] = [
    [() => client.invoices.create({ amount: '-1' }), InvalidRequestError],
    [() => createClient({ url, apiKey: 'bq_test_wrong_wrong_wrong' }).balances.get(), AuthenticationError],
    [() => reader.invoices.create({ amount: '1' }), PermissionError],
    [() => client.invoices.get('nothing'), NotFoundError],
    [() => client.invoices.refund(invoiceId, 'everything'), ConflictError],
    [() => client.invoices.create({ amount: '8.00' }, once), IdempotencyError],
    [() => createClient({ url: 'http://127.0.0.1:1', apiKey: 'x', retries: 0 }).balances.get(), ConnectionError],
  ]
  for (const [failing, type] of failures) {
    const error = await failing().catch((caught: unknown) => caught)
    expect(error, type.name).toBeInstanceOf(type)
    expect(error).toBeInstanceOf(BitquayError)
    expect(error).toMatchObject({ name: type.name })
  }
})

test('events arrive while it listens, also after the connection was lost', async () => {
  const stop = new AbortController()
  const heard: string[] = []
  let opened = 0
  const listening = (async () => {
    for await (const event of client.events.listen({ signal: stop.signal, onOpen: () => opened++ })) {
      if (event.type === 'invoice.created') heard.push(event.data.invoiceId)
    }
  })()
  await expect.poll(() => opened).toBe(1)
  const first = await client.invoices.create({ amount: '1.00' })
  await expect.poll(() => heard, { timeout: 90_000 }).toEqual([first.invoiceId])
  for (const end of money.deps.openStreams) end()
  const second = await client.invoices.create({ amount: '2.00' })
  await expect.poll(() => heard, { timeout: 90_000 }).toEqual([first.invoiceId, second.invoiceId])
  expect(opened).toBeGreaterThanOrEqual(2)
  // The signal must still work after unused objects were freed.
  collectGarbage()
  stop.abort()
  await listening
})

test('pays its own invoice in the sandbox', async () => {
  const { invoiceId } = await client.invoices.create({ amount: '4.00' })
  await client.sandbox.pay({ invoiceId, method: 'lightning' })
  await money.pass(31)
  await syncStore(money.deps, store.id)
  expect(await client.invoices.get(invoiceId)).toMatchObject({ status: 'settled' })
})

describe('on an unreliable network', () => {
  /** Stands in front of the real server and loses, breaks or delays responses, as a network does. */
  let road: Server
  let through: BitquayClient
  let faults: ('lose-answer' | 'refuse' | 'slow-down' | 'still-running' | number)[] = []
  const keys: (string | undefined)[] = []
  const agents = new Set<string | undefined>()
  beforeAll(async () => {
    road = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const fault = faults.shift()
        agents.add(request.headers['user-agent'])
        keys.push(request.headers['idempotency-key'] as string | undefined)
        if (fault === 'refuse') return response.writeHead(503).end('<html>busy</html>')
        if (typeof fault === 'number') return response.writeHead(fault).end('{}')
        if (fault === 'still-running') return response.writeHead(409).end('{"code":"request-in-progress"}')
        if (fault === 'slow-down') return response.writeHead(429, { 'retry-after': '1' }).end('{}')
        const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
        void fetch(`${url}${request.url}`, {
          method: request.method ?? 'GET',
          headers: headers as Record<string, string>,
          ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
        }).then(async (answer) => {
          const body = await answer.text()
          if (fault === 'lose-answer') request.socket.destroy()
          else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
        })
      })
    })
    await new Promise<void>((resolve) => road.listen(0, '127.0.0.1', resolve))
    const apiKey = await addApiKey(money.server, store.merchantId, ['read', 'invoices'])
    through = createClient({ url: `http://127.0.0.1:${(road.address() as AddressInfo).port}`, apiKey })
  })
  afterAll(() => new Promise((resolve) => road.close(resolve)))

  test('a lost response, its own first attempt and a broken server create one invoice under one key', async () => {
    const before = (await collect(client.invoices.all())).length
    faults = ['lose-answer', 'still-running', 'refuse']
    keys.length = 0
    const created = await through.invoices.create({ amount: '5.00' })
    expect(created.amount).toBe('5.00')
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    expect((await collect(client.invoices.all())).length).toBe(before + 1)
  })

  test('a 4xx is never sent again', async () => {
    for (const status of [400, 401, 403, 404, 405, 409, 410, 413, 422, 428, 429]) {
      faults = [status]
      keys.length = 0
      await expect(through.invoices.create({ amount: '5.00' }), String(status)).rejects.toMatchObject({ status })
      expect(keys, String(status)).toHaveLength(1)
    }
    faults = ['still-running']
    await expect(through.invoices.create({ amount: '5.00' })).rejects.toBeInstanceOf(ConflictError)
  })

  test('a rate limit says how long to wait, and is waited for only on request', async () => {
    faults = ['slow-down']
    const limited = await through.balances.get().catch((error: unknown) => error)
    expect(limited).toBeInstanceOf(RateLimitError)
    expect(limited).toMatchObject({ retryAfterSeconds: 1 })
    const { port } = road.address() as AddressInfo
    const apiKey = await addApiKey(money.server, store.merchantId, ['read'])
    const patient = createClient({ url: `http://127.0.0.1:${port}`, apiKey, retryRateLimited: true })
    faults = ['slow-down']
    expect(await patient.balances.get()).toMatchObject({ configured: true })
  })

  test('it stops after the set number of attempts, and at once when aborted', async () => {
    faults = Array.from({ length: 10 }, () => 'refuse' as const)
    const broken = await through.balances.get().catch((error: unknown) => error)
    expect(broken).toBeInstanceOf(ServerError)
    expect(broken).toMatchObject({ status: 503, code: undefined })
    expect(faults).toHaveLength(6)
    const stop = new AbortController()
    const stopped = through.invoices.create({ amount: '5.00' }, { signal: stop.signal })
    const refusal = expect(stopped).rejects.toThrow('enough')
    await expect.poll(() => faults.length).toBeLessThan(6)
    stop.abort(new Error('enough'))
    await refusal
    faults = []
    await expect(
      createClient({ url: 'http://127.0.0.1:1', apiKey: 'x', retries: 0 }).balances.get(),
    ).rejects.toMatchObject({ status: 0 })
  })

  test('every request names the client and its version', async () => {
    agents.clear()
    faults = [404, 404]
    await expect(through.balances.get()).rejects.toBeInstanceOf(NotFoundError)
    await expect(through.events.listen().next()).rejects.toBeInstanceOf(NotFoundError)
    expect([...agents]).toEqual([`bitquay-client/${manifest.version}`])
  })
})

test('an event’s type says what its data is', () => {
  expectTypeOf<EventOf<'invoice.settled'>['data']>().toEqualTypeOf<Invoice>()
  expectTypeOf<EventOf<'payment.received'>['data']['depositAddressId']>().toEqualTypeOf<number | null>()
})

test('works where Web Crypto is no global, as in Node 18', async () => {
  vi.stubGlobal('crypto', undefined)
  try {
    const keys: (string | null)[] = []
    const answer: typeof fetch = async (_url, sent) => {
      keys.push(new Headers(sent?.headers).get('idempotency-key'))
      return Response.json({ amount: '6.00' })
    }
    const own = createClient({ url, apiKey: 'bq_test_none', fetch: answer })
    expect(await own.invoices.create({ amount: '6.00' })).toMatchObject({ amount: '6.00' })
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
    const { body, headers, secret } = signDelivery()
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'invoice.settled' })
    await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toBeInstanceOf(WebhookError)
  } finally {
    vi.unstubAllGlobals()
  }
})

describe('webhooks', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
  const body = JSON.stringify({ id: 'evt_1', type: 'ping', createdAt: '2026-01-01T00:00:00.000Z', data: {} })
  const signed = (at: Date, text = body, by = secret) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', at, text),
  })

  test('are accepted with a signature of the published library, in any form of headers', async () => {
    const now = new Date()
    expect(await verifyWebhook(body, signed(now), secret)).toMatchObject({ id: 'evt_1', type: 'ping' })
    expect(await verifyWebhook(body, new Headers(signed(now)), secret)).toMatchObject({ id: 'evt_1' })
    const other = `whsec_${Buffer.from('another secret of 32 bytes, yes!').toString('base64')}`
    const both = `${signed(now, body, other)['webhook-signature']} ${signed(now)['webhook-signature']}`
    expect(await verifyWebhook(body, { ...signed(now), 'Webhook-Signature': both }, secret)).toBeDefined()
  })

  test('are refused when any part is wrong', async () => {
    const now = new Date()
    const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
    const bad: [string, Record<string, string>, string][] = [
      [`${body} `, signed(now), secret],
      [body, signed(minutes(-6)), secret],
      [body, signed(minutes(6)), secret],
      [body, { ...signed(now), 'webhook-id': 'msg_2' }, secret],
      [body, { ...signed(now), 'webhook-signature': 'v1,' }, secret],
      [body, { ...signed(now), 'webhook-signature': 'v1,not base64 at all' }, secret],
      [body, { ...signed(now), 'webhook-timestamp': 'soon' }, secret],
      [body, {}, secret],
      [body, signed(now), 'whsec_'],
    ]
    for (const [text, headers, key] of bad) {
      await expect(verifyWebhook(text, headers, key), JSON.stringify(headers)).rejects.toBeInstanceOf(WebhookError)
    }
  })
})
