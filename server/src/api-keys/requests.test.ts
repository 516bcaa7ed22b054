import { exportMyData } from '@bitquay/contract/account-care'
import { listRequests } from '@bitquay/contract/v1/requests'
import { listEvents } from '@bitquay/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { insertRequests, mostRequests, pruneRequests } from './table.requests.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
})
afterAll(() => server.close())

const get = (url: string, key: string) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${key}` } }).then(({ statusCode }) => statusCode)
const read = async (key: string, query = {}) => (await ask(server, listRequests, { token: key, query })).body

test('requests of a merchant’s keys are listed without their query, newest first', async () => {
  const [one, other] = [await addMerchant(server), await addMerchant(server)]
  const [key, second, foreign] = [
    await addApiKey(server, one.id, ['read']),
    await addApiKey(server, one.id, ['invoices']),
    await addApiKey(server, other.id, ['read']),
  ]
  expect(await get('/api/v1/invoices?search=somebody@example.test', key)).toBe(200)
  await expect.poll(() => read(key)).toHaveLength(1)
  expect(await get('/api/v1/invoices', second)).toBe(403)
  await expect.poll(() => read(key)).toHaveLength(2)
  expect(await get('/api/v1/invoices', foreign)).toBe(200)
  const listed = await read(key)
  expect(listed).toMatchObject([
    { method: 'GET', path: '/api/v1/invoices', status: 403, keyPrefix: second.slice(0, 14) },
    { method: 'GET', path: '/api/v1/invoices', status: 200, keyPrefix: key.slice(0, 14) },
  ])
  expect(JSON.stringify(listed)).not.toContain('somebody')
  expect(await read(key, { limit: '1' })).toHaveLength(1)
})

/** Fills the log of a key, oldest first. */
const fill = (keyId: number, merchantId: number, count: number, at = sql`app_now()`) =>
  sql`insert into api_request_log (key_id, merchant_id, key_prefix, method, path, status, duration_ms, request_id, at)
    select ${keyId}, ${merchantId}, 'old', 'GET', '/', 200, 1, gen_random_uuid(), ${at} from generate_series(1, ${count}::integer)`.execute(
    server.deps.db,
  )
const countOf = async (keyId: number) => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from api_request_log where key_id = ${keyId}`.execute(server.deps.db)
  return Number(rows[0]?.count)
}
const newKey = async (merchantId: number) => {
  const token = await addApiKey(server, merchantId, ['read'])
  const { rows } = await sql<{ id: number }>`
    select id from api_keys where merchant_id = ${merchantId} order by id desc limit 1`.execute(server.deps.db)
  return { token, id: rows[0]?.id ?? 0 }
}

test('the log keeps the latest 10,000 requests of each key', async () => {
  const { id: merchantId } = await addMerchant(server)
  const [busy, quiet] = [await newKey(merchantId), await newKey(merchantId)]
  await fill(quiet.id, merchantId, 20)
  await fill(busy.id, merchantId, mostRequests + 3000)
  const apiKey = { id: busy.id, merchantId, prefix: 'new', name: '', scopes: [], isSuspended: false, createdBy: '' }
  const request = {
    apiKey: { ...apiKey, withdrawalAddresses: [] },
    ...{ method: 'GET', path: '/', status: 200, durationMs: 1, requestId: crypto.randomUUID() },
  }
  await insertRequests(
    server.deps.db,
    Array.from({ length: 100 }, () => ({ ...request, answeredAtMs: Date.now() })),
  )
  expect(await countOf(busy.id)).toBe(mostRequests)
  expect(await countOf(quiet.id)).toBe(20)
  const listed = (await read(busy.token, { limit: '100' })) as unknown as { keyPrefix: string }[]
  expect(listed.map(({ keyPrefix }) => keyPrefix)).toEqual(Array.from({ length: 100 }, () => 'new'))
})

test('requests are deleted after 30 days, in batches', async () => {
  const { id: merchantId } = await addMerchant(server)
  const key = await newKey(merchantId)
  await sql`delete from api_request_log`.execute(server.deps.db)
  await fill(key.id, merchantId, 2500, sql`app_now() - interval '30 days 1 minute'`)
  await fill(key.id, merchantId, 10, sql`app_now() - interval '29 days 23 hours'`)
  const { statements } = await recordStatements(() => pruneRequests(server.deps.db))
  expect(statements).toHaveLength(3)
  expect(await countOf(key.id)).toBe(10)
})

test('what looks like a secret is never in the log', async () => {
  const { id: merchantId } = await addMerchant(server)
  const key = await addApiKey(server, merchantId, ['read'])
  for (const part of [key, 'whsec_abcdef', 'x%3Ftoken=secret', 'x;token=secret', 'x&key=secret', 'a?key=secret#secret'])
    await get(`/api/v1/invoices/${part}`, key)
  await expect.poll(() => read(key)).toHaveLength(6)
  const { rows } = await sql<{ row: string }>`
    select l::text as row from api_request_log l where merchant_id = ${merchantId}`.execute(server.deps.db)
  const text = JSON.stringify(rows)
  expect(text).not.toContain('secret')
  expect(text).not.toContain('abcdef')
  expect(text).not.toContain(key.slice(14))
  expect(text).toContain('/api/v1/invoices/bq_test_…')
})

test('the calls of plugins are in the log too', async () => {
  const key = await addApiKey(server, (await addMerchant(server)).id, ['read', 'invoices'])
  for (const path of [
    '/btcpay/api/v1/api-keys/current',
    '/api/v1/server/info',
    '/btcpay/api/v1/stores/x/invoices?take=1',
  ])
    await get(path, key)
  await expect.poll(() => read(key)).toHaveLength(3)
  expect((await read(key)) as unknown).toMatchObject([
    { path: '/btcpay/api/v1/stores/x/invoices', status: 403 },
    { path: '/api/v1/server/info' },
    { path: '/btcpay/api/v1/api-keys/current' },
  ])
})

test('an export has the requests of the owner’s keys', async () => {
  const owner = await addMerchant(server)
  const key = await addApiKey(server, owner.id, ['read'])
  await get('/api/v1/balances', key)
  await expect.poll(() => read(key)).toHaveLength(1)
  const { body } = await ask(server, exportMyData, { token: await signInAs(server, owner) })
  const { sections } = body as unknown as { sections: { name: string; rows: object[] }[] }
  expect(sections.find(({ name }) => name === 'requests')?.rows).toMatchObject([
    { method: 'GET', path: '/api/v1/balances', keyPrefix: key.slice(0, 14) },
  ])
})

test('a live platform has the log too, and saves what waits when it stops', async () => {
  const live = await startTestApp({
    BTCPAY_URL: 'http://127.0.0.1:1',
    BTCPAY_API_KEY: 'none',
    APP_SECRET: 'a secret of more than 32 characters, kept',
  })
  try {
    const { id } = await addMerchant(live)
    const token = await addApiKey(live, id, ['read'])
    expect((await ask(live, listEvents, { token })).status).toBe(200)
    await live.app.close()
    const rows = await live.deps.db.selectFrom('apiRequestLog').selectAll().execute()
    expect(rows).toMatchObject([{ merchantId: id, path: '/api/v1/events', status: 200 }])
  } finally {
    await live.close()
  }
})
