import { resendDelivery } from '@bitquay/contract/webhooks'
import { afterAll, expect, test } from 'vitest'
import { answering, until } from '../../test/webhook-receiver.ts'
import { startWebhookShops } from '../../test/webhook-shops.ts'
import { pausesSeconds } from './retry-schedule.ts'

const { server, newShop, close } = await startWebhookShops({ timeoutMs: 1500 })
afterAll(close)

test('a receiver that is down is retried over three days under the same ID and then given up', async () => {
  const { receiver, signInAgain, ask, addEndpoint, happen, firstOf } = await newShop()
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
    if (pause >= 3600) await signInAgain()
  }
  await until('given up', async () => (await firstOf(id)).status === 'failed')
  expect(receiver.received).toHaveLength(pausesSeconds.length + 1)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(pausesSeconds.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(3 * 24 * 3600)

  // It can still be sent manually, and is the same event.
  receiver.answerWith(answering(204))
  await ask(resendDelivery, { params: { id: (await firstOf(id)).id } })
  await until('delivered', async () => (await firstOf(id)).status === 'delivered')
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})
