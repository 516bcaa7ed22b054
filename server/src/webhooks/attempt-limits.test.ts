import * as v1 from '@bitquay/contract/v1/webhook-endpoints'
import * as calls from '@bitquay/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'
import { recordAnyEvent } from '../../test/record-event.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { mostBodies } from './table.bodies.ts'
import { claimDeliveries, resendDelivery, resendRange, saveAttempt } from './table.deliveries.ts'
import { addEndpoint, removeEndpoint } from './table.endpoints.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const newMerchant = async () => {
  const owner = await addMerchant(server)
  const about = { kind: 'standard', description: undefined, events: ['*'], createdBy: 'api-key:1' } as const
  const add = () =>
    inTransaction(server.deps.db, async (tx) => {
      const url = 'https://hooks.example.com'
      return (await addEndpoint(tx, server.deps.sealer, { merchantId: owner.id, url, ...about })).row.id
    })
  return { owner, merchantId: owner.id, add }
}
const happen = (merchantId: number, events = 1) =>
  inTransaction(server.deps.db, async (tx) => {
    for (let count = 0; count < events; count++) {
      await recordAnyEvent(tx, merchantId, 'invoice.created', { invoiceId: String(count) })
    }
  })
const deliveriesOf = async (endpointId: number) =>
  server.deps.db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('endpointId', '=', endpointId)
    .orderBy('id')
    .execute()

/** Sends the only delivery of an endpoint again, so many times. */
const attemptTimes = async (endpointId: number, times: number, body = 'x') => {
  const [waiting] = await deliveriesOf(endpointId)
  for (let count = 0; count < times; count++) {
    await inTransaction(server.deps.db, async (tx) => {
      await sql`update webhook_endpoints set quick_answers = 0`.execute(tx)
      await sql`update webhook_deliveries set leased_until = null, lease = null`.execute(tx)
      await resendDelivery(tx, waiting?.id ?? 0n)
    })
    const claimed = await claimDeliveries(server.deps.db, { lane: 'slow', most: 60 })
    const delivery = claimed.find((each) => each.endpointId === endpointId)
    if (!delivery) throw new Error('it was not claimed')
    const answer = { status: 200, headers: {}, body, retryAfterSeconds: undefined }
    const attempt = { durationMs: 1, requestHeaders: { at: 'x' }, requestBody: body, answer, error: undefined }
    await inTransaction(server.deps.db, (tx) => saveAttempt(tx, delivery, attempt))
  }
}
const keptOf = async (merchantId: number) => {
  const { rows } = await sql<{ attempts: number; kept: number; bytes: number }>`
    select count(*)::integer as attempts, (count(*) filter (where a.request_body <> ''))::integer as kept,
      coalesce(sum(octet_length(a.request_body) + octet_length(a.answer_body)), 0)::integer as bytes
    from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
      join webhook_endpoints e on e.id = d.endpoint_id where e.merchant_id = ${merchantId}`.execute(server.deps.db)
  return rows[0]
}

test('what was sent and answered is kept for the latest 100 attempts of an endpoint, the attempts for all', async () => {
  const { merchantId, owner, add } = await newMerchant()
  const [busy, quiet] = [await add(), await add()]
  await happen(merchantId)
  await attemptTimes(quiet, 1)
  await attemptTimes(busy, mostBodies + 5)
  expect(await keptOf(merchantId)).toMatchObject({ attempts: mostBodies + 6, kept: mostBodies + 1 })
  const [delivery] = await deliveriesOf(quiet)
  const token = await signInAs(server, owner)
  const show = async (id: bigint | undefined) =>
    (await ask(server, calls.getDelivery, { token, params: { id: Number(id) } })).body.log
  expect(await show(delivery?.id)).toMatchObject([{ requestBody: 'x', answerBody: 'x' }])
  await sql`update webhook_attempts set request_body = '' where delivery_id = ${delivery?.id}`.execute(server.deps.db)
  expect(await show(delivery?.id)).toMatchObject([{ requestBody: null, answerStatus: 200 }])
})

test('a merchant’s requests and answers take at most 50 MB, also those of removed endpoints', async () => {
  const { merchantId, add } = await newMerchant()
  const body = '€'.repeat(64_000)
  for (let count = 0; count < 2; count++) {
    const id = await add()
    await happen(merchantId)
    await attemptTimes(id, 70, body)
    await inTransaction(server.deps.db, (tx) => removeEndpoint(tx, id))
  }
  const kept = await keptOf(merchantId)
  expect(kept?.attempts).toBe(140)
  expect(kept?.bytes).toBeGreaterThan(49_000_000)
  expect(kept?.bytes).toBeLessThanOrEqual(50_000_000)
})

test('an endpoint is sent something again 60 times an hour, whoever requests it and in whatever way', async () => {
  const { merchantId, owner, add } = await newMerchant()
  const [id, other] = [await add(), await add()]
  await happen(merchantId)
  const [delivery] = await deliveriesOf(id)
  const deliveryId = Number(delivery?.id)
  const token = await signInAs(server, owner)
  const key = await addApiKey(server, merchantId, ['read', 'invoices'])
  const range = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
  const ways = [
    () => ask(server, calls.resendDelivery, { token, params: { id: deliveryId } }),
    () => ask(server, calls.resendWebhooks, { token, params: { id }, body: range }),
    () => ask(server, calls.testWebhook, { token, params: { id } }),
    () => ask(server, v1.redeliverWebhook, { token: key, params: { id, deliveryId } }),
    () => ask(server, v1.testWebhookEndpoint, { token: key, params: { id } }),
  ]
  for (let count = 0; count < 60; count += ways.length) {
    for (const way of ways) expect((await way()).status).toBe(200)
  }
  for (const way of ways) expect(await way()).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } })
  expect((await ask(server, calls.testWebhook, { token, params: { id: other } })).status).toBe(200)
})

test('replacing endpoints gets no more than 60 new ones a day', async () => {
  const { merchantId } = await newMerchant()
  const token = await addApiKey(server, merchantId, ['read', 'invoices'])
  const replace = async () => {
    const body = { url: 'https://hooks.example.com', events: ['*'] }
    const created = await ask(server, v1.createWebhookEndpoint, { token, body })
    if (created.status === 200) {
      await ask(server, v1.removeWebhookEndpoint, { token, params: { id: Number(created.body.id) } })
    }
    return created.status
  }
  const statuses: number[] = []
  for (let count = 0; count < 62; count++) statuses.push(await replace())
  expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429])
})

test('a range that is sent again fills the queue to 10,000 and no further', async () => {
  const { merchantId, add } = await newMerchant()
  await sql`
    insert into api_events (merchant_id, event_id, type, object)
    select ${merchantId}, 'evt_range_' || number, 'invoice.settled', '{"invoiceId": "many"}'
    from generate_series(1, 10500) number`.execute(server.deps.db)
  const id = await add()
  const range = { from: new Date('2026-01-01'), to: new Date('2027-01-01'), delivered: false }
  const resend = (more: Partial<typeof range> = {}) =>
    inTransaction(server.deps.db, (tx) => resendRange(tx, { id, merchantId }, { ...range, ...more }))
  expect(await resend()).toBe(10_000)
  expect(await resend()).toBe(0)
  await sql`update webhook_deliveries set status = 'delivered' where endpoint_id = ${id}`.execute(server.deps.db)
  expect(await resend()).toBe(500)
  expect(await resend({ delivered: true })).toBe(9500)
})
