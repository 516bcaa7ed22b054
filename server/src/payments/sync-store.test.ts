import { unwrap } from '@bitquay/btcpay'
import { toSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { createMerchant } from '../people/table.merchants.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { readRefundable } from '../refunds/queries.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { findStoreById } from '../stores/table.ts'
import { readDetails } from '../transactions/read-details.ts'
import { saveDetails } from '../transactions/table.details.ts'
import { areReceived } from './sync-invoices.ts'
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

const newMerchant = async (name: string) => {
  const { id: merchantId } = await inTransaction(server.deps.db, (tx) =>
    createMerchant(tx, { email: `${name}@example.test`, storeName: name, passwordHash: null }),
  )
  return provisionStore(server.deps, { merchantId, name })
}
const invoiceFor = (merchantId: number, amount = '100.00', idempotencyKey?: string) =>
  makeInvoice(server.deps, merchantId, amount, { description: 'A thing', idempotencyKey })
/** Syncs the store as the worker does when its invoices are due. No webhook reaches this server. */
const sync = async (storeRef: number) => {
  await server.advance(31)
  await syncStore(server.deps, storeRef)
}
const rowsOf = (merchantId: number) =>
  server.deps.db.selectFrom('transactions').selectAll().where('merchantId', '=', merchantId).orderBy('id').execute()
const invoiceStatus = async (orderId: string) =>
  (await server.deps.db.selectFrom('invoices').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow())
    .status
const balances = async () => {
  const { rows } = await sql<{ account: string; sats: bigint }>`
    select a.owner_kind || ':' || a.owner_id || ':' || a.kind as account, (k.normal_sign * sum(e.amount_sats))::bigint as sats
    from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_account_kinds k on k.kind = a.kind
    group by 1, k.normal_sign`.execute(server.deps.db)
  return Object.fromEntries(rows.map(({ account, sats }) => [account, sats]))
}

test('20 simultaneous provisionings create one store', async () => {
  const { id: merchantId } = await inTransaction(server.deps.db, (tx) =>
    createMerchant(tx, { email: 'parallel@example.test', storeName: 'Parallel', passwordHash: null }),
  )
  const created = await Promise.all(
    Array.from({ length: 20 }, () => provisionStore(server.deps, { merchantId, name: 'Parallel' })),
  )
  expect(new Set(created.map(({ storeId }) => storeId)).size).toBe(1)
  const { stores } = await engine.control.state()
  expect(stores.filter(({ name }) => name.startsWith('Parallel'))).toHaveLength(1)
})

test('an on-chain payment is seen, booked at its first block and undone by a reorganization', async () => {
  const store = await newMerchant('harbour')
  const merchantId = store.merchantId ?? 0
  const invoice = await invoiceFor(merchantId)
  await engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'onchain' })
  await sync(store.id)
  const [seen] = await rowsOf(merchantId)
  expect(seen).toMatchObject({ status: 'pending', purpose: 'invoice', booked: false, amountUsd: '100.00' })
  expect(await invoiceStatus(invoice.orderId)).toBe('processing')

  await engine.control.mine({ blocks: 1 })
  await sync(store.id)
  const [booked] = await rowsOf(merchantId)
  expect(booked).toMatchObject({ status: 'confirmed', booked: true, confirmations: 1 })
  expect(await invoiceStatus(invoice.orderId)).toBe('settled')
  const sats = BigInt((booked?.amount ?? '').replace('.', ''))
  const fee = (sats * 4000n) / 100_000n
  expect(await balances()).toMatchObject({ [`merchant:${merchantId}:fees-owed`]: fee, 'platform:0:revenue': fee })
  const mirror = await findStoreById(server.deps.db, store.id)
  expect(mirror?.balanceSats).toBe(sats)

  await engine.control.reorg({ depth: 1, empty: true })
  await sync(store.id)
  const [undone] = await rowsOf(merchantId)
  expect(undone).toMatchObject({ status: 'pending', booked: false, confirmations: 0 })
  expect(await balances()).toMatchObject({ [`merchant:${merchantId}:fees-owed`]: 0n })

  await engine.control.mine({ blocks: 1 })
  await sync(store.id)
  await sync(store.id)
  expect((await rowsOf(merchantId)).map(({ booked: is, bookings }) => ({ is, bookings }))).toEqual([
    { is: true, bookings: 2 },
  ])
  expect(await balances()).toMatchObject({ [`merchant:${merchantId}:fees-owed`]: fee })
})

