import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BtcpayClient, createBtcpayClient } from './client.ts'
import {
  exampleInvoice,
  exampleLightningPayment,
  exampleStore,
  exampleTransaction,
  STORE_ID,
} from './testing/example-answers.ts'
import { answerJson, type LocalServer, startLocalServer } from './testing/local-server.ts'

let server: LocalServer
let client: BtcpayClient
let nextAnswer: { status: number; body: unknown }

beforeAll(async () => {
  server = await startLocalServer((_request, response) => {
    if (nextAnswer.body === undefined) response.writeHead(nextAnswer.status).end()
    else answerJson(response, nextAnswer.status, nextAnswer.body)
  })
  client = createBtcpayClient({
    url: server.url,
    auth: { apiKey: 'the-key' },
    transport: { policy: { allowPrivate: true } },
  })
})
afterAll(async () => {
  await client.close()
  await server.close()
})

const STORE = `/api/v1/stores/${STORE_ID}`
const key = { apiKey: 'k', label: 'l', permissions: ['unrestricted'] }
const method = { paymentMethodId: 'BTC-LN', enabled: true }

describe('without a key', () => {
  it('sends email and password while there is no key yet', async () => {
    const basic = createBtcpayClient({
      url: server.url,
      auth: { email: 'a@b.test', password: 'pä ss' },
      transport: { policy: { allowPrivate: true } },
    })
    nextAnswer = { status: 200, body: key }
    await basic.keys.create({})
    await basic.close()
    const sent = server.seen.at(-1)?.headers.authorization?.replace('Basic ', '') ?? ''
    expect(Buffer.from(sent, 'base64').toString('utf8')).toBe('a@b.test:pä ss')
  })
})

describe('paying over Lightning', () => {
  it.each([
    [200, exampleLightningPayment, 'complete'],
    [202, { ...exampleLightningPayment, status: 'Pending' }, 'pending'],
    // BTCPay returns nothing more when its node timed out.
    [202, { status: 'Unknown', paymentHash: null, totalAmount: null }, 'pending'],
    [202, exampleLightningPayment, 'pending'],
    [200, { ...exampleLightningPayment, status: 'Pending' }, 'pending'],
  ])('reports %i as %o: %s', async (status, body, state) => {
    nextAnswer = { status, body }
    expect(await client.lightning.pay(STORE_ID, { BOLT11: 'lnbcrt1' })).toMatchObject({ kind: 'ok', value: { state } })
  })
})

describe('input that would change the request', () => {
  it.each(['', '.', '..'])('is refused as an id: %j', (id) => {
    expect(() => client.invoices.get(STORE_ID, id)).toThrow(TypeError)
    expect(() => client.invoices.list(id, { take: 1 })).toThrow(TypeError)
  })

  it('is escaped in an id', async () => {
    nextAnswer = { status: 404, body: { code: 'invoice-not-found', message: '' } }
    await client.invoices.get(STORE_ID, '../../users?x=1#y')
    expect(server.seen.at(-1)?.path).toBe(`${STORE}/invoices/..%2F..%2Fusers%3Fx%3D1%23y`)
  })

  it('is refused as a filter: an empty list, a status that BTCPay would drop', () => {
    const requestsBefore = server.seen.length
    expect(() => client.invoices.list(STORE_ID, { take: 1, statuses: [] as unknown as ['New'] })).toThrow(TypeError)
    expect(() => client.invoices.list(STORE_ID, { take: 1, orderIds: [] as unknown as [''] })).toThrow(TypeError)
    expect(() => client.invoices.list(STORE_ID, { take: 1, statuses: ['Paid' as 'New'] })).toThrow()
    expect(server.seen.length).toBe(requestsBefore)
  })
})

describe('a response about something else', () => {
  it.each<[string, (client: BtcpayClient) => Promise<unknown>, unknown]>([
    ['store', (c) => c.stores.get('other'), exampleStore],
    ['invoice', (c) => c.invoices.get(STORE_ID, 'other'), exampleInvoice],
    ['invoice of another store', (c) => c.invoices.list('other', { take: 1 }), [exampleInvoice]],
    ['transaction', (c) => c.wallet.getTransaction(STORE_ID, 'f'.repeat(64)), exampleTransaction],
    ['payment', (c) => c.lightning.getPayment(STORE_ID, 'f'.repeat(64)), exampleLightningPayment],
    ['payment method', (c) => c.paymentMethods.get(STORE_ID, 'BTC-CHAIN'), method],
  ])('is refused: %s', async (_name, call, body) => {
    nextAnswer = { status: 200, body }
    expect(await call(client)).toMatchObject({ kind: 'unknown', reason: 'unexpected-shape' })
  })
})
