import * as calls from '@bitquay/contract/v1/webhook-endpoints'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, shareMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { addEndpoint } from './manage-endpoint.ts'

let money: Money
let shop: Awaited<ReturnType<typeof newShop>>
let other: Awaited<ReturnType<typeof newShop>>
beforeAll(async () => {
  money = await shareMoney()
  shop = await newShop('shop')
  other = await newShop('other')
})

const newShop = async (name: string) => {
  const store = await money.newStore(name)
  return { ...store, key: await addApiKey(money.server, store.merchantId, ['read', 'invoices']) }
}
const url = 'http://127.0.0.1:9/hooks'
const create = (token: string, body: object = { url, events: ['invoice.created'] }, once?: string) =>
  ask(money.server, calls.createWebhookEndpoint, { token, body, ...(once === undefined ? {} : { once }) })
const list = async (token: string) => {
  const { body } = await ask(money.server, calls.listWebhookEndpoints, { token })
  return body as unknown as { id: number; url: string }[]
}

test('a key creates, changes, tests and removes an endpoint that gets events', async () => {
  const created = await create(shop.key)
  expect(created).toMatchObject({ status: 200, body: { url, enabled: true, secret: expect.stringMatching(/^whsec_/) } })
  const params = { id: Number(created.body.id) }
  const use = (call: (typeof calls)[keyof typeof calls], body?: object) =>
    ask(money.server, call, { token: shop.key, params, ...(body === undefined ? {} : { body }) })

  await makeInvoice(money.deps, shop.merchantId, '10.00')
  expect((await use(calls.listWebhookDeliveries)).body).toMatchObject([{ type: 'invoice.created', status: 'waiting' }])
  expect(await use(calls.testWebhookEndpoint)).toMatchObject({ status: 200, body: { deliveryId: expect.any(Number) } })
  expect((await use(calls.listWebhookDeliveries)).body).toMatchObject([{ type: 'invoice.created' }, { type: 'ping' }])

  const rotated = await use(calls.rotateWebhookEndpointSecret)
  expect(rotated.body.secret).not.toBe(created.body.secret)
  const changed = await use(calls.changeWebhookEndpoint, { events: ['*'], enabled: false })
  expect(changed.body).toMatchObject({ events: ['*'], enabled: false, disabledBecause: 'by-hand' })
  expect((await use(calls.getWebhookEndpoint)).body).toEqual(changed.body)
  expect(await use(calls.changeWebhookEndpoint, {})).toMatchObject({ status: 200, body: changed.body })
  expect(JSON.stringify(changed.body)).not.toContain('whsec_')

  expect((await use(calls.removeWebhookEndpoint)).status).toBe(200)
  expect((await use(calls.getWebhookEndpoint)).status).toBe(404)
  expect(await list(shop.key)).toEqual([])
})

test('a key sends a delivery again, but not under another endpoint and not of another shop', async () => {
  const created = await create(shop.key)
  const id = Number(created.body.id)
  const second = Number((await create(shop.key)).body.id)
  const tested = await ask(money.server, calls.testWebhookEndpoint, { token: shop.key, params: { id } })
  const deliveryId = Number(tested.body.deliveryId)
  await sql`update webhook_deliveries set status = 'failed', attempts = 12 where id = ${deliveryId}`.execute(
    money.deps.db,
  )
  const redeliver = (token: string, endpoint: number) =>
    ask(money.server, calls.redeliverWebhook, { token, params: { id: endpoint, deliveryId } })
  expect((await redeliver(other.key, id)).status).toBe(404)
  expect((await redeliver(shop.key, second)).status).toBe(404)
  expect(await redeliver(shop.key, id)).toMatchObject({ status: 200, body: { id: deliveryId, status: 'waiting' } })
  for (const each of [id, second]) {
    await ask(money.server, calls.removeWebhookEndpoint, { token: shop.key, params: { id: each } })
  }
})

test('the log shows what was tried first, then what waits, each with its next time, page by page', async () => {
  const id = Number((await create(shop.key)).body.id)
  const sent: number[] = []
  for (let count = 0; count < 5; count++) {
    const { body } = await ask(money.server, calls.testWebhookEndpoint, { token: shop.key, params: { id } })
    sent.push(Number(body.deliveryId))
  }
  const [refused, delivered, later, next, dropped] = sent
  const set = (delivery: number | undefined, change: ReturnType<typeof sql>) =>
    sql`update webhook_deliveries set ${change} where id = ${delivery}`.execute(money.deps.db)
  await set(refused, sql`attempts = 1, last_attempt_at = app_now(), due_at = app_now() + interval '2 hours'`)
  await set(delivered, sql`attempts = 1, status = 'delivered', last_attempt_at = app_now() - interval '1 minute'`)
  await set(dropped, sql`status = 'failed', created_at = app_now() - interval '1 hour'`)
  await set(later, sql`due_at = app_now() + interval '1 hour'`)
  await set(next, sql`due_at = app_now() + interval '1 minute'`)

  const read = async (query: Record<string, string>) => {
    const { body } = await ask(money.server, calls.listWebhookDeliveries, { token: shop.key, params: { id }, query })
    return body as unknown as { id: number; dueAt: string | null }[]
  }
  const all = await read({})
  expect(all.map((one) => one.id)).toEqual([refused, delivered, dropped, next, later])
  expect(all.map(({ dueAt }) => dueAt !== null)).toEqual([true, false, false, true, true])
  const pages = [await read({ limit: '3' }), await read({ limit: '3', cursor: String(dropped) })]
  expect(pages.flat()).toEqual(all)
  expect((await read({ status: 'waiting' })).map((one) => one.id)).toEqual([refused, next, later])
  expect((await read({ sort: 'attempt' })).map((one) => one.id)).toEqual([later, next, dropped, delivered, refused])
  await ask(money.server, calls.removeWebhookEndpoint, { token: shop.key, params: { id } })
})

