import type { IncomingHttpHeaders } from 'node:http'
import * as calls from '@bitquay/contract/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { recordAnyEvent } from '../../test/record-event.ts'
import { answering, startWebhookReceiver, until } from '../../test/webhook-receiver.ts'
import { startWebhookShops } from '../../test/webhook-shops.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { pausesSeconds } from './retry-schedule.ts'

const { server, newShop, close } = await startWebhookShops({ timeoutMs: 1500 })
afterAll(close)

test('the published library accepts the signature of a delivery, and the log shows both sides', async () => {
  const { receiver, ask, addEndpoint, happen, firstOf } = await newShop()
  const { id, secret } = await addEndpoint(receiver.url, ['invoice.settled'])
  receiver.answerWith(answering(200, { 'content-type': 'text/plain' }, 'thank you'))
  await happen('invoice.expired')
  await happen('invoice.settled', { invoiceId: 'one', amountBtc: '0.00010000' })
  await until('delivered', async () => (await firstOf(id)).status === 'delivered')

  expect(receiver.received).toHaveLength(1)
  const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] = receiver.received
  const event = new Webhook(secret).verify(body, headers as Record<string, string>) as calls.ApiEvent
  expect(event).toEqual({
    id: headers['webhook-id'],
    type: 'invoice.settled',
    createdAt: expect.any(String),
    data: { invoiceId: 'one', amountBtc: '0.00010000' },
  })
  expect(() => new Webhook(secret).verify(body.replace('one', 'two'), headers as Record<string, string>)).toThrow()

  const delivery = (await ask(calls.getDelivery, { params: { id: (await firstOf(id)).id } })).body
  expect(delivery.log).toMatchObject([
    { answerStatus: 200, answerBody: 'thank you', requestBody: body, requestHeaders: { 'webhook-id': event.id } },
  ])
})

test('after a rotation both secrets sign for a day', async () => {
  const { receiver, ask, addEndpoint, happen } = await newShop()
  const { id, secret: old } = await addEndpoint()
  const { body } = await ask(calls.rotateWebhookSecret, { params: { id } })
  const fresh = String(body.secret)
  const verdict = () => {
    const last = receiver.received.at(-1)
    const takes = (secret: string) => {
      try {
        return (
          new Webhook(secret).verify(last?.body ?? '', (last?.headers ?? {}) as Record<string, string>) !== undefined
        )
      } catch {
        return false
      }
    }
    return { old: takes(old), fresh: takes(fresh) }
  }
  await happen()
  await until('received', () => receiver.received.length === 1)
  expect(verdict()).toEqual({ old: true, fresh: true })
  await server.advance(24 * 3600 + 1)
  await happen()
  await until('received again', () => receiver.received.length === 2)
  expect(verdict()).toEqual({ old: false, fresh: true })
  // Secrets are sealed: neither is readable in the database.
  const rows = await server.deps.db.selectFrom('webhookEndpoints').selectAll().execute()
  expect(JSON.stringify(rows.map(({ secret, previousSecret }) => [secret, previousSecret]))).not.toContain('whsec_')
})

test('a slow or redirecting receiver is retried, and the redirect is not followed', async () => {
  const { receiver, addEndpoint, happen, firstOf } = await newShop()
  const elsewhere = await startWebhookReceiver()
  const { id } = await addEndpoint()
  receiver.answerWith(() => undefined)
  await happen()
  await until('first attempt', async () => (await firstOf(id)).attempts === 1)
  expect((await firstOf(id)).error).toContain('didn’t respond within')
  receiver.answerWith(answering(307, { location: elsewhere.url }))
  await server.advance(pausesSeconds[0])
  await until('second attempt', async () => (await firstOf(id)).attempts === 2)
  expect(await firstOf(id)).toMatchObject({ status: 'waiting', answerStatus: 307 })
  expect((await firstOf(id)).error).toContain('Redirects aren’t followed')
  expect(elsewhere.received).toEqual([])
  receiver.answerWith(answering(204))
  await server.advance(pausesSeconds[1])
  await until('delivered', async () => (await firstOf(id)).status === 'delivered')
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await elsewhere.close()
})

