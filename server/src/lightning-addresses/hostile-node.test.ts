import { createHash } from 'node:crypto'
import { type BtcpayClient, unwrap } from '@bitquay/btcpay'
import type { LightningInvoice } from '@bitquay/btcpay/wire/lightning'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ForeignEngine, startForeignEngine } from '../../test/engine.ts'
import { makeForeignStore, makeHostile } from '../../test/hostile-server.ts'
import { createAddressStage } from '../../test/lightning-addresses.ts'
import { createLnurlClient, readBolt11 } from '../../test/lnurl-client.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchant, signInAs } from '../../test/people.ts'
import { syncStore } from '../payments/sync-store.ts'
import { adoptStore } from '../stores/adopt-store.ts'

let money: Money
let stage: ReturnType<typeof createAddressStage>
let wallet: ReturnType<typeof createLnurlClient>
let theirs: ForeignEngine
beforeAll(async () => {
  money = await startMoney({ ENGINE_ALLOW_HOSTS: '127.0.0.1' })
  stage = createAddressStage(money)
  wallet = createLnurlClient(money.server)
  theirs = await startForeignEngine()
})
afterAll(async () => {
  await theirs.close()
  await money.close()
})

/** A merchant whose store, with its node, is on its own BTCPay Server. */
const newOwnServer = async (name: string) => {
  const merchant = await addMerchant(money.server)
  const details = await makeForeignStore(theirs.admin, theirs.engine.url)
  await theirs.control.lightning({ node: name, create: {}, remoteMsat: '100000000000' })
  const config = `type=sandbox;node=${name}`
  unwrap(await theirs.admin.paymentMethods.put(details.btcpayStoreId, 'BTC-LN', { enabled: true, config }))
  const { id: storeRef } = await adoptStore(money.deps, merchant.id, details, { actor: 'system' })
  const { address } = await stage.nameAddress(await signInAs(money.server, merchant), name)
  return { merchantId: merchant.id, storeRef, apiKey: details.btcpayApiKey, address }
}

/** From now on this server's node answers something else than it was asked for. */
const answerWith = (
  apiKey: string,
  change: (honest: LightningInvoice) => LightningInvoice | Promise<LightningInvoice>,
) => {
  const { engines } = money.deps
  const { at } = engines
  engines.at = (connection) => {
    const client = at(connection)
    if (connection.apiKey !== apiKey) return client
    const createInvoice: BtcpayClient['lightning']['createInvoice'] = async (...args) => {
      const answer = await client.lightning.createInvoice(...args)
      return answer.kind === 'ok' ? { ...answer, value: await change(answer.value) } : answer
    }
    return { ...client, lightning: { ...client.lightning, createInvoice } }
  }
  return () => {
    engines.at = at
  }
}

const otherInvoice = async (
  metadata: string,
  change: Partial<{ amount: string; description: string; expiry: number }>,
) =>
  unwrap(
    await theirs.admin.serverLightning.createInvoice({
      amount: '1000000',
      description: metadata,
      descriptionHashOnly: true,
      expiry: 600,
      ...change,
    }),
  )

/** A checksum may end in any letter, also in the one that replaces it. */
const withOtherEnd = (bolt11: string) => bolt11.slice(0, -1) + (bolt11.endsWith('q') ? 'p' : 'q')

test('a merchant’s own node is paid directly, and the merchant owes the fee', async () => {
  const { merchantId, address } = await newOwnServer('own-node')
  const { pr } = await wallet.requestInvoice(await wallet.read(wallet.resolve(address)), 1_000_000n, 'own')
  await theirs.control.lightning({ pay: { bolt11: pr } })
  await money.pass(2)
  await stage.watch()
  expect(await stage.paymentsOf(merchantId)).toMatchObject([{ amount: '0.00001000', label: 'own', feePercent: 4 }])
  const balances = await money.balances()
  expect(balances[`merchant:${merchantId}:fees-owed`]).toBe(40n)
  expect(balances[`merchant:${merchantId}:lightning`] ?? 0n).toBe(0n)
  await money.expectCleanAudit()
})

