import { listRequests } from '@bitquay/contract/v1/requests'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, ask } from '../../test/people.ts'
import { insertRequest } from './table.requests.ts'

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

test('a merchant’s log keeps its latest thousand requests', async () => {
  const merchant = await addMerchant(server)
  const key = await addApiKey(server, merchant.id, ['read'])
  const apiKey = { id: 1, merchantId: merchant.id, prefix: key.slice(0, 14) }
  await sql`
    insert into api_request_log (merchant_id, key_prefix, method, path, status, duration_ms, request_id)
    select ${merchant.id}, 'old', 'GET', '/', 200, 1, gen_random_uuid() from generate_series(1, 3000)`.execute(
    server.deps.db,
  )
  for (let count = 0; count < 100; count++) {
    await insertRequest(server.deps.db, {
      apiKey: { ...apiKey, name: '', scopes: [], isSuspended: false, createdBy: '', withdrawalAddresses: [] },
      method: 'GET',
      path: '/',
      status: 200,
      durationMs: 1,
      requestId: crypto.randomUUID(),
    })
  }
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from api_request_log where merchant_id = ${merchant.id}`.execute(server.deps.db)
  expect(Number(rows[0]?.count)).toBeLessThan(1100)
})

test('a live platform keeps no log', async () => {
  const live = await startTestApp({
    BTCPAY_URL: 'http://127.0.0.1:1',
    BTCPAY_API_KEY: 'none',
    APP_SECRET: 'a secret of more than 32 characters, kept',
  })
  try {
    const { id } = await addMerchant(live)
    const token = await addApiKey(live, id, ['read'])
    expect((await ask(live, listRequests, { token })).status).toBe(404)
  } finally {
    await live.close()
  }
})