test('a receiver that requests a pause gets it for every event, and one that is gone gets no more', async () => {
  const { receiver, owner, ask, addEndpoint, happen, endpointOf, deliveriesOf, firstOf } = await newShop()
  const { id } = await addEndpoint()
  receiver.answerWith(answering(429, { 'retry-after': '3600' }))
  await happen()
  await until('first attempt', async () => (await firstOf(id)).attempts === 1)
  await happen('invoice.expired')
  // The pause of the schedule has passed, but the requested one has not.
  await server.advance(1800)
  const other = await addEndpoint(receiver.url, ['ping'])
  await ask(calls.testWebhook, { params: { id: other.id } })
  await until('another endpoint goes on', () => receiver.received.length === 2)
  expect((await deliveriesOf(id)).map(({ attempts }) => attempts)).toEqual([1, 0])

  receiver.answerWith(answering(410))
  await server.advance(1801)
  await until('disabled', async () => (await endpointOf(id))?.enabled === false)
  expect(await endpointOf(id)).toMatchObject({ enabled: false, disabledBecause: 'gone' })
  const emails = await server.deps.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('recipient', '=', owner.email)
    .execute()
  expect(emails.map(({ subject }) => subject)).toContain('Webhook endpoint disabled')

  const published = await server.deps.db
    .selectFrom('apiEvents')
    .select('object')
    .where('type', '=', 'webhook_endpoint.disabled')
    .execute()
  expect(published).toMatchObject([{ object: { id, enabled: false, disabledBecause: 'gone' } }])

  // Events in the meantime are not lost: they can be sent once the endpoint is back.
  const before = new Date(Date.now() - 3600_000).toISOString()
  const after = new Date(Date.now() + 7 * 24 * 3600_000).toISOString()
  await happen('invoice.invalid')
  receiver.answerWith(answering(204))
  receiver.received.length = 0
  await ask(calls.changeWebhook, { params: { id }, body: { enabled: true } })
  await ask(calls.resendWebhooks, { params: { id }, body: { from: before, to: after } })
  await until('all delivered', async () => (await deliveriesOf(id)).every(({ status }) => status === 'delivered'))
  const types = receiver.received.map(({ body }) => (JSON.parse(body) as calls.ApiEvent).type)
  expect(types.toSorted()).toEqual([
    'invoice.expired',
    'invoice.invalid',
    'invoice.settled',
    'webhook_endpoint.disabled',
  ])
})

test('an endpoint that never answers, with hundreds of events, does not delay another', async () => {
  const { receiver, owner, ask, addEndpoint, happen, endpointOf } = await newShop()
  const dead = await startWebhookReceiver()
  dead.answerWith(() => undefined)
  const { id: deadId } = await addEndpoint(dead.url, ['invoice.created'])
  await inTransaction(server.deps.db, async (tx) => {
    for (let index = 0; index < 300; index++)
      await recordAnyEvent(tx, owner.id, 'invoice.created', { invoiceId: index })
  })
  await until('the dead one is in trouble', () => dead.received.length >= 8)
  await addEndpoint(receiver.url, ['invoice.settled'])
  for (let index = 0; index < 60; index++) await happen()
  await until('everything of the other arrived', () => receiver.received.length === 60)
  const waiting = await endpointOf(deadId)
  expect(waiting?.waiting).toBe(300)
  await ask(calls.removeWebhook, { params: { id: deadId } })
  await dead.close()
})

test('no merchant reaches another merchant’s endpoints or deliveries', async () => {
  const { receiver, addEndpoint, happen, firstOf } = await newShop()
  const { id } = await addEndpoint()
  await happen()
  await until('received', () => receiver.received.length === 1)
  const delivery = await firstOf(id)
  const stranger = await newShop()
  const range = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
  for (const [call, params, body] of [
    [calls.changeWebhook, { id }, { enabled: false }],
    [calls.removeWebhook, { id }, undefined],
    [calls.rotateWebhookSecret, { id }, {}],
    [calls.testWebhook, { id }, {}],
    [calls.resendWebhooks, { id }, range],
    [calls.listDeliveries, { id }, undefined],
    [calls.getDelivery, { id: delivery.id }, undefined],
    [calls.resendDelivery, { id: delivery.id }, {}],
  ] as const) {
    const answer = await stranger.ask(call, { params, ...(body === undefined ? {} : { body }) })
    expect(answer.status, call.path).toBe(404)
  }
  expect((await stranger.ask(calls.listWebhooks)).body).toEqual([])
})

test('at most 20 endpoints can be added, however many are added at once', async () => {
  const { receiver, ask, addEndpoint } = await newShop()
  const add = () => ask(calls.createWebhook, { body: { url: receiver.url, events: ['*'] } })
  for (let count = 0; count < 15; count++) await addEndpoint()
  const added = await Promise.all(Array.from({ length: 20 }, add))
  expect(added.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(added.filter(({ body }) => body.code === 'too-many-webhooks')).toHaveLength(15)
})