test('a BOLT11 with another hash, amount, description hash, expiry or network is never handed out', async () => {
  const { merchantId, apiKey, address } = await newOwnServer('hostile-node')
  const request = await wallet.read(wallet.resolve(address))
  const foreign = await otherInvoice(request.metadata, {})
  const lies: Record<string, (honest: LightningInvoice) => LightningInvoice | Promise<LightningInvoice>> = {
    'the hash of another invoice': (honest) => ({ ...honest, paymentHash: foreign.paymentHash }),
    'another amount': () => otherInvoice(request.metadata, { amount: '1001000' }),
    'no amount': () => otherInvoice(request.metadata, { amount: '0' }),
    'another description': () => otherInvoice('[["text/plain","Payment to somebody else"]]', {}),
    'years to pay': () => otherInvoice(request.metadata, { expiry: 100_000_000 }),
    'a broken checksum': (honest) => ({ ...honest, BOLT11: withOtherEnd(honest.BOLT11) }),
    'the main network': (honest) => ({ ...honest, BOLT11: honest.BOLT11.replace('lnbcrt', 'lnbc') }),
    'no BOLT11': (honest) => ({ ...honest, BOLT11: 'lnurl1' }),
  }
  for (const [lie, change] of Object.entries(lies)) {
    const stop = answerWith(apiKey, change)
    const { body } = await wallet.get(wallet.callbackOf(request, 1_000_000n))
    stop()
    expect([lie, body]).toEqual([
      lie,
      { status: 'ERROR', reason: 'The store’s Lightning node returned a wrong invoice. Nothing was charged.' },
    ])
  }
  expect(await stage.invoicesOf(merchantId)).toEqual([])
})

test('a node that answers the same invoice twice is refused the second time', async () => {
  const { merchantId, apiKey, address } = await newOwnServer('same-twice')
  const metadata = (await wallet.read(wallet.resolve(address))).metadata
  const same = await otherInvoice(metadata, {})
  const stop = answerWith(apiKey, () => same)
  await wallet.requestInvoice(await wallet.read(wallet.resolve(address)), 1_000_000n)
  const again = await wallet.get(wallet.callbackOf(await wallet.read(wallet.resolve(address)), 1_000_000n))
  stop()
  expect(again.body).toMatchObject({ status: 'ERROR' })
  expect(await stage.invoicesOf(merchantId)).toHaveLength(1)
})

test('a store on our server that reports the hash of another’s address gets nothing for it', async () => {
  const owner = await stage.newAddress('rightful')
  const request = await wallet.read(wallet.resolve(owner.address))
  const { pr, paymentHash } = await wallet.requestInvoice(request, 1_000_000n)
  const thief = await stage.newAddress('thief')
  await makeInvoice(money.deps, thief.merchantId, '1.00')
  const stop = makeHostile(money.deps, thief.store.openedKey, {
    paymentHash,
    paid: [{ hash: paymentHash, amountBtc: '0.00001000' }],
  })
  await money.engine.control.lightning({ pay: { bolt11: pr } })
  await money.pass(31)
  await syncStore(money.deps, thief.store.id)
  stop()
  await stage.watch()
  expect(await stage.paymentsOf(thief.merchantId)).toEqual([])
  expect(await stage.paymentsOf(owner.merchantId)).toMatchObject([{ id: paymentHash }])
  await money.expectCleanAudit()
})

test('a merchant’s own server that claims to have received our hash is credited nothing on our node', async () => {
  const owner = await stage.newAddress('on-our-node')
  const { pr, paymentHash } = await wallet.requestInvoice(await wallet.read(wallet.resolve(owner.address)), 1_000_000n)
  const { merchantId, storeRef, apiKey } = await newOwnServer('squatter')
  const invoice = await makeInvoice(money.deps, merchantId, '1.00')
  expect(invoice.invoiceId).not.toBeNull()
  const stop = makeHostile(money.deps, apiKey, { paymentHash, paid: [{ hash: paymentHash, amountBtc: '0.00001000' }] })
  await money.pass(31)
  await syncStore(money.deps, storeRef)
  stop()
  await stage.pay(pr)
  expect(await stage.paymentsOf(owner.merchantId)).toMatchObject([{ id: paymentHash }])
  expect((await money.balances())[`merchant:${merchantId}:lightning`] ?? 0n).toBe(0n)
  await money.expectCleanAudit()
})