test.each(['onchain', 'lightning'] as const)(
  'a payment %s after an invoice is settled makes it overpaid',
  async (method) => {
    const store = await newMerchant(`twice-${method}`)
    const merchantId = store.merchantId ?? 0
    const { invoiceId, orderId, amount } = await invoiceFor(merchantId)
    await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
    await engine.control.mine({ blocks: 1 })
    await sync(store.id)
    expect(await invoiceStatus(orderId)).toBe('settled')

    await engine.control.pay({ invoiceId: invoiceId ?? '', method, amountBtc: amount ?? '' })
    if (method === 'onchain') {
      await sync(store.id)
      await sync(store.id)
      expect((await readRefundable(server.deps.db, invoiceId ?? '')).overpaidSats).toBe(0n)
    }
    await engine.control.mine({ blocks: 1 })
    // As a webhook would cause it.
    if (method === 'lightning')
      await server.deps.db
        .insertInto('engineHooks')
        .values({ storeRef: store.id, invoiceId, body: Buffer.from('{}') })
        .execute()
    await sync(store.id)
    await sync(store.id)
    const payments = await rowsOf(merchantId)
    expect(payments).toMatchObject([
      { booked: true, invoiceId },
      { booked: true, invoiceId },
    ])
    const { additionalStatus, status, paidSats } = await server.deps.db
      .selectFrom('invoices')
      .selectAll()
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow()
    expect([status, additionalStatus]).toEqual(['settled', 'paid-over'])
    const requestedSats = toSats(amount ?? '')
    expect(paidSats).toBe(2n * requestedSats)
    // BTCPay reserves a network fee for a second on-chain payment.
    const { overpaidSats } = await readRefundable(server.deps.db, invoiceId ?? '')
    expect([overpaidSats <= requestedSats, overpaidSats > requestedSats - 2000n]).toEqual([true, true])
  },
)

test('an overpayment spent elsewhere before it confirmed is not refundable', async () => {
  const store = await newMerchant('spent-elsewhere')
  const { invoiceId, amount } = await invoiceFor(store.merchantId ?? 0)
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
  await engine.control.mine({ blocks: 1 })
  await sync(store.id)
  const extra = await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', amountBtc: amount ?? '' })
  const { txid } = extra as { txid: string }
  await sync(store.id)
  await sync(store.id)
  const details = await readDetails(server.deps, txid)
  if (!details) throw new Error('the explorer does not know it')
  await inTransaction(server.deps.db, (tx) => saveDetails(tx, txid, details))
  await engine.control.replace({ txid })
  await engine.control.mine({ blocks: 1 })
  await sync(store.id)
  expect(await rowsOf(store.merchantId ?? 0)).toMatchObject([{ booked: true }, { status: 'failed', bookings: 0 }])
  const { everythingSats, overpaidSats } = await readRefundable(server.deps.db, invoiceId ?? '')
  expect([everythingSats, overpaidSats]).toEqual([toSats(amount ?? ''), 0n])
})

test('an invoice that lost one of its payments is published once, however often it is read', async () => {
  const store = await newMerchant('half-lost')
  const { invoiceId, orderId } = await invoiceFor(store.merchantId ?? 0)
  const pay = (amountBtc?: string) =>
    engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', ...(amountBtc ? { amountBtc } : {}) })
  await pay('0.0004')
  const { txid } = (await pay()) as { txid: string }
  await engine.control.mine({ blocks: 1 })
  await sync(store.id)
  await sync(store.id)
  expect(await invoiceStatus(orderId)).toBe('settled')
  const details = await readDetails(server.deps, txid)
  if (!details) throw new Error('the explorer does not know it')
  await inTransaction(server.deps.db, (tx) => saveDetails(tx, txid, details))
  await engine.control.reorg({ depth: 1, exclude: [txid] })
  await engine.control.replace({ txid })
  await engine.control.mine({ blocks: 1 })
  await sync(store.id)
  await sync(store.id)
  expect(await invoiceStatus(orderId)).toBe('invalid')

  const readChanges = () => server.deps.db.selectFrom('changes').select('topic').execute()
  const before = await readChanges()
  await sync(store.id)
  expect(await readChanges()).toEqual(before)
})

test('an invoice that settled before its payment counted is lost with the payment', async () => {
  const store = await newMerchant('settled-early')
  const merchantId = store.merchantId ?? 0
  const { invoiceId, orderId } = await invoiceFor(merchantId)
  const { txid } = (await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })) as { txid: string }
  await sync(store.id)
  const details = await readDetails(server.deps, txid)
  if (!details) throw new Error('the explorer does not know it')
  await inTransaction(server.deps.db, (tx) => saveDetails(tx, txid, details))
  // As when a store settles without a block, or the block is gone before the wallet was read.
  await sql`update invoices set status = 'settled', paid_at = app_now(), check_due_at = null
    where order_id = ${orderId}`.execute(server.deps.db)
  await engine.control.replace({ txid })
  await engine.control.mine({ blocks: 1 })
  await syncStore(server.deps, store.id)
  expect(await rowsOf(merchantId)).toMatchObject([{ status: 'failed', bookings: 0 }])
  expect(await invoiceStatus(orderId)).toBe('invalid')
})

