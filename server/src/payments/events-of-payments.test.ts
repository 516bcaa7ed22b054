import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { addMerchant } from '../../test/people.ts'
import { presentInvoice } from '../invoices/present-invoice.ts'
import { findInvoice } from '../invoices/queries.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { syncStore } from './sync-store.ts'

let engine: TestEngine
let server: TestApp
beforeAll(async () => {
  engine = await startTestEngine()
  server = await startTestApp({}, engine.engine)
})
afterAll(async () => {
  await server.close()
  await engine.close()
})

const openShop = async () => {
  const { id: merchantId } = await addMerchant(server)
  const { id: storeRef } = await provisionStore(server.deps, { merchantId, name: `shop ${merchantId}` })
  const row = await makeInvoice(server.deps, merchantId, '100.00', {
    description: 'A thing',
    idempotencyKey: 'the order',
  })
  return { merchantId, storeRef, invoiceId: row.invoiceId ?? '' }
}
type Shop = Awaited<ReturnType<typeof openShop>>

/** Syncs the store as the worker does. No webhook of the engine reaches this server. */
const sync = async ({ storeRef }: Shop, seconds = 31) => {
  await server.advance(seconds)
  await syncStore(server.deps, storeRef)
}
const eventsOf = ({ merchantId }: Shop) =>
  server.deps.db.selectFrom('apiEvents').selectAll().where('merchantId', '=', merchantId).orderBy('id').execute()
const typesOf = async (shop: Shop) => (await eventsOf(shop)).map(({ type }) => type)

test('the event of a new invoice equals what the API returns for it', async () => {
  const shop = await openShop()
  const [created] = await eventsOf(shop)
  const row = await findInvoice(server.deps.db, shop.merchantId, shop.invoiceId)
  expect(created?.type).toBe('invoice.created')
  expect(created?.object).toEqual(row && presentInvoice(row, server.deps.config.publicUrl))
  expect(created?.object).toMatchObject({ status: 'new', amount: '100.00', paidBtc: '0.00000000' })
  expect(created?.object).toHaveProperty('qrCodeData', expect.stringMatching(/^bitcoin:.+amount=.+lightning=/))
})

test('on-chain: received before processing, settled and confirmed by a block, reversed by a reorganization', async () => {
  const shop = await openShop()
  await engine.control.pay({ invoiceId: shop.invoiceId, method: 'onchain' })
  await sync(shop)
  // Another sync publishes nothing twice.
  await sync(shop)
  expect(await typesOf(shop)).toEqual(['invoice.created', 'payment.received', 'invoice.processing'])
  await engine.control.mine({ blocks: 1 })
  await sync(shop)
  await sync(shop)
  expect((await typesOf(shop)).slice(3).sort()).toEqual(['invoice.settled', 'payment.confirmed'])
  const settled = (await eventsOf(shop)).find(({ type }) => type === 'invoice.settled')
  expect(settled?.object).toMatchObject({ invoiceId: shop.invoiceId, status: 'settled', amountUsd: '100.00' })

  await engine.control.reorg({ depth: 1, empty: true })
  await sync(shop)
  const [reversed] = (await eventsOf(shop)).slice(5)
  expect(reversed).toMatchObject({ type: 'payment.reversed', object: { invoiceId: shop.invoiceId, confirmations: 0 } })
  await engine.control.mine({ blocks: 1 })
  await sync(shop)
  expect((await typesOf(shop)).at(-1)).toBe('payment.confirmed')
})

test('Lightning is received, confirmed and settled at once', async () => {
  const shop = await openShop()
  await engine.control.pay({ invoiceId: shop.invoiceId, method: 'lightning' })
  await sync(shop)
  expect(await typesOf(shop)).toEqual(['invoice.created', 'payment.received', 'payment.confirmed', 'invoice.settled'])
})

test('a payment replaced by its payer and an invoice that expires unpaid are published', async () => {
  const [taken, unpaid] = [await openShop(), await openShop()]
  const { txid } = (await engine.control.pay({ invoiceId: taken.invoiceId, method: 'onchain' })) as { txid: string }
  await sync(taken)
  await engine.control.replace({ txid })
  await engine.control.mine({ blocks: 1 })
  await sync(taken)
  await sync(taken)
  const reversed = (await eventsOf(taken)).filter(({ type }) => type === 'payment.reversed')
  expect(reversed).toMatchObject([{ object: { status: 'failed', txid } }])

  await engine.control.clock({ advanceSeconds: 3600 })
  await sync(unpaid, 3600)
  expect(await typesOf(unpaid)).toEqual(['invoice.created', 'invoice.expired'])
})

test('the same order 20 times at once is published once', async () => {
  const shop = await openShop()
  await Promise.all(
    Array.from({ length: 20 }, () =>
      makeInvoice(server.deps, shop.merchantId, '5.00', { idempotencyKey: 'another order' }),
    ),
  )
  expect(await typesOf(shop)).toEqual(['invoice.created', 'invoice.created'])
})
