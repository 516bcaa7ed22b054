import { unwrap } from '@bitquay/btcpay'
import { createDepositAddress as createByPerson } from '@bitquay/contract/deposit-addresses'
import { fromSats } from '@bitquay/contract/money'
import * as v1 from '@bitquay/contract/v1/deposit-addresses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { makeHostile } from '../../test/hostile-server.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'
import { takeAttempt } from '../accounts/index.ts'
import { transactions } from '../history/list.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { savePrice } from '../prices/table.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { limits } from './limits.ts'
import { beginAddress } from './table.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

const newShop = async () => {
  const merchant = await addMerchant(money.server)
  const store = await provisionStore(money.deps, { merchantId: merchant.id, name: 'Shop' })
  const key = await addApiKey(money.server, merchant.id, ['read', 'invoices'])
  const create = (reference: string) => ask(money.server, v1.createDepositAddress, { token: key, body: { reference } })
  const addressOf = async (reference: string) => String((await create(reference)).body.address)
  return { merchant, store, key, create, addressOf }
}
type Shop = Awaited<ReturnType<typeof newShop>>

const client = ({ store }: Shop) => money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
const paymentsOf = async ({ merchant }: Shop) =>
  (await transactions.show(money.deps.db, merchant.id, {}, { limit: 25, cursor: undefined })).rows
const send = (address: string, sats: bigint) => money.engine.control.faucet({ address, amountBtc: fromSats(sats) })
const owedBy = async ({ merchant }: Shop) => (await money.balances())[`merchant:${merchant.id}:fees-owed`] ?? 0n

test('the same reference returns the same address, backed by one top-up invoice of BTCPay', async () => {
  const shop = await newShop()
  const first = await shop.create('customer-7')
  expect(first).toMatchObject({
    status: 200,
    body: { reference: 'customer-7', payments: 0, receivedBtc: '0.00000000' },
  })
  expect((await shop.create('  customer-7 ')).body).toEqual(first.body)
  expect(await shop.addressOf('customer-8')).not.toBe(first.body.address)
  const token = await signInAs(money.server, shop.merchant)
  expect((await ask(money.server, createByPerson, { token, body: { reference: 'customer-7' } })).body).toEqual(
    first.body,
  )

  const invoices = unwrap(
    await client(shop).invoices.list(shop.store.storeId, { take: 10, includePaymentMethods: true }),
  )
  expect(invoices).toHaveLength(2)
  expect(invoices[1]).toMatchObject({
    type: 'TopUp',
    currency: 'BTC',
    paymentMethods: [{ paymentMethodId: 'BTC-CHAIN', destination: first.body.address }],
  })
})

test('requests at the same time get one address', async () => {
  const shop = await newShop()
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => shop.addressOf('together')))
  expect(new Set(answers).size).toBe(1)
})

test('payments pay the fee at the price when they are first seen, also long after the invoice has expired', async () => {
  const shop = await newShop()
  const address = await shop.addressOf('account 12')
  await send(address, 100_000n)
  await money.mine(1, shop.store)
  expect(await paymentsOf(shop)).toMatchObject([
    { purpose: 'invoice', label: 'account 12', address, amount: '0.00100000', amountUSD: '100.00', feePercent: 4 },
  ])
  expect(await owedBy(shop)).toBe(4000n)

  await money.pass(90 * 86_400)
  await money.engine.control.clock({ advanceSeconds: 90 * 86_400 })
  await savePrice(money.deps.db, { cents: 20_000_000n, source: 'test' })
  await send(address, 50_000n)
  await syncStore(money.deps, shop.store.id)
  await savePrice(money.deps.db, { cents: 10_000_000n, source: 'test' })
  await money.mine(1, shop.store)
  expect((await paymentsOf(shop))[0]).toMatchObject({ amount: '0.00050000', amountUSD: '100.00', feePercent: 4 })
  expect(await owedBy(shop)).toBe(6000n)
  const { body } = await ask(money.server, v1.listDepositAddresses, { token: shop.key })
  expect(body).toMatchObject([
    { reference: 'account 12', payments: 2, receivedBtc: '0.00150000', receivedUsd: '200.00' },
  ])
  await money.expectCleanAudit()
})

test('a coin that was spent before we saw it still pays the fee', async () => {
  const shop = await newShop()
  const address = await shop.addressOf('quick spender')
  await send(address, 200_000n)
  await money.engine.control.mine({ blocks: 1 })
  const target = await money.strangersAddress()
  const { wallet } = client(shop)
  const signed = unwrap(
    await wallet.signTransaction(shop.store.storeId, {
      destinations: [{ destination: target, amount: '0.00200000', subtractFromAmount: true }],
      feeRate: 2,
    }),
  )
  unwrap(await wallet.broadcast(shop.store.storeId, signed))
  await money.mine(1, shop.store)
  const incoming = (await paymentsOf(shop)).filter(({ type }) => type === 'incoming')
  expect(incoming).toMatchObject([{ purpose: 'invoice', label: 'quick spender', amount: '0.00200000' }])
  expect(await owedBy(shop)).toBe(8000n)
})

