import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Shop, startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

type DeliveryAnswer = { id: string; timestamp: number; deliveryTime: number; httpCode: number | null; status: string }

describe('webhooks', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  const deliveries = (shop: Shop) =>
    sandbox.ok<DeliveryAnswer[]>('GET', `/api/v1/webhooks/${shop.webhookId}/deliveries`)
  const arrived = (shop: Shop, count: number) =>
    expect.poll(() => shop.receiver.events.length, { timeout: 90_000 }).toBe(count)

  it('are indented, signed over the raw body and name their sender (40)', async () => {
    const shop = await sandbox.shop()
    await shop.createInvoice({ metadata: { orderId: 'ö"1' } })
    await shop.events()
    const [request] = shop.receiver.requests
    expect(request?.body).toContain('\n  "deliveryId"')
    const signature = createHmac('sha256', shop.secret)
      .update(request?.body ?? '')
      .digest('hex')
    expect(request?.headers['btcpay-sig']).toBe(`sha256=${signature}`)
    expect(request?.headers['user-agent']).toBe('BTCPayServer/2.4.1')
    expect(shop.receiver.events[0]).toMatchObject({ isRedelivery: false, metadata: { orderId: 'ö"1' } })
  })

  it('show the secret once, keep it when it is left empty, and return 404 when deleted (40)', async () => {
    const shop = await sandbox.shop()
    const path = `/api/v1/stores/${shop.storeId}/webhooks/${shop.webhookId}`
    expect(await sandbox.ok('GET', path)).not.toHaveProperty('secret')
    await sandbox.ok('PUT', path, { url: shop.receiver.url, secret: '' })
    await shop.createInvoice()
    await shop.events()
    const signature = createHmac('sha256', shop.secret)
      .update(shop.receiver.requests[0]?.body ?? '')
      .digest('hex')
    expect(shop.receiver.requests[0]?.headers['btcpay-sig']).toBe(`sha256=${signature}`)
    await sandbox.ok('DELETE', path)
    expect(await sandbox.call('DELETE', path)).toMatchObject({ status: 404, body: { code: 'webhook-not-found' } })
    // The flattened path remembers the store for ten minutes. After that it is unknown.
    const flattened = `/api/v1/webhooks/${shop.webhookId}`
    expect(await sandbox.call('GET', flattened)).toMatchObject({ status: 403 })
    const other = await sandbox.shop()
    await sandbox.ok('GET', `/api/v1/webhooks/${other.webhookId}`)
    await sandbox.ok('DELETE', `/api/v1/webhooks/${other.webhookId}`)
    expect(await sandbox.call('GET', `/api/v1/webhooks/${other.webhookId}`)).toMatchObject({ status: 404 })
    await sandbox.control.clock({ advanceSeconds: 601 })
    expect(await sandbox.call('GET', `/api/v1/webhooks/${other.webhookId}`)).toMatchObject({ status: 403 })
  })

  it('are redelivered with a new id and the original id (40)', async () => {
    const shop = await sandbox.shop()
    await shop.createInvoice()
    await shop.events()
    const [first] = await deliveries(shop)
    expect(first).toMatchObject({ status: 'HttpSuccess', httpCode: 200 })
    const base = `/api/v1/stores/${shop.storeId}/webhooks/${shop.webhookId}/deliveries/${first?.id}`
    const again = await sandbox.ok<string>('POST', `${base}/redeliver`)
    await shop.events()
    expect(shop.receiver.events[1]).toMatchObject({
      deliveryId: again,
      originalDeliveryId: first?.id,
      isRedelivery: true,
    })
    expect(await sandbox.ok('GET', `${base}/request`)).toMatchObject({ type: 'InvoiceCreated', deliveryId: first?.id })
    expect((await deliveries(shop)).map(({ id }) => id)).toEqual([again, first?.id])
    expect(await sandbox.ok('GET', `/api/v1/webhooks/${shop.webhookId}/deliveries?count=1`)).toHaveLength(1)
    await sandbox.control.clock({ advanceSeconds: 61 * 86_400 })
    expect(await sandbox.call('POST', `${base}/redeliver`)).toMatchObject({
      status: 409,
      body: { code: 'webhookdelivery-pruned' },
    })
  })

  it('are retried after ten seconds and a minute, and block those behind them', async () => {
    const shop = await sandbox.shop()
    shop.receiver.answers.push(500, 503)
    const first = await shop.createInvoice()
    const second = await shop.createInvoice()
    await arrived(shop, 1)
    await sandbox.control.webhooksIdle()
    expect(await deliveries(shop)).toMatchObject([{ status: 'HttpError', httpCode: 500 }])
    await sandbox.control.clock({ advanceSeconds: 11 })
    await arrived(shop, 2)
    await sandbox.control.webhooksIdle()
    await sandbox.control.clock({ advanceSeconds: 30 })
    expect(shop.receiver.events).toHaveLength(2)
    await sandbox.control.clock({ advanceSeconds: 31 })
    await arrived(shop, 4)
    const [one, two, three, four] = shop.receiver.events
    expect([one, two, three].map((event) => event?.invoiceId)).toEqual([first.id, first.id, first.id])
    expect(four?.invoiceId).toBe(second.id)
    expect(two).toMatchObject({ isRedelivery: true, originalDeliveryId: one?.deliveryId, timestamp: one?.timestamp })
    expect(new Set([one, two, three].map((event) => event?.deliveryId)).size).toBe(3)
    await sandbox.control.webhooksIdle()
    const [last] = await deliveries(shop)
    expect((last?.deliveryTime ?? 0) - (last?.timestamp ?? 0)).toBeGreaterThanOrEqual(70)
  })

  it('are attempted nine times in all, over an hour', async () => {
    const shop = await sandbox.shop()
    shop.receiver.answers.push(...Array.from({ length: 9 }, () => 500))
    await shop.createInvoice({ checkout: { expirationMinutes: 600 } })
    await arrived(shop, 1)
    await sandbox.control.webhooksIdle()
    await sandbox.control.clock({ advanceSeconds: 2 * 3_600 })
    await sandbox.control.webhooksIdle()
    expect(shop.receiver.events).toHaveLength(9)
    const [last] = await deliveries(shop)
    expect((last?.deliveryTime ?? 0) - (last?.timestamp ?? 0)).toBeGreaterThanOrEqual(10 + 60 + 6 * 600)
  })

  it('leave no listener behind after a wait for a retry', async () => {
    const warnings: string[] = []
    const note = ({ name }: Error) => warnings.push(name)
    process.on('warning', note)
    const shop = await sandbox.shop()
    shop.receiver.answers.push(...Array.from({ length: 18 }, () => 500))
    await shop.createInvoice({ checkout: { expirationMinutes: 600 } })
    await shop.createInvoice({ checkout: { expirationMinutes: 600 } })
    await sandbox.control.clock({ advanceSeconds: 4 * 3600 })
    await arrived(shop, 18)
    await sandbox.control.webhooksIdle()
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  it('are not retried after a 4xx response', async () => {
    const shop = await sandbox.shop()
    shop.receiver.answers.push(404)
    await shop.createInvoice()
    await shop.createInvoice()
    await arrived(shop, 2)
    await sandbox.control.webhooksIdle()
    await sandbox.control.clock({ advanceSeconds: 7_200 })
    expect(shop.receiver.events).toHaveLength(2)
    expect((await deliveries(shop)).map(({ httpCode }) => httpCode)).toEqual([200, 404])
  })

  it('are not retried when the owner turned retries off', async () => {
    const shop = await sandbox.shop()
    await sandbox.ok('PUT', `/api/v1/webhooks/${shop.webhookId}`, {
      url: shop.receiver.url,
      automaticRedelivery: false,
    })
    shop.receiver.answers.push(500)
    await shop.createInvoice()
    await shop.events()
    await sandbox.control.clock({ advanceSeconds: 7_200 })
    expect(shop.receiver.events).toHaveLength(1)
  })

  it('without a response are Failed without a code', async () => {
    const shop = await sandbox.shop()
    await shop.receiver.close()
    await shop.createInvoice()
    await expect.poll(async () => (await deliveries(shop)).length, { timeout: 90_000 }).toBe(1)
    expect(await deliveries(shop)).toMatchObject([{ status: 'Failed', httpCode: null }])
  })

  it('carry only subscribed events, and none when disabled', async () => {
    const shop = await sandbox.shop()
    const authorizedEvents = { everything: false, specificEvents: ['InvoiceSettled'] }
    await sandbox.ok('PUT', `/api/v1/webhooks/${shop.webhookId}`, { url: shop.receiver.url, authorizedEvents })
    const { id } = await shop.createInvoice()
    await sandbox.ok('POST', `/api/v1/invoices/${id}/status`, { status: 'Settled' })
    expect(await shop.events()).toEqual(['InvoiceSettled'])
    await sandbox.ok('PUT', `/api/v1/webhooks/${shop.webhookId}`, { url: shop.receiver.url, enabled: false })
    await shop.createInvoice()
    expect(await shop.events()).toEqual(['InvoiceSettled'])
  })

  it('that are queued are lost in a restart and delivered ones are kept', async () => {
    const shop = await sandbox.shop()
    await shop.createInvoice()
    await shop.events()
    shop.receiver.answers.push(500)
    await shop.createInvoice()
    await shop.createInvoice()
    await arrived(shop, 2)
    await sandbox.control.webhooksIdle()
    await sandbox.restart()
    await sandbox.control.clock({ advanceSeconds: 7_200 })
    await sandbox.control.webhooksIdle()
    const types = shop.receiver.events.map((event) => event.type).filter((type) => type === 'InvoiceCreated')
    expect(types).toHaveLength(2)
    expect((await deliveries(shop)).map(({ httpCode }) => httpCode)).toContain(500)
  })

  it('need an absolute URL', async () => {
    const shop = await sandbox.shop()
    for (const url of ['', 'nope', '/hook', 'ftp://x']) {
      const answer = await sandbox.call('POST', `/api/v1/stores/${shop.storeId}/webhooks`, { url })
      expect(answer, url).toMatchObject({ status: 422, body: [{ path: 'Url' }] })
    }
  })
})
