import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErrorCode } from '@bitquay/contract/errors'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { syncStore } from '../../server/src/payments/sync-store.ts'
import { addApiKey } from '../../server/test/api-keys.ts'
import { type Money, startMoney } from '../../server/test/money.ts'
import { type BitquayClient, BitquayError, createClient, type Invoice, verifyWebhook, WebhookError } from './index.ts'

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
}, 60_000)
afterAll(() => money.close())

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

test('reports a refusal by its code, and types the codes', async () => {
  const refused = await client.invoices.create({ amount: '0' }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(BitquayError)
  expect(refused).toMatchObject({ status: 400, code: 'invalid-request', fields: [{ path: 'amount' }] })
  expectTypeOf<BitquayError['code']>().toEqualTypeOf<ErrorCode | undefined>()
  expectTypeOf(client.invoices.create).parameter(0).toHaveProperty('redirectUrl')
  await expect(client.invoices.get('nothing')).rejects.toMatchObject({ status: 404, code: 'not-found' })
  await expect(createClient({ url, apiKey: 'bq_test_wrong_wrong_wrong' }).balances.get()).rejects.toMatchObject({
    code: 'invalid-api-key',
  })
})

describe('on an unreliable network', () => {
  /** Stands in front of the real server and loses, breaks or delays responses, as a network does. */
  let road: Server
  let through: BitquayClient
  let faults: ('lose-answer' | 'refuse' | 'slow-down')[] = []
  const keys: (string | undefined)[] = []
  beforeAll(async () => {
    road = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const fault = faults.shift()
        keys.push(request.headers['idempotency-key'] as string | undefined)
        if (fault === 'refuse') return response.writeHead(503).end('<html>busy</html>')
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

  test('a lost response, a broken server and a busy one create one invoice under one key', async () => {
    const before = (await collect(client.invoices.all())).length
    faults = ['lose-answer', 'refuse', 'slow-down']
    keys.length = 0
    const created = await through.invoices.create({ amount: '5.00' })
    expect(created.amount).toBe('5.00')
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    expect((await collect(client.invoices.all())).length).toBe(before + 1)
  })

  test('it stops after the set number of attempts, and at once when aborted', async () => {
    faults = Array.from({ length: 10 }, () => 'refuse' as const)
    await expect(through.balances.get()).rejects.toMatchObject({ status: 503, code: undefined })
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
