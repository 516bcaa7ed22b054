import { exportActs, exportStoreActivity, listActs, listStoreActivity } from '@bitquay/contract/act-log'
import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Fact, moments, proveList } from '../../test/lists.ts'
import { addAdmin, addMerchant, type Someone, signInAs } from '../../test/people.ts'

type ActFact = Fact & { act: string; actorKind: string; merchantId: number; email: string; source: string }

let server: TestApp
let own: Someone
let other: Someone
let tokens: { admin: string; merchant: string }
let facts: ActFact[]

beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  ;[own, other] = [await addMerchant(server), await addMerchant(server)]
  tokens = { admin: await signInAs(server, await addAdmin(server)), merchant: await signInAs(server, own) }
  // Signing in is in the log, too. The test lists only what it inserts.
  await sql`alter table act_log disable trigger all`.execute(server.deps.db)
  await sql`delete from act_log`.execute(server.deps.db)
  facts = []
  for (const [index, at] of moments.entries()) facts.push(await insert(at, index))
})
afterAll(() => server.close())

const insert = async (at: Date, index: number): Promise<ActFact> => {
  const fact = {
    at,
    act: ['settings-changed', 'signed-in', 'webhook-added'][index % 3] ?? '',
    actorKind: ['merchant', 'admin', 'api-key', 'merchant-user', 'anonymous'][index % 5] ?? '',
    merchantId: index % 2 === 0 ? own.id : other.id,
    email: `person-${index % 4}@example.test`,
    source: `10.0.${index % 3}.1`,
  }
  const { rows } = await sql<{ id: bigint }>`
    insert into act_log (at, act, actor_kind, actor_email, merchant_id, source_address)
    values (${at}, ${fact.act}, ${fact.actorKind}, ${fact.email}, ${fact.merchantId}, ${fact.source}) returning id`.execute(
    server.deps.db,
  )
  return { ...fact, id: String(rows[0]?.id) }
}

const sorts = { date: ({ at }: ActFact) => at.getTime() }
const cellsOf = ({ id, act, at }: Record<string, unknown>) => ({
  ID: String(id),
  Activity: String(act),
  Date: String(at),
})

test('the audit log is its range, filter and order', async () => {
  await proveList<ActFact>({
    server,
    token: tokens.admin,
    call: listActs,
    facts,
    idOf: ({ id }) => String(id),
    filters: [
      { query: {}, keeps: () => true },
      { query: { act: 'signed-in' }, keeps: ({ act }) => act === 'signed-in' },
      { query: { actorKind: 'admin' }, keeps: ({ actorKind }) => actorKind === 'admin' },
      { query: { merchantId: String(own.id) }, keeps: ({ merchantId }) => merchantId === own.id },
      { query: { search: 'person-2@example.test' }, keeps: ({ email }) => email === 'person-2@example.test' },
      { query: { search: '10.0.1' }, keeps: ({ source }) => source === '10.0.1.1' },
      {
        query: { search: 'PERSON-1', act: 'webhook-added', merchantId: String(other.id) },
        keeps: ({ email, act, merchantId }) =>
          email.startsWith('person-1') && act === 'webhook-added' && merchantId === other.id,
      },
    ],
    sorts,
    csv: { call: exportActs, cellsOf },
  })
}, 300_000)

test('a store lists what its own people and programs did', async () => {
  const isOwn = ({ merchantId, actorKind }: ActFact) =>
    merchantId === own.id && ['merchant', 'merchant-user', 'api-key'].includes(actorKind)
  await proveList<ActFact>({
    server,
    token: tokens.merchant,
    call: listStoreActivity,
    facts,
    idOf: ({ id }) => String(id),
    filters: [
      { query: {}, keeps: isOwn },
      { query: { act: 'signed-in' }, keeps: (fact) => isOwn(fact) && fact.act === 'signed-in' },
    ],
    sorts,
    csv: { call: exportStoreActivity, cellsOf },
    foreignCursor: facts.find(({ merchantId }) => merchantId === other.id)?.id ?? '',
  })
}, 300_000)
