import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { type EngineProxy, startEngineProxy } from '../../test/engine-proxy.ts'
import { type Behavior, type HostileBtcpay, startHostileBtcpay } from '../../test/hostile-btcpay.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { addMerchant } from '../../test/people.ts'
import { splitIntoLists } from '../invoices/list-by-order.ts'
import { markInvoice } from '../invoices/mark-invoice.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { syncStore } from './sync-store.ts'

let engine: TestEngine
let hostile: HostileBtcpay
let proxy: EngineProxy
let server: TestApp
let store: { id: number; merchantId: number; storeId: string }
let invoiceIds: string[]
beforeAll(async () => {
  engine = await startTestEngine()
  hostile = await startHostileBtcpay(engine.engine.url)
  proxy = await startEngineProxy(hostile.url)
  server = await startTestApp({ RATE_LIMITS: 'off' }, { ...engine.engine, url: proxy.url })
})
afterAll(async () => {
  await server.close()
  await proxy.close()
  await hostile.close()
  await engine.close()
})

const newStore = async (invoices: number) => {
  const { id: merchantId } = await addMerchant(server)
  const { id, storeId } = await provisionStore(server.deps, { merchantId, name: 'Lists' })
  await syncStore(server.deps, id)
  const made: string[] = []
  while (made.length < invoices) made.push(String((await makeInvoice(server.deps, merchantId, '20.00')).invoiceId))
  return { store: { id, merchantId, storeId }, invoiceIds: made }
}
beforeEach(async () => {
  ;({ store, invoiceIds } = await newStore(5))
})

/** A sync after this time, in which no webhook arrived. Returns what it asked for. */
const syncAfter = async (seconds = 31) => {
  await server.advance(seconds)
  await engine.control.clock({ advanceSeconds: seconds })
  proxy.forget()
  await syncStore(server.deps, store.id)
  return proxy.requests().map((named) => named.replace(/^GET \/api\/v1\/stores\/[^/]*/, ''))
}
const isList = (request: string) => request.startsWith('/invoices?')
const isAlone = (request: string) => request.startsWith('/invoices/')
const areFunds = (request: string) => /^\/payment-methods\/BTC-CHAIN\/wallet(\/utxos)?(\?|$)/.test(request)
const pay = (invoiceId: string | undefined) => engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
/** The state of each invoice of the store, and how many are still due. */
const stateOf = async () => {
  const { rows } = await sql<{ invoiceId: string; status: string; isDue: boolean }>`
    select invoice_id, status, check_due_at <= app_now() as is_due from invoices where merchant_id = ${store.merchantId}
    order by id`.execute(server.deps.db)
  return { statuses: rows.map(({ status }) => status), due: rows.filter(({ isDue }) => isDue).length }
}

test('all open invoices of a store are read in one call, beside one for its transactions', async () => {
  const requests = await syncAfter()
  expect(requests).toHaveLength(2)
  expect(requests.filter(isList)).toHaveLength(1)
  expect(await stateOf()).toMatchObject({ due: 0 })
})

test('a list has at most a hundred invoices and a short address, and what has no order ID is alone', () => {
  const sizesOf = (orderIds: (string | null)[]) =>
    splitIntoLists(orderIds.map((orderId, index) => ({ engineInvoiceId: String(index), orderId }))).map(
      (list) => list.length,
    )
  const ids = Array.from({ length: 250 }, (_, index) => `${index}`.padStart(32, '0'))
  expect(sizesOf(ids)).toEqual([100, 100, 50])
  expect(sizesOf(['ü'.repeat(800), 'ü'.repeat(100), 'ü'.repeat(100)])).toEqual([2, 1])
  expect(sizesOf(['one', null, '', 'two', 'three'])).toEqual([1, 1, 1, 2])
})

test('an invoice that a webhook names is read alone and at once, and one without the list of the others', async () => {
  const [named = ''] = invoiceIds
  await server.deps.db
    .insertInto('engineHooks')
    .values({ storeRef: store.id, type: 'InvoiceReceivedPayment', invoiceId: named, body: Buffer.from('') })
    .execute()
  const requests = await syncAfter()
  expect(requests.filter(isAlone)).toEqual([expect.stringContaining(named)])
  expect(requests.filter(isList)).toHaveLength(1)
})

test('lost webhooks: a list shows which invoices were paid, and how', async () => {
  await pay(invoiceIds[0])
  await engine.control.pay({ invoiceId: invoiceIds[1] ?? '', method: 'lightning' })
  const requests = await syncAfter()
  expect(requests.filter(isAlone)).toEqual([])
  expect((await stateOf()).statuses).toEqual(['processing', 'settled', 'new', 'new', 'new'])
  const rows = await server.deps.db
    .selectFrom('transactions')
    .select(['invoiceId', 'method', 'booked'])
    .where('merchantId', '=', store.merchantId)
    .orderBy('method', 'desc')
    .execute()
  expect(rows).toEqual([
    { invoiceId: invoiceIds[0], method: 'on-chain', booked: false },
    { invoiceId: invoiceIds[1], method: 'lightning', booked: true },
  ])
})