test('repeating a request never creates a second endpoint and never returns the secret again', async () => {
  const first = await create(other.key, { url, events: ['*'] }, 'endpoint-1')
  const second = await create(other.key, { url, events: ['*'] }, 'endpoint-1')
  expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'answer-not-kept'])
  expect(await list(other.key)).toHaveLength(1)
})

test('a key without both scopes can’t receive events', async () => {
  for (const scope of ['read', 'invoices', 'refunds'] as const) {
    const key = await addApiKey(money.server, shop.merchantId, [scope])
    expect(await create(key)).toMatchObject({ status: 403, body: { code: 'scope-missing' } })
  }
  expect(await list(shop.key)).toEqual([])
})

test('a key can’t see or change an endpoint of another merchant', async () => {
  const [theirs] = await list(other.key)
  const params = { id: theirs?.id ?? 0 }
  const refused = await Promise.all([
    ask(money.server, calls.getWebhookEndpoint, { token: shop.key, params }),
    ask(money.server, calls.changeWebhookEndpoint, { token: shop.key, params, body: { url } }),
    ask(money.server, calls.removeWebhookEndpoint, { token: shop.key, params }),
    ask(money.server, calls.rotateWebhookEndpointSecret, { token: shop.key, params }),
    ask(money.server, calls.testWebhookEndpoint, { token: shop.key, params }),
    ask(money.server, calls.listWebhookDeliveries, { token: shop.key, params }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect(await list(other.key)).toEqual([theirs])
})

test('a stolen key can’t redirect, disable or remove an endpoint that a person created', async () => {
  const owner = {
    merchantId: shop.merchantId,
    name: `merchant:${shop.merchantId}`,
    actor: 'system' as const,
    source: { address: '127.0.0.1', device: 'test' },
  }
  const { row } = await addEndpoint(money.deps, owner, { kind: 'standard', url, description: undefined, events: ['*'] })
  const params = { id: row.id }
  const stolen = 'http://127.0.0.1:9/thief'
  const attempts = await Promise.all([
    ask(money.server, calls.changeWebhookEndpoint, { token: shop.key, params, body: { url: stolen } }),
    ask(money.server, calls.changeWebhookEndpoint, { token: shop.key, params, body: { enabled: false } }),
    ask(money.server, calls.rotateWebhookEndpointSecret, { token: shop.key, params }),
    ask(money.server, calls.removeWebhookEndpoint, { token: shop.key, params }),
  ])
  expect(attempts.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 4 }, () => [403, 'webhook-not-manageable']),
  )
  expect(await list(shop.key)).toMatchObject([{ id: row.id, url, enabled: true }])
})

test('a key can’t redirect, disable or remove an endpoint that another key created, but can send to it again', async () => {
  const created = await create(shop.key)
  const params = { id: Number(created.body.id) }
  const second = await addApiKey(money.server, shop.merchantId, ['read', 'invoices'])
  const attempts = await Promise.all([
    ask(money.server, calls.changeWebhookEndpoint, {
      token: second,
      params,
      body: { url: 'http://127.0.0.1:9/thief' },
    }),
    ask(money.server, calls.changeWebhookEndpoint, { token: second, params, body: { enabled: false } }),
    ask(money.server, calls.rotateWebhookEndpointSecret, { token: second, params }),
    ask(money.server, calls.removeWebhookEndpoint, { token: second, params }),
  ])
  expect(attempts.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'webhook-not-manageable'))
  expect((await ask(money.server, calls.testWebhookEndpoint, { token: second, params })).status).toBe(200)
  expect((await ask(money.server, calls.removeWebhookEndpoint, { token: shop.key, params })).status).toBe(200)
})

test('50 requests at once create at most 20 endpoints', async () => {
  const crowded = await newShop('crowded')
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(crowded.key)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['too-many-webhooks']),
  )
  expect(await list(crowded.key)).toHaveLength(20)
})

test('an endpoint can’t be an address of our own network', async () => {
  for (const inside of ['http://10.0.0.1/hooks', 'http://169.254.169.254/latest', 'ftp://shop.example/hooks']) {
    expect(await create(shop.key, { url: inside, events: ['*'] }), inside).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'url' }] },
    })
  }
})
