import { unwrap } from '@bitquay/btcpay'
import { claimRefund, createRefund } from '@bitquay/contract/refunds'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { saveDatabase } from '../../test/go-back.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, addPartner, ask, codeOf, forgetCodes } from '../../test/people.ts'
import { type RefundShop, refundShops } from '../../test/refund-shops.ts'
import { withdrawEarningsOf, withdrawFrom } from '../../test/withdrawals.ts'
import { sweepFees } from '../fee-collection/sweep-fees.ts'
import { syncStore } from '../payments/sync-store.ts'
import { setWithdrawalsPaused } from '../platform/db/platform-row.ts'
import { markRestoreFinished } from '../platform/db/restore-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import { freshPlatformAddress } from '../stores/hand-out-address.ts'
import { type ClaimDecision, decideClaim } from './decide-claim.ts'
import { listUnownedLightning } from './list-unowned-lightning.ts'
import { countMoney } from './queries.money.ts'
import { findLastRestore } from './queries.ts'
import { readMoneyReview } from './read-money-review.ts'
import { type Recording, recordTransaction } from './record-transaction.ts'

let money: Money
let shops: ReturnType<typeof refundShops>
beforeAll(async () => {
  money = await startMoney()
  money.deps.broadcastPatienceMs = 0
  await money.engine.control.rate({ usd: '100000' })
  shops = refundShops(money)
  const { id, email } = await addAdmin(money.server)
  const signedIn = { sessionId: 1, passwordIsRecent: true, twoFactorEnabled: true, mustEnroll: false }
  admin = { ...signedIn, kind: 'admin', id, email, name: 'Admin' }
})
afterAll(() => money.close())

const source = { address: '127.0.0.1', device: 'test' }
let admin: Admin
const decide = (decision: ClaimDecision) => decideClaim(money.deps, admin, decision, source)
const record = (recording: Recording) => recordTransaction(money.deps, admin, recording, source)
const review = () => readMoneyReview(money.deps)
const countLeft = async () => (await countMoney(money.deps.db)).reduce((sum, { left }) => sum + left, 0)

/** What the end of the review does for payouts. */
const end = () =>
  inTransaction(money.deps.db, async (tx) => {
    await markRestoreFinished(tx, (await findLastRestore(tx))?.id ?? 0)
    await setWithdrawalsPaused(tx, false)
    await tx.deleteFrom('unconfirmedPeople').execute()
  })
afterEach(end)
const finish = async () => {
  expect(await countLeft()).toBe(0)
  await end()
}

const send = async (...stores: { id: number }[]) => {
  await money.pass(61)
  await money.runSends()
  await money.mine(1, ...stores)
}

/** Withdrawals that nobody has signed yet. */
const requestUnsigned = async (store: { merchantId: number }, addresses: readonly string[], usd: string) => {
  const { wake } = money.deps
  money.deps.wake = () => undefined
  for (const address of addresses) await withdrawFrom(money.deps, store, address, usd)
  money.deps.wake = wake
}

const offer = async ({ token, owner, secret }: RefundShop, invoiceId: string) => {
  await forgetCodes(money.server, owner)
  const offered = await ask(money.server, createRefund, {
    token,
    params: { invoiceId },
    body: { twoFactorToken: codeOf(secret) },
  })
  expect(offered.status).toBe(200)
  return String(offered.body.claimLink).split('/r/')[1] ?? ''
}
const claim = (token: string, address: string) => ask(money.server, claimRefund, { body: { token, address } })

