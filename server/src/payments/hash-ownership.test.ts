import { type BtcpayClient, createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { toSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { makeForeignStore, makeHostile } from '../../test/hostile-server.ts'
import { type LoopOuts, startLoopOuts } from '../../test/loop-outs.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import type { Money } from '../../test/money.ts'
import { addMerchant } from '../../test/people.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { adoptStore } from '../stores/adopt-store.ts'
import { saveIncoming } from '../transactions/table.ts'
import { bookPayment } from './book-payment.ts'
import { findLatePayments } from './find-late-payments.ts'
import { findInvoiceOfAddress } from './queries.ts'
import { syncStore } from './sync-store.ts'

let stage: LoopOuts
let money: Money
let theirs: TestEngine
let theirAdmin: BtcpayClient
beforeAll(async () => {
  stage = await startLoopOuts({ ENGINE_ALLOW_HOSTS: '127.0.0.1' })
  money = stage.money
  theirs = await startTestEngine()
  theirAdmin = createBtcpayClient({
    url: theirs.engine.url,
    auth: { apiKey: theirs.engine.apiKey },
    transport: { policy: { allowPrivate: true } },
  })
  await money.fund(money.platform, 60_000_000n)
})
afterAll(async () => {
  await theirAdmin.close()
  await theirs.close()
  await money.close()
})

/** A merchant whose store is on its own BTCPay Server. */
const newOwnServerMerchant = async () => {
  const { id: merchantId } = await addMerchant(money.server)
  const details = await makeForeignStore(theirAdmin, theirs.engine.url)
  const store = await adoptStore(money.deps, merchantId, details, { actor: 'system' })
  return { merchantId, storeRef: store.id, apiKey: details.btcpayApiKey }
}
const adoptOnPlatform = async (merchantId: number) => {
  const details = await makeForeignStore(money.deps.engines.platform, money.engine.engine.url)
  await adoptStore(money.deps, merchantId, details, { actor: 'system' })
  return details.btcpayApiKey
}
const passEverywhere = async (seconds: number) => {
  await money.pass(seconds)
  for (const { control } of [money.engine, theirs]) await control.clock({ advanceSeconds: seconds })
}
/** The payment hash of a loop-out's first leg that our node has received. */
const loopOut = async (name: string) => {
  const store = await stage.storeWithNode(name)
  const created = await stage.request(store)
  await stage.execute(created.id)
  await stage.carryOn(3)
  await stage.expectPaidOnce(store, created)
  return { store, hash: (await stage.read(created.id))?.paymentHash ?? '', amountSats: created.amountSats }
}
const rowsOf = (merchantId: number) =>
  money.deps.db.selectFrom('transactions').selectAll().where('merchantId', '=', merchantId).orderBy('id').execute()
const lightningOf = async (merchantId: number) => (await money.balances())[`merchant:${merchantId}:lightning`] ?? 0n
const hashOf = async (invoiceId: string | null) =>
  (
    await money.deps.db
      .selectFrom('invoiceDestinations')
      .select('destination')
      .where('invoiceId', '=', invoiceId ?? '')
      .where('kind', '=', 'payment-hash')
      .executeTakeFirstOrThrow()
  ).destination

test('a payment hash named by a merchant’s own server is never credited from our node after a move', async () => {
  const { hash } = await loopOut('replayed leg')
  const { merchantId, storeRef, apiKey } = await newOwnServerMerchant()
  const stop = makeHostile(money.deps, apiKey, { paymentHash: hash })
  const invoice = await makeInvoice(money.deps, merchantId, '300.00')
  await passEverywhere(20 * 60)
  await syncStore(money.deps, storeRef)
  stop()
  await adoptOnPlatform(merchantId)
  await passEverywhere(600)
  await findLatePayments(money.deps, 20)
  expect(await rowsOf(merchantId)).toEqual([])
  expect(await lightningOf(merchantId)).toBe(0n)
  const { paidSats } = await money.deps.db
    .selectFrom('invoices')
    .select('paidSats')
    .where('invoiceId', '=', invoice.invoiceId)
    .executeTakeFirstOrThrow()
  expect(paidSats).toBe(0n)
  await money.expectCleanAudit()
})

test('a merchant who names the hash of its own loop-out on an invoice leaves the audit clean', async () => {
  const { store, hash } = await loopOut('names its leg')
  const stop = makeHostile(money.deps, store.openedKey, { paymentHash: hash })
  await makeInvoice(money.deps, store.merchantId, '1.00')
  stop()
  expect(
    await money.deps.db
      .selectFrom('invoiceDestinations')
      .select(['node', 'merchantId'])
      .where('destination', '=', hash)
      .execute(),
  ).toEqual([{ node: 'own', merchantId: store.merchantId }])
  await money.expectCleanAudit()
})

test('an own node that repeats a paid hash of our node for a Lightning Address leaves the audit clean', async () => {
  const store = await stage.storeWithLightning('repeats')
  const [row] = await rowsOf(store.merchantId)
  await sql`
    with address as (
      insert into lightning_addresses (merchant_id, name, min_sats, max_sats, comment_length)
      values (${store.merchantId}, 'repeats', 1, 1000, 0) returning id
    )
    insert into lnurl_invoices (merchant_id, payment_hash, address_id, request, amount_msats, comment, bolt11, node, server_url,
      store_id, node_invoice_id, expires_at)
    select ${store.merchantId}, ${row?.engineKey}, id, 'request', 1000, '', 'lnbcrt', 'own', 'https://theirs.example', 'store',
      'invoice', app_now() from address`.execute(money.deps.db)
  await money.expectCleanAudit()
})

test('a store on our server that reports the hash of a loop-out gets nothing for it', async () => {
  const { hash } = await loopOut('reported leg')
  const { id: merchantId } = await addMerchant(money.server)
  const apiKey = await adoptOnPlatform(merchantId)
  await makeInvoice(money.deps, merchantId, '300.00')
  const store = await money.deps.db
    .selectFrom('stores')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .executeTakeFirstOrThrow()
  expect(store.lightning).toBe('shared')
  // Its node was replaced, without our knowledge, by one that reports anything.
  const stop = makeHostile(money.deps, apiKey, { paymentHash: hash, paid: [{ hash, amountBtc: '0.00400000' }] })
  await money.pass(31)
  await syncStore(money.deps, store.id)
  await passEverywhere(20 * 60)
  await syncStore(money.deps, store.id)
  await findLatePayments(money.deps, 20)
  stop()
  expect((await rowsOf(merchantId)).filter(({ booked }) => booked)).toEqual([])
  expect(await lightningOf(merchantId)).toBe(0n)
  await money.expectCleanAudit()
})

test('a store on our server cannot take the hash of another store’s open invoice', async () => {
  const rival = await money.newStore('robbed')
  const invoice = await makeInvoice(money.deps, rival.merchantId, '300.00')
  const hash = await hashOf(invoice.invoiceId)
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
  const { id: merchantId } = await addMerchant(money.server)
  const apiKey = await adoptOnPlatform(merchantId)
  await makeInvoice(money.deps, merchantId, '300.00')
  const { id: storeRef } = await money.deps.db
    .selectFrom('stores')
    .select('id')
    .where('merchantId', '=', merchantId)
    .executeTakeFirstOrThrow()
  const stop = makeHostile(money.deps, apiKey, { paymentHash: hash, paid: [{ hash, amountBtc: '0.00200000' }] })
  await money.pass(31)
  await syncStore(money.deps, storeRef)
  stop()
  expect(await lightningOf(merchantId)).toBe(0n)
  await syncStore(money.deps, rival.id)
  expect(await rowsOf(rival.merchantId)).toMatchObject([{ booked: true, invoiceId: invoice.invoiceId, txid: hash }])
  await money.expectCleanAudit()
})

test('a merchant’s payment hash reported by another server does not stop that merchant from being paid', async () => {
  const rival = await money.newStore('squatted')
  const invoice = await makeInvoice(money.deps, rival.merchantId, '50.00')
  const hash = await hashOf(invoice.invoiceId)
  const squatter = await newOwnServerMerchant()
  const stop = makeHostile(money.deps, squatter.apiKey, {
    paymentHash: hash,
    paid: [{ hash, amountBtc: '0.00000100' }],
  })
  await makeInvoice(money.deps, squatter.merchantId, '50.00')
  await money.pass(31)
  await syncStore(money.deps, squatter.storeRef)
  stop()
  // The other merchant owes fees for what its server claims, but nothing of it is money on our node.
  expect(await rowsOf(squatter.merchantId)).toMatchObject([{ txid: hash, booked: true }])
  expect(await lightningOf(squatter.merchantId)).toBe(0n)

  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
  await syncStore(money.deps, rival.id)
  const [row] = await rowsOf(rival.merchantId)
  expect(row).toMatchObject({ txid: hash, booked: true, invoiceId: invoice.invoiceId })
  const sats = toSats(row?.amount ?? '0')
  expect(await lightningOf(rival.merchantId)).toBe(sats - (sats * 4000n) / 100_000n)
  await money.expectCleanAudit()
})

test('a hash named by another server before its owner has it does not hide the owner’s late payment', async () => {
  const rival = await money.newStore('squatted late')
  const squatter = await newOwnServerMerchant()
  await money.engine.control.lightning({ outliveSeconds: 200 * 3600 })
  const invoice = await makeInvoice(money.deps, rival.merchantId, '50.00')
  await money.engine.control.lightning({ outliveSeconds: 0 })
  const hash = await hashOf(invoice.invoiceId)
  const stop = makeHostile(money.deps, squatter.apiKey, { paymentHash: hash })
  await makeInvoice(money.deps, squatter.merchantId, '50.00')
  stop()
  const named = await money.deps.db
    .selectFrom('invoiceDestinations')
    .selectAll()
    .where('destination', '=', hash)
    .orderBy('merchantId')
    .execute()
  expect(new Set(named.map(({ merchantId }) => merchantId))).toEqual(new Set([rival.merchantId, squatter.merchantId]))
  await passEverywhere(26 * 3600)
  await syncStore(money.deps, rival.id)
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
  await passEverywhere(600)
  await findLatePayments(money.deps, 50)
  expect(await rowsOf(rival.merchantId)).toMatchObject([{ txid: hash, booked: true, invoiceId: invoice.invoiceId }])
  expect(await rowsOf(squatter.merchantId)).toEqual([])
  await money.expectCleanAudit()
})

test('a payment to an address that another server named first still matches its owner’s invoice', async () => {
  const rival = await money.newStore('address squatted')
  const squatter = await newOwnServerMerchant()
  const path = `/api/v1/stores/${rival.storeId}/payment-methods/BTC-CHAIN/wallet/preview?offset=0&count=20`
  const answer = await fetch(new URL(path, money.engine.engine.url), {
    headers: { authorization: `token ${money.engine.engine.apiKey}` },
  })
  const { addresses } = (await answer.json()) as { addresses: { address: string }[] }
  for (const { address } of addresses.slice(0, 8)) {
    const stop = makeHostile(money.deps, squatter.apiKey, { bitcoinAddress: address })
    await makeInvoice(money.deps, squatter.merchantId, '5.00')
    stop()
  }
  const invoice = await makeInvoice(money.deps, rival.merchantId, '50.00')
  expect(addresses.slice(0, 8).map(({ address }) => address)).toContain(invoice.bitcoinAddress)
  const matched = await inTransaction(money.deps.db, (tx) =>
    findInvoiceOfAddress(tx, rival.merchantId, invoice.bitcoinAddress ?? ''),
  )
  expect(matched?.invoiceId).toBe(invoice.invoiceId)
  // Longer than BTCPay watches an expired invoice, so that only the address shows what it was for.
  await passEverywhere(26 * 3600)
  await syncStore(money.deps, rival.id)
  await money.engine.control.faucet({ address: invoice.bitcoinAddress ?? '', amountBtc: '0.00050000' })
  await money.engine.control.mine({ blocks: 1 })
  await money.pass(60)
  await syncStore(money.deps, rival.id)
  expect(await rowsOf(rival.merchantId)).toMatchObject([
    { purpose: 'invoice', invoiceId: invoice.invoiceId, booked: true },
  ])
  expect(await rowsOf(squatter.merchantId)).toEqual([])
})

test('a hash of our own node is asked for at our node also after its merchant has moved away', async () => {
  const { id: merchantId } = await addMerchant(money.server)
  await adoptOnPlatform(merchantId)
  await money.engine.control.lightning({ outliveSeconds: 200 * 3600 })
  const invoice = await makeInvoice(money.deps, merchantId, '50.00')
  await money.engine.control.lightning({ outliveSeconds: 0 })
  const { id: storeRef } = await money.deps.db
    .selectFrom('stores')
    .select('id')
    .where('merchantId', '=', merchantId)
    .executeTakeFirstOrThrow()
  await passEverywhere(26 * 3600)
  await syncStore(money.deps, storeRef)
  const details = await makeForeignStore(theirAdmin, theirs.engine.url)
  await adoptStore(money.deps, merchantId, details, { actor: 'system' })
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
  await passEverywhere(600)
  await findLatePayments(money.deps, 50)
  const [row] = await rowsOf(merchantId)
  expect(row).toMatchObject({ booked: true, invoiceId: invoice.invoiceId })
  const sats = toSats(row?.amount ?? '0')
  expect(await lightningOf(merchantId)).toBe(sats - (sats * 4000n) / 100_000n)
  expect(unwrap(await money.deps.engines.platform.serverLightning.getInvoice(row?.txid ?? '')).status).toBe('Paid')
  await money.expectCleanAudit()
})

test('the database refuses to book a hash of our node twice, for any merchant', async () => {
  const { hash } = await loopOut('booked once')
  const paid = await stage.storeWithLightning('paid once')
  const { id: rivalId } = await addMerchant(money.server)
  const [row] = await rowsOf(paid.merchantId)
  for (const key of [hash, row?.engineKey ?? '']) {
    const again = inTransaction(money.deps.db, async (tx) => {
      const { row: copy } = await saveIncoming(tx, rivalId, {
        ...{ key, txid: key, method: 'lightning', purpose: 'invoice', amountSats: 1000n, priceCents: 10_000_000n },
        ...{ address: undefined, invoiceId: undefined, seenAt: tx.now },
      })
      await bookPayment(tx, copy, true)
    })
    await expect(again).rejects.toMatchObject({ constraint: 'node_payments_booked_once' })
  }
  await money.expectCleanAudit()
})

test.each(['own', 'shared'] as const)(
  'a payment is booked where its hash was issued, also when the store has the node %s since',
  async (now) => {
    const before = now === 'own' ? 'shared' : 'own'
    const store =
      now === 'own' ? await money.newStore('changes to own') : await stage.storeWithNode('changes to shared')
    await money.engine.control.lightning({ node: 'public', localMsat: '100000000000' })
    if (before === 'own') {
      await money.engine.control.lightning({ node: 'changes-to-shared', remoteMsat: '100000000000' })
    }
    const invoice = await makeInvoice(money.deps, store.merchantId, '50.00')
    await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'lightning' })
    await money.deps.db.updateTable('stores').set({ lightning: now }).where('id', '=', store.id).execute()
    await money.pass(31)
    await syncStore(money.deps, store.id)
    const [row] = await rowsOf(store.merchantId)
    expect(row).toMatchObject({ booked: true, invoiceId: invoice.invoiceId })
    const sats = toSats(row?.amount ?? '0')
    const feeSats = (sats * 4000n) / 100_000n
    expect(await lightningOf(store.merchantId)).toBe(before === 'shared' ? sats - feeSats : 0n)
    expect((await money.balances())[`merchant:${store.merchantId}:fees-owed`] ?? 0n).toBe(
      before === 'own' ? feeSats : 0n,
    )
    await money.expectCleanAudit()
  },
  60_000,
)
