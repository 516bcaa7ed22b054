import { type BtcpayClient, createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestEngine, type TestEngine } from '../../../test/engine.ts'
import { makeInvoice } from '../../../test/make-invoice.ts'
import { type Money, startMoney } from '../../../test/money.ts'
import { addAdmin, addMerchant, addPartner, type Someone } from '../../../test/people.ts'
import { createPromoCode } from '../../modules/promo-codes/create-promo-code.ts'
import type { ReadyStore } from '../../modules/stores/store.ts'
import { lockTransaction } from '../../modules/transactions/open.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { getPartnerFigures } from '../../views/partner-figures.ts'
import { adoptStore } from '../adopt-store.ts'
import { unbookPayment } from '../book-payment.ts'
import { freshPlatformAddress, sweepFees } from '../sends/sweep-fees.ts'
import { syncStore } from '../sync-store.ts'
import { neededRights } from '../verify-store.ts'
import { withdraw } from '../withdraw.ts'
import { withdrawEarnings } from './withdraw-earnings.ts'

/** The platform on its own network, and a merchant's server on a network where coins cost nothing. */
let money: Money
let hostile: TestEngine
let hostileAdmin: BtcpayClient
let partners: (Someone & { kind: 'partner' })[]

beforeAll(async () => {
  money = await startMoney({ ENGINE_ALLOW_HOSTS: '127.0.0.1,localhost' })
  hostile = await startTestEngine()
  hostileAdmin = createBtcpayClient({
    url: hostile.engine.url,
    auth: { apiKey: hostile.engine.apiKey },
    transport: { policy: { allowPrivate: true } },
  })
  partners = []
  for (let n = 0; n < 3; n++) partners.push({ ...(await addPartner(money.server, '33.33')), kind: 'partner' })
  await money.fund(money.platform, 100_000_000n)
}, 60_000)
afterAll(async () => {
  await hostileAdmin.close()
  await hostile.close()
  await money.close()
})

const availableSats = async () => {
  const figures = await Promise.all(partners.map(({ id }) => getPartnerFigures(money.deps.db, id)))
  return figures.map((each) => each.availableSats)
}
const earnedSats = async () => {
  const balances = await money.balances()
  return partners.reduce((sum, { id }) => sum + (balances[`partner:${id}:earned`] ?? 0n), 0n)
}
const owedSats = async (merchantId: number) => (await money.balances())[`merchant:${merchantId}:fees-owed`] ?? 0n

const payInvoice = async (engine: TestEngine, merchantId: number, usd: string) => {
  const { invoiceId } = await makeInvoice(money.deps, merchantId, usd)
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
}

/** The holder of the recovery phrase spends everything, coins in no block included. */
const spendAll = async (store: ReadyStore, address: string) => {
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const coins = unwrap(await client.wallet.listUtxos(store.storeId))
  const sats = coins.reduce((sum, { amount }) => sum + BigInt(Math.round(Number(amount) * 1e8)), 0n)
  const raw = unwrap(
    await client.wallet.signTransaction(store.storeId, {
      destinations: [{ destination: address, amount: fromSats(sats), subtractFromAmount: true }],
      feeRate: 2,
      excludeUnconfirmed: false,
      selectedInputs: coins.map(({ outpoint }) => outpoint),
    }),
  )
  unwrap(await client.wallet.broadcast(store.storeId, raw))
}

const ownServerMerchant = async () => {
  const { id: merchantId } = await addMerchant(money.server)
  const { id } = unwrap(await hostileAdmin.stores.create({ name: 'Merchant' }))
  unwrap(await hostileAdmin.wallet.generate(id, { savePrivateKeys: true }))
  const permissions = neededRights.map((right) => `${right}:${id}`)
  const { apiKey } = unwrap(await hostileAdmin.keys.create({ label: 'Merchant', permissions }))
  const details = { btcpayServerUrl: hostile.engine.url, btcpayStoreId: id, btcpayApiKey: apiKey }
  return { ...(await adoptStore(money.deps, merchantId, details, { actor: 'system' })), merchantId }
}

