import { deliveryStatuses, exportDeliveries, listDeliveries } from '@bitquay/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fact, moments, proveList, startMerchantLists } from '../../test/lists.ts'
import { ask } from '../../test/people.ts'

type DeliveryFact = Fact & { status: (typeof deliveryStatuses)[number]; type: string }

const types = ['invoice.created', 'invoice.settled', 'ping', 'refund.claimed', 'invoice.created']

const { server, own, other, token } = await startMerchantLists()
let endpoint: number
let foreign: { endpoint: number; delivery: string }
let facts: DeliveryFact[]

beforeAll(async () => {
  endpoint = await insertEndpoint(own.id)
  foreign = { endpoint: await insertEndpoint(other.id), delivery: '' }
  facts = []
  for (const [index, at] of moments.entries()) {
    const fact = {
      at,
      status: deliveryStatuses[index % deliveryStatuses.length] ?? 'waiting',
      type: types[index % types.length] ?? 'ping',
    }
    facts.push({ ...fact, id: await insert(own.id, endpoint, fact) })
    foreign.delivery = await insert(other.id, foreign.endpoint, fact)
  }
})
afterAll(() => server.close())

const insertEndpoint = async (merchantId: number) => {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_endpoints (merchant_id, tag, url, events, secret, created_by)
    values (${merchantId}, ${`tag-${merchantId}`}, 'https://shop.example.test', '{*}', 'sealed', 'someone') returning id`.execute(
    server.deps.db,
  )
  return rows[0]?.id ?? 0
}

/** The type is the one of the event. */
const insert = async (merchantId: number, endpointId: number, fact: Omit<DeliveryFact, 'id'>) => {
  const { rows } = await sql<{ id: bigint }>`
    with event as (
      insert into api_events (merchant_id, event_id, type, object)
      values (${merchantId}, ${`evt-${crypto.randomUUID()}`}, ${fact.type}, '{}') returning id
    )
    insert into webhook_deliveries (endpoint_id, event_ref, status, created_at)
    select ${endpointId}, id, ${fact.status}, ${fact.at} from event returning id`.execute(server.deps.db)
  return String(rows[0]?.id)
}

test('a list of deliveries is its range, filter and order', async () => {
  await proveList<DeliveryFact>({
    server,
    token,
    call: listDeliveries,
    params: { id: endpoint },
    facts,
    idOf: ({ id }) => String(id),
    filters: [
      { query: {}, keeps: () => true },
      ...deliveryStatuses.map((status) => ({
        query: { status },
        keeps: (fact: DeliveryFact) => fact.status === status,
      })),
      { query: { type: 'invoice.created' }, keeps: ({ type }) => type === 'invoice.created' },
      {
        query: { type: 'ping', status: 'failed' },
        keeps: ({ type, status }) => type === 'ping' && status === 'failed',
      },
    ],
    sorts: { date: ({ at }) => at.getTime() },
    csv: {
      call: exportDeliveries,
      cellsOf: ({ id, type, status }) => ({ ID: String(id), Event: String(type), Status: String(status) }),
    },
    foreignCursor: foreign.delivery,
  })
}, 300_000)

test('returns 404 for another store’s endpoint and 400 for an unknown type', async () => {
  for (const call of [listDeliveries, exportDeliveries]) {
    expect((await ask(server, call, { token, params: { id: foreign.endpoint } })).status).toBe(404)
    const unknown = await ask(server, call, { token, params: { id: endpoint }, query: { type: 'invoice.exploded' } })
    expect(unknown.status).toBe(400)
  }
})