test('a Lightning payment is booked at once, minus the fee', async () => {
  const store = await newMerchant('lightning')
  const merchantId = store.merchantId ?? 0
  const invoice = await invoiceFor(merchantId, '50.00')
  await engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
  await sync(store.id)
  await sync(store.id)
  const rows = await rowsOf(merchantId)
  expect(rows).toHaveLength(1)
  const sats = BigInt((rows[0]?.amount ?? '').replace('.', ''))
  expect(rows[0]).toMatchObject({ method: 'lightning', status: 'confirmed', booked: true })
  expect(await balances()).toMatchObject({ [`merchant:${merchantId}:lightning`]: sats - (sats * 4000n) / 100_000n })
})

test('a payment replaced by its payer fails and was never counted', async () => {
  const store = await newMerchant('replaced')
  const merchantId = store.merchantId ?? 0
  const invoice = await invoiceFor(merchantId)
  const paid = (await engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'onchain' })) as { txid: string }
  await sync(store.id)
  await engine.control.replace({ txid: paid.txid })
  await engine.control.mine({ blocks: 1 })
  await sync(store.id)
  await sync(store.id)
  expect((await rowsOf(merchantId)).map(({ status, booked }) => ({ status, booked }))).toEqual([
    { status: 'failed', booked: false },
  ])
  expect(await invoiceStatus(invoice.orderId)).toBe('new')
})

test('the same idempotency key 20 times at once creates one invoice', async () => {
  const store = await newMerchant('idempotent')
  const merchantId = store.merchantId ?? 0
  const created = await Promise.all(Array.from({ length: 20 }, () => invoiceFor(merchantId, '10.00', 'key-1')))
  expect(new Set(created.map(({ invoiceId }) => invoiceId)).size).toBe(1)
  const { stores } = await engine.control.state()
  expect(stores.find(({ id }) => id === store.storeId)?.invoices).toBe(1)
  await expect(invoiceFor(merchantId, '11.00', 'key-1')).rejects.toMatchObject({ code: 'idempotency-key-reused' })
})

test('money without an invoice is a deposit without a fee', async () => {
  const store = await newMerchant('deposit')
  const merchantId = store.merchantId ?? 0
  const client = server.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const address = await client.wallet.address(store.storeId)
  if (address.kind !== 'ok') throw new Error('no address')
  await engine.control.faucet({ address: address.value.address, amountBtc: '0.5' })
  await engine.control.mine({ blocks: 1 })
  await sync(store.id)
  expect(await rowsOf(merchantId)).toMatchObject([
    { purpose: 'deposit', amount: '0.50000000', booked: true, transferId: null },
  ])
})

test('a payment reported by a store on the shared node counts only when that node received it', async () => {
  const store = await newMerchant('swapped')
  const merchantId = store.merchantId ?? 0
  const { platform } = server.deps.engines
  await engine.control.lightning({ node: 'elsewhere', create: {}, localMsat: '0', remoteMsat: '100000000000' })
  const setNode = async (config: string) =>
    unwrap(await platform.paymentMethods.put(store.storeId, 'BTC-LN', { enabled: true, config }))
  // Somebody with access to the store switches it to their own node, which may report anything.
  await setNode('type=sandbox;node=elsewhere')
  const pretended = await invoiceFor(merchantId)
  await engine.control.pay({ invoiceId: pretended.invoiceId ?? '', method: 'lightning' })
  await sync(store.id)
  expect(await rowsOf(merchantId)).toEqual([])
  expect((await balances())[`merchant:${merchantId}:lightning`]).toBeUndefined()

  // Somebody else's payment does not count a second time either.
  await setNode('Internal Node')
  const real = await invoiceFor(merchantId)
  await engine.control.pay({ invoiceId: real.invoiceId ?? '', method: 'lightning' })
  await sync(store.id)
  const [paid] = await rowsOf(merchantId)
  expect(paid).toMatchObject({ invoiceId: real.invoiceId, booked: true })
  const copied = { method: 'lightning', state: 'settled', key: paid?.txid ?? '', amountSats: 1n } as const
  expect(await areReceived(server.deps, merchantId, [copied as never])).toBe(true)
  const other = await newMerchant('copying')
  expect(await areReceived(server.deps, other.merchantId ?? 0, [copied as never])).toBe(false)
})