const payOut = (amountUsd: string, address: string) =>
  withdrawEarnings(money.deps, {
    partner: partners[0] ?? { kind: 'partner', id: 0, email: '' },
    amountUsd,
    address,
    idempotencyKey: undefined,
    source: { address: '127.0.0.1', device: 'test' },
    authorise: async () => undefined,
  })

const newPromoCode = async () => {
  const { id: createdBy } = await addAdmin(money.server)
  const made = await inTransaction(money.deps.db, (tx) =>
    createPromoCode(tx, { description: 'Welcome', expiresInDays: 30, createdBy }),
  )
  return made.code
}

const undoPayments = async (merchantId: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from transactions where merchant_id = ${merchantId} and type = 'incoming' and booked order by id`.execute(
    money.deps.db,
  )
  for (const { id } of rows)
    await inTransaction(money.deps.db, async (tx) => unbookPayment(tx, await lockTransaction(tx, id)))
}

test('coins recycled through invoices on the platform’s server release nothing to partners', async () => {
  const before = await availableSats()
  const store = await money.newStore('recycler')
  const accomplice = await money.newStore('accomplice')
  for (let round = 0; round < 3; round++) {
    await payInvoice(money.engine, store.merchantId, '500000.00')
    await spendAll(store, await money.addressOf(accomplice))
    await money.mine(1, store)
    await money.pass(31)
    await syncStore(money.deps, store.id)
  }
  expect(await owedSats(store.merchantId)).toBeGreaterThan(50_000_000n)
  expect(await earnedSats()).toBeGreaterThan(13_000_000n)
  expect(await sweepFees(money.deps, store.merchantId, (await freshPlatformAddress(money.deps)) ?? '')).toBe(undefined)
  expect(await availableSats()).toEqual(before)
  await expect(payOut('100.00', await money.strangersAddress())).rejects.toMatchObject({
    code: 'earnings-not-collected',
    message: expect.stringContaining('Insufficient balance. Available: $0.00'),
  })
  await money.expectCleanAudit()
}, 60_000)

test('an imaginary payment, a promo code, a reversal and another payment leave partners with nothing to withdraw', async () => {
  const before = await availableSats()
  const store = await ownServerMerchant()
  const bookImaginary = async (usd: string) => {
    await payInvoice(hostile, store.merchantId, usd)
    await hostile.control.mine({ blocks: 1 })
    await money.pass(31)
    await syncStore(money.deps, store.id)
  }
  await bookImaginary('4000000.00')
  const owed = await owedSats(store.merchantId)
  expect(owed).toBeGreaterThan(140_000_000n)

  // The withdrawal waits for a signature that never comes.
  const wake = money.deps.wake
  money.deps.wake = () => undefined
  await withdraw(
    { ...money.deps, broadcastPatienceMs: 0 },
    {
      merchantId: store.merchantId,
      form: {
        address: await money.strangersAddress(),
        customerAmount: '3000000.00',
        promoCode: await newPromoCode(),
      },
      idempotencyKey: undefined,
      actor: { kind: 'merchant', id: store.merchantId, email: 'owner@example.test' },
      source: { address: '127.0.0.1', device: 'test' },
      authorise: async () => undefined,
    },
  ).finally(() => {
    money.deps.wake = wake
  })
  expect(await owedSats(store.merchantId)).toBe(owed)

  await undoPayments(store.merchantId)
  expect(await owedSats(store.merchantId)).toBe(0n)
  await bookImaginary('3000000.00')
  // Two payments: the engine reports the first one again, and both are owed in full.
  expect(await owedSats(store.merchantId)).toBeGreaterThan(110_000_000n)
  expect(await availableSats()).toEqual(before)
  await expect(payOut('9990.00', await money.strangersAddress())).rejects.toMatchObject({
    code: 'earnings-not-collected',
  })
  await money.expectCleanAudit()
}, 60_000)
