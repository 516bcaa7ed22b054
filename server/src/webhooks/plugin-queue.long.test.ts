import * as calls from '@bitquay/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { recordAnyEvent } from '../../test/record-event.ts'
import { answering, until } from '../../test/webhook-receiver.ts'
import { startWebhookShops } from '../../test/webhook-shops.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { addEndpoint } from './manage-endpoint.ts'
import { btcpayPausesSeconds } from './retry-schedule.ts'

const { server, newShop, close } = await startWebhookShops()
afterAll(close)

/** A shop whose endpoints are those of a plugin. */
const newPluginShop = async () => {
  const shop = await newShop()
  const { receiver, owner } = shop
  const addPlugin = async (more: { url?: string; automaticRedelivery?: boolean } = {}) => {
    const source = { address: '127.0.0.1', device: 'test' }
    const actor = { kind: 'merchant' as const, id: owner.id, email: owner.email }
    const { row } = await addEndpoint(
      server.deps,
      { merchantId: owner.id, name: 'test', actor, source },
      { kind: 'btcpay', url: receiver.url, description: 'Shop', events: ['invoice.settled'], ...more },
    )
    return row.id
  }
  const happenTimes = (count: number) =>
    inTransaction(server.deps.db, async (tx) => {
      for (let index = 0; index < count; index++) {
        await recordAnyEvent(tx, owner.id, 'invoice.settled', { invoiceId: `invoice-${index}` })
      }
    })
  const deliveriesOf = (id: number) => shop.deliveriesOf(id, { sort: 'date' })
  return { ...shop, addPlugin, happenTimes, deliveriesOf }
}
test('an order that a shop refuses delays its own events and no other order’s', async () => {
  const { receiver, addPlugin, happenTimes, deliveriesOf } = await newPluginShop()
  const id = await addPlugin()
  let isDown = true
  receiver.answerWith((response, { body }) => {
    const fails = isDown && body.includes('invoice-1"')
    response.writeHead(fails ? 503 : 200).end()
  })
  await happenTimes(3)
  await happenTimes(3)
  await until('the other orders have arrived', () => receiver.received.length === 5)
  await until(
    'all are saved',
    async () => (await deliveriesOf(id)).filter(({ attempts }) => attempts === 1).length === 5,
  )
  const states = (await deliveriesOf(id)).map(({ status, attempts }) => `${status} ${attempts}`)
  const [done, refused, behind] = ['delivered 1', 'waiting 1', 'waiting 0']
  expect(states).toEqual([done, refused, done, done, behind, done])
  isDown = false
  await server.advance(btcpayPausesSeconds[0] ?? 0)
  await until('all are delivered', async () => (await deliveriesOf(id)).every(({ status }) => status === 'delivered'))
  const redelivered = receiver.received.slice(5).map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  expect(redelivered).toMatchObject([
    { invoiceId: 'invoice-1', isRedelivery: true },
    { invoiceId: 'invoice-1', isRedelivery: false },
  ])
})

test('an event that a shop refuses is not retried and blocks nothing', async () => {
  const { receiver, addPlugin, happenTimes, deliveriesOf } = await newPluginShop()
  const id = await addPlugin()
  receiver.answerWith((response, { body }) => {
    response.writeHead(body.includes('invoice-0"') ? 404 : 200).end()
  })
  await happenTimes(2)
  await until('the second one is delivered', async () => (await deliveriesOf(id))[1]?.status === 'delivered')
  expect((await deliveriesOf(id))[0]).toMatchObject({ status: 'failed', attempts: 1, answerStatus: 404 })
})

test('an event is given up after BTCPay’s nine attempts, or after one if the plugin wants no retries', async () => {
  const { receiver, signInAgain, addPlugin, happenTimes, deliveriesOf } = await newPluginShop()
  const id = await addPlugin()
  const once = await addPlugin({ automaticRedelivery: false })
  receiver.answerWith(answering(503))
  await happenTimes(1)
  for (const [index, pause] of btcpayPausesSeconds.entries()) {
    await until(`attempt ${index + 1}`, async () => (await deliveriesOf(id))[0]?.attempts === index + 1)
    await server.advance(pause)
  }
  await signInAgain()
  await until('given up', async () => (await deliveriesOf(id))[0]?.status === 'failed')
  expect(await deliveriesOf(id)).toMatchObject([{ attempts: 9 }])
  expect(await deliveriesOf(once)).toMatchObject([{ status: 'failed', attempts: 1 }])
})

test('a full queue drops later events, which are visible and can be sent again', async () => {
  const { receiver, owner, ask, endpointOf, addPlugin, happenTimes, deliveriesOf } = await newPluginShop()
  const id = await addPlugin()
  receiver.answerWith(answering(500))
  await happenTimes(1)
  await until('the endpoint is in trouble', async () => (await deliveriesOf(id))[0]?.attempts === 1)
  await sql`
    with events as (
      insert into api_events (merchant_id, event_id, type, object)
      select ${owner.id}, 'evt_full_' || ${id}::text || '_' || number, 'invoice.settled', '{"invoiceId": "many"}'
      from generate_series(1, 9999) number returning id
    )
    insert into webhook_deliveries (endpoint_id, event_ref) select ${id}::integer, id from events`.execute(
    server.deps.db,
  )
  expect(await endpointOf(id)).toMatchObject({ failed: 0, dropped: 0 })
  await happenTimes(2)
  expect(await endpointOf(id)).toMatchObject({ failed: 2, dropped: 2 })
  const query = { status: 'failed' }
  const listed = await ask(calls.listDeliveries, { params: { id }, query })
  const dropped = listed.body as unknown as calls.WebhookDelivery[]
  expect(dropped).toMatchObject([
    { attempts: 0, error: expect.stringContaining('Not sent') },
    { attempts: 0, error: expect.stringContaining('Not sent') },
  ])

  await sql`update webhook_deliveries set status = 'delivered' where endpoint_id = ${id} and status = 'waiting'`.execute(
    server.deps.db,
  )
  receiver.answerWith(answering(200))
  receiver.received.length = 0
  for (const delivery of dropped) await ask(calls.resendDelivery, { params: { id: delivery.id } })
  await until('both arrived', () => receiver.received.length === 2)
  await until('nothing is dropped', async () => (await endpointOf(id))?.dropped === 0)
})