test('a refund that was claimed and paid after the backup is not paid again', async () => {
  const shop = await shops.newShop()
  const { invoiceId } = await shops.paidInvoice(shop)
  const token = await offer(shop, invoiceId)
  const [address, other] = [await money.strangersAddress(), await money.strangersAddress()]
  const goBack = await saveDatabase(money.deps.db, admin.id)
  expect(await claim(token, address)).toMatchObject({ status: 200 })
  await send(shop.store)
  expect(await money.countPaid(address, 100_000n)).toBe(1)

  await goBack()
  const claimEither = async () => [await claim(token, address), await claim(token, other)]
  const [paused, refused] = [{ status: 503 }, { status: 409, body: { code: 'refund-not-payable' } }]
  expect(await claimEither()).toMatchObject([paused, paused])
  // The end of the review alone is not enough: first the wallet must be synced, and then somebody must decide.
  await end()
  expect(await claimEither()).toMatchObject([refused, refused])
  await syncStore(money.deps, shop.store.id)
  expect(await claimEither()).toMatchObject([refused, refused])
  const { claims, unknown } = await review()
  const [refund] = claims.filter(({ merchantId }) => merchantId === shop.store.merchantId)
  expect(refund).toMatchObject({
    type: 'refund',
    match: { address: 'other', leftSats: expect.any(BigInt) },
    decision: null,
  })
  expect([unknown, await countLeft()]).toEqual([[], 2])
  await decide({ kind: 'refund', id: refund?.id ?? 0, decision: 'paid', txid: refund?.match?.txid ?? '' })
  expect(await countLeft()).toBe(0)
  expect(await claim(token, address)).toMatchObject({ status: 200 })
  expect(await claim(token, other)).toMatchObject({ status: 409 })
  await send(shop.store)
  expect([await money.countPaid(address, 100_000n), await money.countPaid(other, 100_000n)]).toEqual([1, 0])
  expect(await shops.sumRefunds(invoiceId, 'paid')).toBe(100_000n)
  await money.expectCleanAudit()
})

const claimTo = async (address: string) => (await review()).claims.find((each) => each.address === address)

test('a withdrawal that was not signed at the backup and left after it settles under its transaction', async () => {
  const store = await money.newStore('unsigned', 1_000_000n)
  const address = await money.strangersAddress()
  await requestUnsigned(store, [address], '200.00')
  const goBack = await saveDatabase(money.deps.db, admin.id)
  await send(store)
  expect(await money.countPaid(address, 200_000n)).toBe(1)
  await goBack()
  await send()
  await syncStore(money.deps, store.id)
  const found = await claimTo(address)
  expect(found).toMatchObject({ type: 'withdrawal', match: { address: 'same' } })
  const [id, txid] = [found?.id ?? 0, found?.match?.txid ?? '']
  await decide({ kind: 'send', id, decision: 'other', txid })
  expect(await claimTo(address)).toMatchObject({ match: undefined })
  expect((await review()).unknown).toMatchObject([{ txid }])
  await decide({ kind: 'send', id, decision: 'undecided' })
  await decide({ kind: 'send', id, decision: 'paid', txid })
  expect(await money.sendOf(id)).toMatchObject({ status: 'confirmed', txid })
  await expect(decide({ kind: 'send', id, decision: 'pay' })).rejects.toMatchObject({ code: 'conflict' })
  await finish()
  await send(store)
  expect(await money.countPaid(address, 200_000n)).toBe(1)
  await money.expectCleanAudit()
})

test('what was not paid is paid or canceled as a person decides, and not before', async () => {
  const store = await money.newStore('waiting', 1_000_000n)
  const [paid, canceled] = [await money.strangersAddress(), await money.strangersAddress()]
  await requestUnsigned(store, [paid, canceled], '100.00')
  const goBack = await saveDatabase(money.deps.db, admin.id)
  await goBack()
  const [toPay, toCancel] = [(await claimTo(paid))?.id ?? 0, (await claimTo(canceled))?.id ?? 0]
  // The wallet may have sent it already.
  await expect(decide({ kind: 'send', id: toPay, decision: 'pay' })).rejects.toMatchObject({ code: 'conflict' })
  await syncStore(money.deps, store.id)
  await decide({ kind: 'send', id: toPay, decision: 'pay' })
  await decide({ kind: 'send', id: toPay, decision: 'undecided' })
  expect(await countLeft()).toBe(2)
  await decide({ kind: 'send', id: toPay, decision: 'pay' })
  await decide({ kind: 'send', id: toCancel, decision: 'cancel' })
  await send(store)
  expect(await money.countPaid(paid, 100_000n)).toBe(0)
  await finish()
  await send(store)
  expect([await money.countPaid(paid, 100_000n), await money.countPaid(canceled, 100_000n)]).toEqual([1, 0])
  await money.expectCleanAudit()
})