test('coins and balance are read when transactions are new, again a moment later, and then hardly anymore', async () => {
  expect((await syncAfter()).filter(areFunds)).toEqual([])
  await pay(invoiceIds[0])
  expect((await syncAfter()).filter(areFunds)).toHaveLength(2)
  expect((await syncAfter(5)).filter(areFunds)).toHaveLength(0)
  // A coin may be listed later than its transaction.
  expect((await syncAfter(6)).filter(areFunds)).toHaveLength(2)
  expect((await syncAfter(10)).filter(areFunds)).toHaveLength(0)
  await engine.control.mine({ blocks: 1 })
  expect((await syncAfter(10)).filter(areFunds)).toHaveLength(2)
  const balanceOf = async () =>
    (
      await server.deps.db
        .selectFrom('stores')
        .select('spendableSats')
        .where('id', '=', store.id)
        .executeTakeFirstOrThrow()
    ).spendableSats
  expect(await balanceOf()).toBeGreaterThan(0n)
  // The next block, which makes it deeper, is reason to look again. After that, time is none.
  await syncAfter(3600)
  let reads = 0
  for (let minutes = 0; minutes < 30; minutes += 1) reads += (await syncAfter(60)).filter(areFunds).length
  expect(reads).toBe(0)
})

type Listed = { id: string; storeId: string; status: string }
/** The server changes its lists of invoices. */
const listing =
  (change: (listed: Listed[]) => unknown): Behavior =>
  ({ url, headers }, response) => {
    if (!/\/invoices\?/.test(url)) return false
    const answer = async () => {
      const honest = await fetch(`${engine.engine.url}${url}`, {
        headers: { authorization: headers.authorization ?? '' },
      })
      const changed = await change((await honest.json()) as Listed[])
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(changed))
    }
    void answer()
    return true
  }

test('an invoice that is left out of a list is read alone', async () => {
  await pay(invoiceIds[2])
  hostile.behave(
    store.storeId,
    listing((listed) => listed.filter(({ id }) => id !== invoiceIds[2])),
  )
  const requests = await syncAfter()
  expect(requests.filter(isAlone)).toEqual([expect.stringContaining(invoiceIds[2] ?? '')])
  expect((await stateOf()).statuses).toEqual(['new', 'new', 'processing', 'new', 'new'])
})

const lists: [string, (listed: Listed[]) => unknown][] = [
  ['never ends', (listed) => Array.from({ length: 30 }, () => listed).flat()],
  ['has invoices of another store', (listed) => listed.map((one) => ({ ...one, storeId: 'A'.repeat(43) }))],
  ['has an invoice that can’t be one', (listed) => [...listed, { id: 'x' }]],
  ['is none', () => ({ code: 'x', message: 'y' })],
]
test.each(lists)('a list that %s counts for nothing, and each invoice is read once, alone', async (_, change) => {
  await pay(invoiceIds[2])
  hostile.behave(store.storeId, listing(change))
  const requests = await syncAfter()
  expect(requests.filter(isList)).toHaveLength(1)
  expect(requests.filter(isAlone)).toHaveLength(invoiceIds.length)
  expect((await stateOf()).statuses).toEqual(['new', 'new', 'processing', 'new', 'new'])
})

test('a list repeats invoices, in another state: each is saved once, as it came first', async () => {
  hostile.behave(
    store.storeId,
    listing((listed) => [...listed, ...listed.map((one) => ({ ...one, status: 'Invalid' }))]),
  )
  expect((await syncAfter()).filter(isAlone)).toEqual([])
  expect(await stateOf()).toEqual({ statuses: ['new', 'new', 'new', 'new', 'new'], due: 0 })
})

test('a list names an invoice of another merchant, which stays as it is', async () => {
  const { store: other, invoiceIds: others } = await newStore(1)
  hostile.behave(
    store.storeId,
    listing((listed) => listed.map((one) => ({ ...one, id: others[0] ?? '', status: 'Settled' }))),
  )
  const requests = await syncAfter()
  expect(requests.filter(isAlone)).toHaveLength(invoiceIds.length)
  expect((await stateOf()).statuses).toEqual(['new', 'new', 'new', 'new', 'new'])
  store = other
  expect((await stateOf()).statuses).toEqual(['new'])
})

test('without the permission nothing is read alone, and it is tried again later', async () => {
  hostile.behave(store.storeId, ({ url }, response) => {
    if (!/\/invoices/.test(url)) return false
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 'missing-permission', message: 'x', missingPermission: 'y' }))
    return true
  })
  const requests = await syncAfter()
  expect(requests.filter(isList)).toHaveLength(1)
  expect(requests.filter(isAlone)).toEqual([])
  expect(await stateOf()).toMatchObject({ due: 0 })
  expect((await syncAfter(9)).filter(isList)).toEqual([])
})

test('what somebody else saved after a list was requested is not undone by it', async () => {
  const [marked = '', paid = ''] = invoiceIds
  await pay(paid)
  hostile.behave(
    store.storeId,
    listing(async (listed) => {
      hostile.behave(store.storeId, undefined)
      await markInvoice(server.deps, { kind: 'system', merchantId: store.merchantId } as never, marked, 'invalid')
      return listed
    }),
  )
  await syncAfter()
  expect((await stateOf()).statuses).toEqual(['invalid', 'processing', 'new', 'new', 'new'])
})