/** From now on this server's node reports every invoice as paid, with these details. */
const reportPaid = (apiKey: string, lies: Partial<LightningInvoice>) => {
  const { engines } = money.deps
  const { at } = engines
  engines.at = (connection) => {
    const client = at(connection)
    if (connection.apiKey !== apiKey) return client
    const getInvoice: BtcpayClient['lightning']['getInvoice'] = async (...args) => {
      const answer = await client.lightning.getInvoice(...args)
      return answer.kind === 'ok' ? { ...answer, value: { ...answer.value, status: 'Paid', ...lies } } : answer
    }
    return { ...client, lightning: { ...client.lightning, getInvoice } }
  }
  return () => {
    engines.at = at
  }
}

test('a false preimage of a merchant’s node is not shown as a proof of payment', async () => {
  const { apiKey, address } = await newOwnServer('false-proof')
  const { pr, verify } = await wallet.requestInvoice(await wallet.read(wallet.resolve(address)), 1_000_000n)
  const stop = reportPaid(apiKey, { preimage: createHash('sha256').update('false').digest('hex') })
  await money.pass(2)
  await stage.watch()
  stop()
  expect((await wallet.get(verify)).body).toEqual({ status: 'OK', settled: true, preimage: null, pr })
  expect(readBolt11(pr).amount).toBe('1000000')
})

test('a node that reports far more than the invoice books nothing, as no wallet pays more than twice', async () => {
  const { merchantId, apiKey, address } = await newOwnServer('boasting')
  await wallet.requestInvoice(await wallet.read(wallet.resolve(address)), 1_000_000n)
  const revenue = (await money.balances())['platform:0:revenue']
  for (const amountReceived of ['2001000', '2100000000000000000']) {
    const stop = reportPaid(apiKey, { amountReceived })
    await money.pass(31)
    await stage.watch()
    stop()
    expect(await stage.paymentsOf(merchantId)).toEqual([])
  }
  expect((await money.balances())['platform:0:revenue']).toBe(revenue)
  const stop = reportPaid(apiKey, { amountReceived: '2000000' })
  await money.pass(31)
  await stage.watch()
  stop()
  expect(await stage.paymentsOf(merchantId)).toMatchObject([{ amount: '0.00002000' }])
})

test('a node cannot date a payment before its invoice or in the future', async () => {
  const { merchantId, apiKey, address } = await newOwnServer('time-traveler')
  for (const paidAt of [-62_135_596_800, 253_402_300_799]) {
    await wallet.requestInvoice(await wallet.read(wallet.resolve(address)), 1_000_000n)
    const stop = reportPaid(apiKey, { paidAt })
    await money.pass(31)
    await stage.watch()
    stop()
  }
  const invoices = await stage.invoicesOf(merchantId)
  const { rows } = await sql<{ seenAt: Date; now: Date }>`
    select seen_at, app_now() as now from transactions where merchant_id = ${merchantId}`.execute(money.deps.db)
  expect(rows).toHaveLength(2)
  const earliest = Math.min(...invoices.map(({ createdAt }) => createdAt.getTime()))
  for (const { seenAt, now } of rows) {
    expect(seenAt.getTime()).toBeGreaterThanOrEqual(earliest)
    expect(seenAt.getTime()).toBeLessThanOrEqual(now.getTime())
  }
})

test('a BOLT11 that has expired, or is dated in the future, is never handed out', async () => {
  const { merchantId, address } = await newOwnServer('wrong-clock')
  const request = async () =>
    (await wallet.get(wallet.callbackOf(await wallet.read(wallet.resolve(address)), 1_000_000n))).body
  const wrong = { status: 'ERROR', reason: expect.stringContaining('returned a wrong invoice') }
  const day = 86_400
  await theirs.control.clock({ advanceSeconds: day })
  expect(await request()).toEqual(wrong)
  await money.pass(day + 700)
  expect(await request()).toEqual(wrong)
  expect(await stage.invoicesOf(merchantId)).toEqual([])
  // A node may be a few minutes behind. Then less time is left to pay.
  await theirs.control.clock({ advanceSeconds: 500 })
  expect(await request()).toMatchObject({ pr: expect.any(String) })
  const [invoice] = await stage.invoicesOf(merchantId)
  const left = (Number(invoice?.expiresAt) - Number(invoice?.createdAt)) / 1000
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(500)
})
