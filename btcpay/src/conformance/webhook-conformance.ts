import { describe, expect, it } from 'vitest'
import { namesPath, unwrap } from '../outcome.ts'
import { eventually } from './eventually.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'
import type { World } from './world.ts'

/** Behavior 40 and the rules of delivery. */
export const webhookConformance = (world: () => World): void => {
  const createInvoice = async (storeId: string) =>
    unwrap(await world().admin.invoices.create(storeId, { amount: '0.001', currency: 'BTC' })).id

  const recordedStore = async () => {
    const store = await world().createStore()
    const receiver = await store.recordEvents()
    const [webhook] = unwrap(await world().admin.webhooks.list(store.id))
    if (webhook === undefined) throw new Error('the webhook is not listed')
    return { storeId: store.id, receiver, webhookId: webhook.id }
  }

  describe('webhooks', () => {
    it('return their secret once and keep it when no other is given (40)', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const receiver = await startWebhookReceiver(world().target.receiverHost)
      try {
        const url = receiver.url
        const created = unwrap(await admin.webhooks.create(store.id, { url, secret: 'given' }))
        expect(created).toMatchObject({ secret: 'given', enabled: true, automaticRedelivery: true, url })
        expect(JSON.stringify(unwrap(await admin.webhooks.get(store.id, created.id)))).not.toContain('given')
        const events = { everything: false, specificEvents: ['InvoiceCreated'] }
        unwrap(await admin.webhooks.update(store.id, created.id, { url, authorizedEvents: events }))
        receiver.expectSecret('given')
        const invoiceId = await createInvoice(store.id)
        await receiver.typesUntil(invoiceId, 'InvoiceCreated')
        expect(receiver.deliveries[0]?.isSigned).toBe(true)
        // Only subscribed events arrive.
        unwrap(await admin.invoices.mark(store.id, invoiceId, 'Settled'))
        const next = await createInvoice(store.id)
        await receiver.typesUntil(next, 'InvoiceCreated')
        expect(receiver.deliveries).toHaveLength(2)
      } finally {
        await receiver.close()
      }
      const random = unwrap(await admin.webhooks.create(store.id, { url: 'https://example.com/hook' }))
      expect(random.secret.length).toBeGreaterThan(10)
      expect(namesPath(await admin.webhooks.create(store.id, { url: 'nonsense' }), 'Url')).toBe(true)
    })

    it('sign the raw body and name their sender (40)', async () => {
      const { storeId, receiver, webhookId } = await recordedStore()
      const invoiceId = await createInvoice(storeId)
      await receiver.typesUntil(invoiceId, 'InvoiceCreated')
      const [delivery] = receiver.deliveries
      expect(delivery?.isSigned).toBe(true)
      expect(delivery?.headers['user-agent']).toMatch(/^BTCPayServer/)
      expect(delivery?.headers['content-type']).toMatch(/^application\/json/)
      // Indented, so a body that was parsed and serialized again has other bytes.
      expect(delivery?.rawBody.toString('utf8')).toContain('\n  "')
      const [event] = receiver.events(invoiceId)
      expect(event).toMatchObject({ webhookId, storeId, isRedelivery: false, metadata: expect.any(Object) })
      expect(event?.originalDeliveryId).toBe(event?.deliveryId)
    })

    it('are redelivered unchanged on request (40)', async () => {
      const { admin } = world()
      const { storeId, receiver, webhookId } = await recordedStore()
      const invoiceId = await createInvoice(storeId)
      await receiver.typesUntil(invoiceId, 'InvoiceCreated')
      const first = await eventually('the delivery is listed', async () => {
        const [read] = unwrap(await admin.webhooks.listDeliveries(storeId, webhookId))
        return read
      })
      expect(first).toMatchObject({ status: 'HttpSuccess', httpCode: 200 })
      expect(unwrap(await admin.webhooks.getDelivery(storeId, webhookId, first.id)).id).toBe(first.id)
      const request = unwrap(await admin.webhooks.getDeliveryRequest(storeId, webhookId, first.id))
      expect(request).toMatchObject({ type: 'InvoiceCreated', deliveryId: first.id })
      const secondId = unwrap(await admin.webhooks.redeliver(storeId, webhookId, first.id))
      await eventually('it came again', async () => (receiver.deliveries.length === 2 ? true : undefined))
      expect(receiver.events(invoiceId)[1]).toMatchObject({
        deliveryId: secondId,
        originalDeliveryId: first.id,
        isRedelivery: true,
        type: 'InvoiceCreated',
        timestamp: receiver.events(invoiceId)[0]?.timestamp,
      })
      const listed = await eventually('both are listed', async () => {
        const read = unwrap(await admin.webhooks.listDeliveries(storeId, webhookId))
        return read.length === 2 ? read : undefined
      })
      expect(listed.map((one) => one.id)).toEqual([secondId, first.id])
    })

    it('are retried automatically after a failure and hold back those that follow', async () => {
      const { passTime } = world().target
      const { storeId, receiver } = await recordedStore()
      receiver.answerNext(500)
      const first = await createInvoice(storeId)
      await eventually('it was tried', async () => (receiver.deliveries.length === 1 ? true : undefined))
      const second = await createInvoice(storeId)
      await passTime(12)
      await receiver.typesUntil(second, 'InvoiceCreated')
      const order = receiver.deliveries.map(({ parsed }) =>
        parsed.kind === 'invoice' ? [parsed.event.invoiceId, parsed.event.isRedelivery] : [],
      )
      expect(order).toEqual([
        [first, false],
        [first, true],
        [second, false],
      ])
      const [tried, again] = receiver.events(first)
      expect(again?.originalDeliveryId).toBe(tried?.deliveryId)
      expect(again?.deliveryId).not.toBe(tried?.deliveryId)
    })

    it('are not retried after a 4xx response', async () => {
      const { passTime } = world().target
      const { storeId, receiver } = await recordedStore()
      receiver.answerNext(404)
      const first = await createInvoice(storeId)
      await eventually('it was tried', async () => (receiver.deliveries.length === 1 ? true : undefined))
      await passTime(12)
      const second = await createInvoice(storeId)
      await receiver.typesUntil(second, 'InvoiceCreated')
      expect(receiver.events(first)).toHaveLength(1)
    })

    it('show the saved state when they are read (the row is saved before the event)', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      const receiver = await store.recordEvents()
      const invoiceId = await createInvoice(store.id)
      unwrap(await admin.invoices.mark(store.id, invoiceId, 'Settled'))
      await receiver.typesUntil(invoiceId, 'InvoiceSettled')
      expect(unwrap(await admin.invoices.get(store.id, invoiceId)).status).toBe('Settled')
    })

    it('return 404 once they are removed (40)', async () => {
      const { admin } = world()
      const { storeId, webhookId } = await recordedStore()
      unwrap(await admin.webhooks.remove(storeId, webhookId))
      expect(await admin.webhooks.remove(storeId, webhookId)).toMatchObject({ kind: 'refused' })
      expect(unwrap(await admin.webhooks.find(storeId, webhookId))).toBeUndefined()
    })
  })
}
