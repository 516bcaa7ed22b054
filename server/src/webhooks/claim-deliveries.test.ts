import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant } from '../../test/people.ts'
import { recordAnyEvent } from '../../test/record-event.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { writeBtcpayDelivery } from '../greenfield/write-btcpay-delivery.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { claimDeliveries, type LaneName, saveAttempt } from './table.deliveries.ts'
import { addEndpoint, changeEndpoint } from './table.endpoints.ts'
import { deliverWebhooks } from './worker.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('looking for deliveries takes one round trip for each lane', async () => {
  const worker = deliverWebhooks(server.deps, writeBtcpayDelivery, (_, error) => {
    throw error
  })
  const { result, statements } = await recordStatements(() => worker.run(new AbortController().signal))
  expect(result).toBe(false)
  expect(statements).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('claim_webhooks')))
  await worker.end?.()
})

/** A merchant with so many endpoints, each with so many events that wait. Unless told, each is about another invoice. */
const addWaiting = async ({
  endpoints,
  events,
  objectOf = (count) => ({ invoiceId: String(count) }),
}: {
  endpoints: number
  events: number
  objectOf?: (count: number) => Record<string, unknown>
}) => {
  const { id: merchantId } = await addMerchant(server)
  await inTransaction(server.deps.db, async (tx) => {
    for (let count = 0; count < endpoints; count++) {
      const url = `https://hooks.example.com/${count}`
      const about = { kind: 'standard', description: undefined, events: ['*'], createdBy: 'test' } as const
      await addEndpoint(tx, server.deps.sealer, { merchantId, url, ...about })
    }
    for (let count = 0; count < events; count++) {
      await recordAnyEvent(tx, merchantId, 'invoice.created', objectOf(count))
    }
  })
  return merchantId
}
const claim = async (most: number, lane: LaneName = 'quick') =>
  (await claimDeliveries(server.deps.db, { lane, most })).map(({ merchantId }) => merchantId)
/** One attempt at the delivery that a lane has next. */
const attemptIn = async (lane: LaneName, durationMs: number, status?: number) => {
  const [delivery] = await claimDeliveries(server.deps.db, { lane, most: 1 })
  if (!delivery) throw new Error(`nothing is in the lane ${lane}`)
  const answer = status === undefined ? undefined : { status, headers: {}, body: '', retryAfterSeconds: undefined }
  const attempt = { durationMs, requestHeaders: {}, requestBody: '{}', answer, error: undefined }
  await inTransaction(server.deps.db, (tx) => saveAttempt(tx, delivery, attempt))
  return delivery
}
const clear = () => sql`truncate webhook_deliveries cascade`.execute(server.deps.db)
const putInLane = (lane: LaneName) =>
  sql`update webhook_endpoints set failures = ${lane === 'failing' ? 5 : 0}, quick_answers = ${lane === 'quick' ? 3 : 0}`.execute(
    server.deps.db,
  )

test.each([
  { lane: 'quick', places: 48, share: 15 },
  { lane: 'slow', places: 64, share: 3 },
  { lane: 'failing', places: 16, share: 3 },
] as const)('a merchant with 20 slow endpoints leaves places for others ($lane)', async ({ lane, places, share }) => {
  await clear()
  const slow = await addWaiting({ endpoints: 20, events: 10 })
  await putInLane(lane)
  expect(await claim(places, lane)).toEqual(Array.from({ length: share }, () => slow))
  const other = await addWaiting({ endpoints: 1, events: 1 })
  await putInLane(lane)
  expect(await claim(places - share, lane)).toEqual([other])
})

test('places of the slow lane stay free for merchants with nothing under way', async () => {
  await clear()
  for (let count = 0; count < 30; count++) await addWaiting({ endpoints: 3, events: 1 })
  await putInLane('slow')
  expect(await claim(64, 'slow')).toHaveLength(48)
  expect(await claim(16, 'slow')).toEqual([])
  const other = await addWaiting({ endpoints: 2, events: 1 })
  expect(await claim(16, 'slow')).toEqual([other])
})