test('the wallet’s own receive address stays free', async () => {
  const shop = await newShop()
  await shop.addressOf('somebody')
  await send(await money.addressOf(shop.store), 100_000n)
  await money.mine(1, shop.store)
  expect(await paymentsOf(shop)).toMatchObject([{ purpose: 'deposit', feePercent: 0 }])
  expect(await owedBy(shop)).toBe(0n)
})

test('after a lost answer the same invoice is found again', async () => {
  const shop = await newShop()
  await money.engine.control.fail({ calls: 1, mode: 'drop-after', method: 'POST', path: '/invoices' })
  expect((await shop.create('unlucky')).body).toMatchObject({ code: 'engine-unavailable' })
  expect(await shop.create('unlucky')).toMatchObject({ status: 200, body: { reference: 'unlucky' } })
  const invoices = unwrap(await client(shop).invoices.list(shop.store.storeId, { take: 10 }))
  expect(invoices).toHaveLength(1)
})

test('a merchant has a limited number of addresses', async () => {
  const shop = await newShop()
  const wanted = (n: number) => ({
    merchantId: shop.merchant.id,
    reference: `customer ${n}`,
    serverUrl: shop.store.serverUrl,
    storeId: shop.store.storeId,
    orderId: `limit-${shop.merchant.id}-${n}`,
    createdBy: 'test',
  })
  const begin = (n: number) => inTransaction(money.deps.db, (tx) => beginAddress(tx, wanted(n), 5))
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => begin(n)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  await expect(begin(99)).rejects.toMatchObject({ code: 'too-many-deposit-addresses' })
})

test('a leaked key can’t use up the addresses of its merchant, and a refused request takes no room', async () => {
  const shop = await newShop()
  const other = await addApiKey(money.server, shop.merchant.id, ['read', 'invoices'])
  const { db, config } = money.deps
  const known = await shop.create('known')
  const { id } = await db
    .selectFrom('apiKeys')
    .select('id')
    .where('merchantId', '=', shop.merchant.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const saved = () =>
    db.selectFrom('depositAddresses').select('reference').where('merchantId', '=', shop.merchant.id).execute()
  const limit = limits.depositAddressesOfKey(id)
  await inTransaction(db, async (tx) => {
    for (let used = 0; used < limit.attempts; used++) await takeAttempt(tx, limit)
  })
  money.deps.config = { ...config, rateLimits: true }
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => shop.create(`flood ${n}`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
  expect(await saved()).toEqual([{ reference: 'known' }])
  expect((await shop.create('known')).body).toEqual(known.body)
  const byOther = await ask(money.server, v1.createDepositAddress, { token: other, body: { reference: 'other' } })
  expect(byOther.status).toBe(200)
  // Also a limit of the merchant leaves nothing behind.
  await inTransaction(db, async (tx) => {
    const ofMerchant = limits.depositAddresses(shop.merchant.id)
    for (let used = 0; used < ofMerchant.attempts; used++) await takeAttempt(tx, ofMerchant)
  })
  expect((await ask(money.server, v1.createDepositAddress, { token: other, body: { reference: 'more' } })).status).toBe(
    429,
  )
  expect(await saved()).toEqual([{ reference: 'known' }, { reference: 'other' }])
  money.deps.config = config
})

test('a hostile server cannot name an address twice, a wrong one, or take another merchant’s payments', async () => {
  const [victim, hostile] = [await newShop(), await newShop()]
  const address = await victim.addressOf('victim')
  const stop = makeHostile(money.deps, hostile.store.openedKey, { bitcoinAddress: address })
  expect(await hostile.addressOf('thief')).toBe(address)
  expect(await hostile.create('twice')).toMatchObject({ status: 502, body: { code: 'engine-refused' } })
  stop()
  const lie = makeHostile(money.deps, hostile.store.openedKey, { bitcoinAddress: 'bc1qnothing' })
  expect((await hostile.create('wrong')).body).toMatchObject({ code: 'engine-refused' })
  lie()
  await send(address, 100_000n)
  await money.mine(1, victim.store, hostile.store)
  expect(await paymentsOf(victim)).toMatchObject([{ label: 'victim', amount: '0.00100000' }])
  expect(await paymentsOf(hostile)).toEqual([])
  await money.expectCleanAudit()
})

test('a program sees only its own addresses, and learns of payments by webhook', async () => {
  const [mine, other] = [await newShop(), await newShop()]
  const created = await mine.create('mine')
  const get = (key: string) =>
    ask(money.server, v1.getDepositAddress, { token: key, params: { id: Number(created.body.id) } })
  expect((await get(mine.key)).body).toEqual(created.body)
  expect((await get(other.key)).status).toBe(404)
  expect((await ask(money.server, v1.listDepositAddresses, { token: other.key })).body).toEqual([])
  expect((await mine.create(' ')).status).toBe(400)

  await send(String(created.body.address), 10_000n)
  await money.mine(1, mine.store)
  const events = await money.deps.db
    .selectFrom('apiEvents')
    .select(['type', 'object'])
    .where('merchantId', '=', mine.merchant.id)
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { type: 'payment.received', object: { description: 'mine', depositAddressId: created.body.id } },
    { type: 'payment.confirmed', object: { description: 'mine', depositAddressId: created.body.id } },
  ])
})
