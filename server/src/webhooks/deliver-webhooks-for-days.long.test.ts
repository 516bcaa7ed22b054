import { reauthenticate } from '@bitquay/contract/auth'
import type { EventType } from '@bitquay/contract/webhook-events'
import * as calls from '@bitquay/contract/webhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Delivering, startDelivering } from '../../test/deliver-webhooks.ts'
import { addMerchant, ask, password, type Someone, signInAs } from '../../test/people.ts'
import { recordAnyEvent } from '../../test/record-event.ts'
import { answering, startWebhookReceiver, until, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { pausesSeconds } from './retry-schedule.ts'

let server: TestApp
let delivering: Delivering
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  delivering = startDelivering(server.deps, { timeoutMs: 1500 })
})
afterAll(async () => {
  await delivering.stop()
  await server.close()
  expect(delivering.failures).toEqual([])
})

let receiver: WebhookReceiver
let owner: Someone
let token: string
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  owner = await addMerchant(server)
  token = await signInAs(server, owner)
})
afterEach(() => receiver.close())

const addEndpoint = async (url = receiver.url, events: string[] = ['*']) => {
  // Tests move the clock, and a new endpoint needs a recent password check.
  await ask(server, reauthenticate, { token, body: { password } })
  const { status, body } = await ask(server, calls.createWebhook, { token, body: { url, events } })
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: Number(body.id), secret: String(body.secret) }
}
const happen = (type: EventType = 'invoice.settled', object: Record<string, unknown> = { invoiceId: 'one' }) =>
  inTransaction(server.deps.db, (tx) => recordAnyEvent(tx, owner.id, type, object))
const deliveriesOf = async (id: number) =>
  (await ask(server, calls.listDeliveries, { token, params: { id } })).body as unknown as calls.WebhookDelivery[]
const firstOf = async (id: number) => {
  const delivery = (await deliveriesOf(id)).at(-1)
  if (!delivery) throw new Error('there is no delivery')
  return delivery
}

test('a receiver that is down is retried over three days under the same ID and then given up', async () => {
  const { id } = await addEndpoint()
  receiver.answerWith(answering(500, {}, 'out of order'))
  await happen()
  const attempts = async () => (await firstOf(id)).attempts
  for (const [index, pause] of pausesSeconds.entries()) {
    await until(`attempt ${index + 1}`, async () => (await attempts()) === index + 1)
    const { dueAt, lastAttemptAt, status } = await firstOf(id)
    expect(status).toBe('waiting')
    expect(Math.round((Date.parse(dueAt ?? '') - Date.parse(lastAttemptAt ?? '')) / 1000)).toBe(pause)
    await server.advance(pause)
    // Such a long pause also ends the session.
    if (pause >= 3600) token = await signInAs(server, owner)
  }
  await until('given up', async () => (await firstOf(id)).status === 'failed')
  expect(receiver.received).toHaveLength(pausesSeconds.length + 1)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(pausesSeconds.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(3 * 24 * 3600)

  // It can still be sent manually, and is the same event.
  receiver.answerWith(answering(204))
  await ask(server, calls.resendDelivery, { token, params: { id: (await firstOf(id)).id } })
  await until('delivered', async () => (await firstOf(id)).status === 'delivered')
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})
