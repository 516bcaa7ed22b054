import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { type EngineProxy, startEngineProxy } from '../../test/engine-proxy.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { readMoney } from '../balances/queries.ts'
import { syncStore } from '../payments/sync-store.ts'
import { createMerchant } from '../people/table.merchants.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { provisionStore } from '../stores/provision-store.ts'
import type { ReadyStore } from '../stores/table.ts'
import { readInvoice } from './sync-invoice.ts'

let engine: TestEngine
let proxy: EngineProxy
let oldServer: EngineProxy
let server: TestApp
let store: ReadyStore
let merchantId: number
beforeAll(async () => {
  engine = await startTestEngine()
  proxy = await startEngineProxy(engine.engine.url)
  oldServer = await startEngineProxy(engine.engine.url, {
    rewrite: (address) => address.replace('includePaymentMethods=true', ''),
  })
  server = await startTestApp({ ENGINE_ALLOW_HOSTS: '127.0.0.1' }, { ...engine.engine, url: proxy.url })
  const merchant = await inTransaction(server.deps.db, (tx) =>
    createMerchant(tx, { email: 'reader@example.test', storeName: 'Reader', passwordHash: null }),
  )
  merchantId = merchant.id
  store = await provisionStore(server.deps, { merchantId, name: 'Reader' })
})
afterAll(async () => {
  await server.close()
  await proxy.close()
  await oldServer.close()
  await engine.close()
})

const invoiceReads = (from: EngineProxy) => from.requests().filter((request) => request.includes('/invoices/'))
const read = (from: EngineProxy, invoiceId: string, expected: string[] = []) => {
  from.forget()
  const client = server.deps.engines.at({ serverUrl: from.url, apiKey: store.openedKey })
  return readInvoice(client, store.storeId, invoiceId, expected)
}
const newInvoice = async () => {
  const { invoiceId, orderId, bitcoinAddress } = await makeInvoice(server.deps, merchantId, '20.00')
  return { invoiceId: invoiceId ?? '', orderId, bitcoinAddress: bitcoinAddress ?? '' }
}
const transactions = () =>
  server.deps.db.selectFrom('transactions').selectAll().where('merchantId', '=', merchantId).execute()

test('an invoice and its payment methods are read in one call', async () => {
  const { invoiceId, bitcoinAddress } = await newInvoice()
  const reading = await read(proxy, invoiceId)
  expect(reading).toMatchObject({ kind: 'ok', value: { snapshot: { status: 'new', bitcoinAddress } } })
  expect(invoiceReads(proxy)).toEqual([
    `GET /api/v1/stores/${store.storeId}/invoices/${invoiceId}?includePaymentMethods=true`,
  ])
})

test('a server that ignores the parameter gets a second request for the payment methods', async () => {
  const { invoiceId, bitcoinAddress } = await newInvoice()
  const reading = await read(oldServer, invoiceId)
  expect(reading).toMatchObject({ kind: 'ok', value: { snapshot: { status: 'new', bitcoinAddress } } })
  expect(invoiceReads(oldServer)).toHaveLength(2)
})

test('a replaced payment is reported as invalid if it is expected', async () => {
  const { invoiceId, bitcoinAddress } = await newInvoice()
  const { txid } = await engine.control.faucet({ address: bitcoinAddress, amountBtc: '0.0001', replaceable: true })
  await engine.control.replace({ txid })
  await engine.control.mine({ blocks: 1 })
  expect(await read(proxy, invoiceId)).toMatchObject({ value: { payments: [] } })
  expect(invoiceReads(proxy)).toHaveLength(1)
  const all = await read(proxy, invoiceId, [`${txid}-0`])
  expect(all).toMatchObject({ value: { payments: [{ txid, state: 'invalid' }] } })
  expect(invoiceReads(proxy)).toHaveLength(2)
})

test('a sync marks a replaced payment as failed', async () => {
  const { bitcoinAddress } = await newInvoice()
  const { txid } = await engine.control.faucet({ address: bitcoinAddress, amountBtc: '0.0001', replaceable: true })
  await syncStore(server.deps, store.id)
  expect(await transactions()).toMatchObject([{ txid, status: 'pending' }])
  await engine.control.replace({ txid })
  await engine.control.mine({ blocks: 1 })
  await server.advance(31)
  await syncStore(server.deps, store.id)
  expect(await transactions()).toMatchObject([{ txid, status: 'failed' }])
})

test('an invoice whose creation was interrupted is found again in one call', async () => {
  await engine.control.fail({ calls: 1, mode: 'drop-after', method: 'POST', path: '/invoices' })
  const order = { idempotencyKey: 'cut-off' }
  await expect(makeInvoice(server.deps, merchantId, '20.00', order)).rejects.toMatchObject({
    code: 'engine-unavailable',
  })
  await server.deps.db.updateTable('invoices').set({ leasedUntil: null }).where('status', '=', 'creating').execute()
  proxy.forget()
  const found = await makeInvoice(server.deps, merchantId, '20.00', order)
  expect(found).toMatchObject({ status: 'new', bitcoinAddress: expect.stringMatching(/^bcrt1/) })
  expect(proxy.requests()).toHaveLength(1)
  expect(proxy.requests()[0]).toContain('includePaymentMethods=true')
})

test('a replaced payment that the wallet still shows is in the total but not available', async () => {
  await engine.control.policy({ keepReplacedSeconds: 300 })
  const { bitcoinAddress } = await newInvoice()
  const { txid } = await engine.control.faucet({ address: bitcoinAddress, amountBtc: '0.5', replaceable: true })
  await syncStore(server.deps, store.id)
  await engine.control.replace({ txid })
  await syncStore(server.deps, store.id)
  const shown = await readMoney(server.deps.db, merchantId)
  expect(shown.onChain.btc).toBe('0.50000000')
  expect(shown.available.sats).toBe(0n)
  await engine.control.clock({ advanceSeconds: 301 })
  await server.advance(301)
  await syncStore(server.deps, store.id)
  expect((await readMoney(server.deps.db, merchantId)).onChain.btc).toBe('0.00000000')
  await engine.control.policy({ keepReplacedSeconds: 0 })
})
