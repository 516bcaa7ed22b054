import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { addMerchant } from '../../test/people.ts'
import { savePrice } from '../prices/table.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { greenfieldBase } from './routes.ts'

let engine: TestEngine
let server: TestApp
let storeId: string
let key: string
beforeAll(async () => {
  engine = await startTestEngine()
  server = await startTestApp({ RATE_LIMITS: 'off' }, engine.engine)
  await savePrice(server.deps.db, { cents: 10_000_000n, source: 'test' })
  const { id: merchantId } = await addMerchant(server)
  storeId = (await provisionStore(server.deps, { merchantId, name: 'shop' })).storeId ?? ''
  key = await addApiKey(server, merchantId, ['read', 'invoices', 'refunds'])
})
afterAll(async () => {
  await server.close()
  await engine.close()
})

const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: unknown) => {
  const answer = await server.app.inject({
    method,
    url: greenfieldBase + path,
    headers: {
      authorization: `token ${key}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  })
  return { status: answer.statusCode, text: answer.body }
}

/** An index can't hold it, and it can't be compressed. */
const long = randomBytes(4000).toString('base64url')
const orderIds: unknown[] = [long, 7, 1e300, true, null, '', ' ', [long], { a: long }, ['a', 'b'], '\u0000', '\ud800']

test('no order ID of a shop makes the server fail', async () => {
  const create = (metadata: object) => call('POST', `/api/v1/stores/${storeId}/invoices`, { amount: '5', metadata })
  const { text } = await create({ orderId: '1' })
  const { id } = JSON.parse(text) as { id: string }
  for (const orderId of orderIds) {
    const metadata = { orderId }
    for (const answer of [
      await create(metadata),
      await call('PUT', `/api/v1/stores/${storeId}/invoices/${id}`, { metadata }),
      await call('GET', `/api/v1/stores/${storeId}/invoices/${id}`),
    ]) {
      expect(answer.status, `${String(orderId).slice(0, 20)} ${answer.text.slice(0, 200)}`).toBeLessThan(500)
    }
  }
})