test('replacing endpoints while deliveries are under way gets a merchant no more places', async () => {
  await clear()
  const slow = await addWaiting({ endpoints: 20, events: 10 })
  await putInLane('quick')
  expect(await claim(48)).toHaveLength(15)
  await sql`
    update webhook_endpoints set deleted_at = app_now(), enabled = false where id in (
      select endpoint_id from webhook_deliveries where leased_until > now() order by endpoint_id limit 6)`.execute(
    server.deps.db,
  )
  expect(await claim(33)).toEqual([])
  await sql`update webhook_deliveries set leased_until = null, lease = null`.execute(server.deps.db)
  expect(await claim(48)).toEqual(Array.from({ length: 15 }, () => slow))
})

test('a free place goes to the merchant with the fewest deliveries under way, not to the oldest delivery', async () => {
  await clear()
  await addWaiting({ endpoints: 5, events: 10 })
  await addWaiting({ endpoints: 5, events: 10 })
  await putInLane('quick')
  expect(await claim(28)).toHaveLength(28)
  const other = await addWaiting({ endpoints: 1, events: 2 })
  await putInLane('quick')
  expect(await claim(2)).toEqual([other, other])
})

test('three quick answers in a row leave the slow lane, and a slow answer or another URL returns to it', async () => {
  await clear()
  await addWaiting({ endpoints: 1, events: 12 })
  await attemptIn('slow', 10, 200)
  await attemptIn('slow', 2000, 200)
  await attemptIn('slow', 2001, 200)
  for (let count = 0; count < 3; count++) await attemptIn('slow', 10, 200)
  await attemptIn('quick', 10, 200)
  const { endpointId } = await attemptIn('quick', 2001, 200)
  for (let count = 0; count < 3; count++) await attemptIn('slow', 10, 200)
  await inTransaction(server.deps.db, (tx) => changeEndpoint(tx, endpointId, { url: 'https://other.example.com' }))
  // No connection isn't an answer, however quick.
  await attemptIn('slow', 10)
  expect(await claim(1)).toEqual([])
})

test('an event waits for the earlier ones about its invoice or object, and for no others', async () => {
  await clear()
  const objects = [
    { invoiceId: 'a' },
    { invoiceId: 'a' },
    { invoiceId: 'b' },
    { invoiceId: null, id: 'payment' },
    { invoiceId: null, id: 'payment' },
    { id: 7 },
    { id: 7 },
  ]
  await addWaiting({ endpoints: 1, events: objects.length, objectOf: (count) => objects[count] ?? {} })
  await putInLane('quick')
  const first = await claimDeliveries(server.deps.db, { lane: 'quick', most: 48 })
  const sent = first.map(({ object }) => object).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  expect(sent).toEqual([{ id: 'payment', invoiceId: null }, { id: 7 }, { invoiceId: 'a' }, { invoiceId: 'b' }])
  // A refused one is retried later. What is about the same invoice stays behind it, everything else goes on.
  const answer = { headers: {}, body: '', retryAfterSeconds: undefined }
  for (const delivery of first)
    await inTransaction(server.deps.db, (tx) =>
      saveAttempt(tx, delivery, {
        durationMs: 1,
        requestHeaders: {},
        requestBody: '{}',
        answer: { ...answer, status: delivery.object.invoiceId === 'a' ? 503 : 200 },
        error: undefined,
      }),
    )
  const next = await claimDeliveries(server.deps.db, { lane: 'quick', most: 48 })
  expect(next.map(({ object }) => object.id).sort((a, b) => String(a).localeCompare(String(b)))).toEqual([7, 'payment'])
})

test('an endpoint gets 5 at once, and after 5 failures one at a time with a pause, until one succeeds', async () => {
  await clear()
  const merchantId = await addWaiting({ endpoints: 1, events: 30 })
  await putInLane('quick')
  expect(await claim(48)).toHaveLength(5)
  await sql`update webhook_deliveries set leased_until = null, lease = null`.execute(server.deps.db)
  for (let count = 0; count < 5; count++) await attemptIn('quick', 1, 503)
  expect(await claim(48, 'quick')).toEqual([])
  expect(await claim(48, 'failing')).toEqual([])
  await server.advance(10)
  expect(await claim(48, 'failing')).toEqual([merchantId])
  expect(await claim(48, 'failing')).toEqual([])
  await sql`update webhook_deliveries set leased_until = null, lease = null`.execute(server.deps.db)
  await attemptIn('failing', 1, 200)
  expect(await claim(48)).toHaveLength(5)
})