test('a withdrawal whose Idempotency-Key was lost is answered with what was paid', async () => {
  const store = await money.newStore('lost-key', 1_000_000n)
  const address = await money.strangersAddress()
  const request = (key: string) => withdrawFrom(money.deps, store, address, '300.00', { key })
  const goBack = await saveDatabase(money.deps.db, admin.id)
  await request('lost')
  await send(store)
  await goBack()
  await expect(request('lost')).rejects.toMatchObject({ code: 'withdrawals-paused' })
  await syncStore(money.deps, store.id)
  const { unknown } = await review()
  expect(unknown).toMatchObject([{ storeRef: store.id, arrivedSats: null }])
  await record({ storeRef: store.id, txid: unknown[0]?.txid ?? '', as: 'withdrawal' })
  await expect(record({ storeRef: store.id, txid: unknown[0]?.txid ?? '', as: 'withdrawal' })).rejects.toThrow()
  await finish()
  const answers = await Promise.all([request('lost'), request('lost')])
  expect(answers).toMatchObject([
    { txid: unknown[0]?.txid, status: 'confirmed' },
    { txid: unknown[0]?.txid, status: 'confirmed' },
  ])
  await send(store)
  expect(await money.countPaid(address, 300_000n)).toBe(1)
  await request('another')
  await send(store)
  expect(await money.countPaid(address, 300_000n)).toBe(2)
  await money.expectCleanAudit()
})

test('a partner’s payout that was forgotten is taken from the earnings, and not paid again', async () => {
  await money.fund(money.platform, 5_000_000n)
  const partner = { ...(await addPartner(money.server, '0.50')), kind: 'partner' as const }
  await money.grantEarnings(partner.id, 500_000n)
  const address = await money.strangersAddress()
  const request = () => withdrawEarningsOf(money.deps, partner, address, '400.00', 'payout')
  const goBack = await saveDatabase(money.deps.db, admin.id)
  const { id } = await request()
  await send(money.platform)
  const { amountSats, networkFeeSats } = await money.sendOf(id)
  const payeeSats = amountSats - (networkFeeSats ?? 0n)
  await goBack()
  await syncStore(money.deps, money.platform.id)
  const [unknown] = (await review()).unknown
  expect(unknown).toMatchObject({ merchantId: null, leftSats: 400_000n })
  const payout = { storeRef: money.platform.id, txid: unknown?.txid ?? '', as: 'payout' } as const
  await expect(record({ ...payout, as: 'withdrawal' })).rejects.toMatchObject({ code: 'invalid-request' })
  await record({ ...payout, partnerId: partner.id })
  await finish()
  expect(await request()).toMatchObject({ txid: unknown?.txid, status: 'confirmed' })
  await send(money.platform)
  expect(await money.countPaid(address, payeeSats)).toBe(1)
  expect((await money.balances())[`partner:${partner.id}:earned`]).toBe(100_000n)
  await money.expectCleanAudit()
})

