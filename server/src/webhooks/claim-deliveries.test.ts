import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant } from '../../test/people.ts'
import { recordAnyEvent } from '../../test/record-event.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { writeBtcpayDelivery } from '../greenfield/write-btcpay-delivery.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { claimDeliveries } from './table.deliveries.ts'
import { addEndpoint } from './table.endpoints.ts'
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
  expect(statements).toEqual([expect.stringContaining('claim_deliveries'), expect.stringContaining('claim_deliveries')])
  await worker.end?.()
})

/** A merchant with so many endpoints, each with so many events that wait. */
const addWaiting = async ({ endpoints, events }: { endpoints: number; events: number }) => {
  const { id: merchantId } = await addMerchant(server)
  await inTransaction(server.deps.db, async (tx) => {
    for (let count = 0; count < endpoints; count++) {
      const url = `https://hooks.example.com/${count}`
      const about = { kind: 'standard', description: undefined, events: ['*'], createdBy: 'test' } as const
      await addEndpoint(tx, server.deps.sealer, { merchantId, url, ...about })
    }
    for (let count = 0; count < events; count++) {
      await recordAnyEvent(tx, merchantId, 'invoice.created', { invoiceId: String(count) })
    }
  })
  return merchantId
}
const claim = async (most: number, troubled = false) =>
  (await claimDeliveries(server.deps.db, { troubled, most })).map(({ merchantId }) => merchantId)
const clear = () => sql`truncate webhook_deliveries cascade`.execute(server.deps.db)

test.each([
  { lane: 'working', troubled: false, places: 48, share: 24 },
  { lane: 'failing', troubled: true, places: 16, share: 3 },
])('a merchant with 20 slow endpoints leaves places for others ($lane)', async ({ troubled, places, share }) => {
  await clear()
  const slow = await addWaiting({ endpoints: 20, events: 10 })
  if (troubled) await sql`update webhook_endpoints set failures = 1`.execute(server.deps.db)
  expect(await claim(places, troubled)).toEqual(Array.from({ length: share }, () => slow))
  const other = await addWaiting({ endpoints: 1, events: 1 })
  if (troubled) await sql`update webhook_endpoints set failures = 1`.execute(server.deps.db)
  expect(await claim(places - share, troubled)).toEqual([other])
})

test('replacing endpoints while deliveries are under way gets a merchant no more places', async () => {
  await clear()
  const slow = await addWaiting({ endpoints: 20, events: 10 })
  expect(await claim(48)).toHaveLength(24)
  await sql`
    update webhook_endpoints set deleted_at = app_now(), enabled = false where id in (
      select endpoint_id from webhook_deliveries where leased_until > now() order by endpoint_id limit 10)`.execute(
    server.deps.db,
  )
  expect(await claim(24)).toEqual([])
  await sql`update webhook_deliveries set leased_until = null, lease = null`.execute(server.deps.db)
  expect(await claim(48)).toEqual(Array.from({ length: 24 }, () => slow))
})

test('a free place goes to the merchant with the fewest deliveries under way, not to the oldest delivery', async () => {
  await clear()
  await addWaiting({ endpoints: 5, events: 10 })
  await addWaiting({ endpoints: 5, events: 10 })
  expect(await claim(46)).toHaveLength(46)
  const other = await addWaiting({ endpoints: 1, events: 2 })
  expect(await claim(2)).toEqual([other, other])
})