test('a sweep that was forgotten is recorded, so that its fees are not charged twice', async () => {
  const shop = await shops.newShop()
  for (let paid = 0; paid < 3; paid++) await shops.paidInvoice(shop, { amountsBtc: ['0.01000000'], price: '1000.00' })
  const owed = async () => (await money.balances())[`merchant:${shop.store.merchantId}:fees-owed`] ?? 0n
  const before = await owed()
  expect(before).toBeGreaterThan(10_000n)
  const address = (await freshPlatformAddress(money.deps)) ?? ''
  const goBack = await saveDatabase(money.deps.db, admin.id)
  expect(await sweepFees(money.deps, shop.store.merchantId, address)).toBeDefined()
  await send(money.platform, shop.store)
  await goBack()
  expect(await owed()).toBe(before)
  await syncStore(money.deps, money.platform.id)
  await syncStore(money.deps, shop.store.id)
  expect(await sweepFees(money.deps, shop.store.merchantId, address)).toBeUndefined()
  const [unknown] = (await review()).unknown
  expect(unknown).toMatchObject({ merchantId: shop.store.merchantId, arrivedSats: expect.any(BigInt) })
  await record({ storeRef: shop.store.id, txid: unknown?.txid ?? '', as: 'sweep' })
  await finish()
  expect(await owed()).toBe(0n)
  expect(await sweepFees(money.deps, shop.store.merchantId, address)).toBeUndefined()
  await send(money.platform, shop.store)
  await money.expectCleanAudit()
})

test('an invoice that was created after the backup is read back, and its payment and fee are booked', async () => {
  const shop = await shops.newShop()
  const { merchantId } = shop.store
  const create = (key: string, price = '1000.00') => makeInvoice(money.deps, merchantId, price, { idempotencyKey: key })
  const goBack = await saveDatabase(money.deps.db, admin.id)
  const invoice = await create('order-1')
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'onchain' })
  const lightning = await create('order-2')
  await money.engine.control.pay({ invoiceId: lightning.invoiceId ?? '', method: 'lightning' })
  await money.mine(1)
  await goBack()
  await shops.look(shop)
  await shops.look(shop)
  const rows = await money.deps.db
    .selectFrom('transactions')
    .select(['invoiceId', 'purpose', 'booked', 'feeSats'])
    .where('merchantId', '=', merchantId)
    .where('purpose', '=', 'invoice')
    .orderBy('id')
    .execute()
  expect(new Map(rows.map(({ invoiceId, booked }) => [invoiceId, booked]))).toEqual(
    new Map([
      [invoice.invoiceId, true],
      [lightning.invoiceId, true],
    ]),
  )
  expect(rows).toHaveLength(2)
  expect((await money.balances())[`merchant:${merchantId}:fees-owed`]).toBeGreaterThan(0n)
  // The shop repeats its request and gets the same invoice, however often.
  expect(await create('order-1')).toMatchObject({ invoiceId: invoice.invoiceId, status: 'settled' })
  await expect(create('order-1', '5.00')).rejects.toMatchObject({ code: 'idempotency-key-reused' })
  await finish()
  await money.expectCleanAudit()
})

test('Lightning payments that no record explains are listed', async () => {
  const shop = await shops.newShop()
  const goBack = await saveDatabase(money.deps.db, admin.id)
  const node = money.deps.engines.platform.serverLightning
  const created = unwrap(await node.createInvoice({ amount: '25000000', description: 'Lost', expiry: 3600 }))
  await money.engine.control.lightning({ pay: { bolt11: created.BOLT11 } })
  const { invoiceId } = await shops.paidInvoice(shop, { method: 'lightning' })
  await goBack()
  await shops.look(shop)
  const { payments, unread } = await listUnownedLightning(money.deps)
  expect(payments).toMatchObject([{ paymentHash: created.paymentHash, amountSats: 25_000n }])
  expect([unread, invoiceId]).toEqual([[], expect.any(String)])
})

test('only the admin with the code of the restore decides', async () => {
  const store = await money.newStore('other-admin', 1_000_000n)
  const address = await money.strangersAddress()
  await requestUnsigned(store, [address], '100.00')
  const goBack = await saveDatabase(money.deps.db, admin.id)
  await goBack()
  await syncStore(money.deps, store.id)
  const { id } = (await claimTo(address)) ?? { id: 0 }
  const other = { ...admin, id: admin.id + 1 }
  const decision = { kind: 'send', id, decision: 'pay' } as const
  await expect(decideClaim(money.deps, other, decision, source)).rejects.toMatchObject({ code: 'not-reviewer' })
  await decide({ kind: 'send', id, decision: 'cancel' })
})
