import { collectFees } from '@bitquay/contract/merchants.admin'
import { fromSats, satsForCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'
import { sweepThresholdCents } from '../fees/index.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { syncStore } from '../payments/sync-store.ts'
import { findPrice } from '../prices/index.ts'
import { readAvailable } from '../sends/queries.available.ts'
import { freshPlatformAddress } from '../stores/hand-out-address.ts'
import { sweepFees } from './sweep-fees.ts'
import { sweepForPayout } from './sweep-for-payout.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

/** A merchant that was paid once and owes its fee. */
const paidMerchant = async (name: string, usd: string) => {
  const store = await money.newStore(name)
  const invoice = await makeInvoice(money.deps, store.merchantId, usd)
  await money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'onchain' })
  await money.mine(1)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  return store
}
const owed = async (merchantId: number) => (await money.balances())[`merchant:${merchantId}:fees-owed`] ?? 0n
const sweep = async (merchantId: number) =>
  sweepFees(money.deps, merchantId, (await freshPlatformAddress(money.deps)) ?? '')

test('deposits to the platform wallet are capital, and the ledger matches the engine', async () => {
  await money.fund(money.platform, 100_000_000n)
  expect(await money.balances()).toMatchObject({
    'platform:0:wallet': 100_000_000n,
    'platform:0:capital': 100_000_000n,
  })
  await money.engine.control.reorg({ depth: 1, empty: true })
  await syncStore(money.deps, money.platform.id)
  expect(await money.balances()).toMatchObject({ 'platform:0:wallet': 0n, 'platform:0:capital': 0n })
  await money.expectCleanAudit()
  await money.mine(1, money.platform)
  expect(await money.balances()).toMatchObject({ 'platform:0:wallet': 100_000_000n })
  await money.expectCleanAudit()
})

test('fees are collected once and the platform pays the network fee', async () => {
  const store = await paidMerchant('sweep', '2000.00')
  const due = await owed(store.merchantId)
  expect(due).toBeGreaterThan(0n)
  const before = await money.balances()
  const swept = await sweep(store.merchantId)
  expect(swept).toMatchObject({ kind: 'sweep', amountSats: due })
  expect(await sweep(store.merchantId)).toBeUndefined()
  expect(await money.balances()).toMatchObject({
    [`merchant:${store.merchantId}:fees-owed`]: 0n,
    [`merchant:${store.merchantId}:collecting`]: due,
  })
  await money.runSends()
  await money.mine(1, store, money.platform)
  const settled = await money.sendOf(swept?.id ?? 0)
  expect(settled).toMatchObject({ status: 'confirmed' })
  const after = await money.balances()
  expect(after[`merchant:${store.merchantId}:collecting`]).toBe(0n)
  expect((after['platform:0:wallet'] ?? 0n) - (before['platform:0:wallet'] ?? 0n)).toBe(
    due - (settled.networkFeeSats ?? 0n),
  )
  expect((after['platform:0:network-fees'] ?? 0n) - (before['platform:0:network-fees'] ?? 0n)).toBe(
    settled.networkFeeSats,
  )
  const fees = await money.deps.db
    .selectFrom('feeTransactions')
    .selectAll()
    .where('merchantId', '=', store.merchantId)
    .execute()
  expect(fees.map(({ processed }) => processed)).toEqual([true])
  await money.expectCleanAudit()
})

test('a payment undone while its fee is collected is carried forward', async () => {
  const store = await paidMerchant('carried', '2000.00')
  // Other coins, so that the sweep does not spend the payment that is undone.
  await money.fund(store, 5_000_000n)
  const due = await owed(store.merchantId)
  const swept = await sweep(store.merchantId)
  await money.runSends()
  await money.mine(1, store, money.platform)
  expect((await money.sendOf(swept?.id ?? 0)).status).toBe('confirmed')
  const paid = await money.deps.db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', store.merchantId)
    .where('purpose', '=', 'invoice')
    .executeTakeFirstOrThrow()
  await money.engine.control.reorg({ depth: 3, exclude: [paid.txid] })
  await syncStore(money.deps, store.id)
  await syncStore(money.deps, money.platform.id)
  expect(await owed(store.merchantId)).toBe(-due)
  // The merchant gets nothing back and owes nothing twice later.
  expect((await readAvailable(money.deps.db, store.id)).feesOwedSats).toBe(0n)
  await money.expectCleanAudit()
  await money.mine(1, store, money.platform)
  expect(await owed(store.merchantId)).toBe(0n)
  await money.expectCleanAudit()
})

test('fees of a failed sweep are owed again', async () => {
  const store = await paidMerchant('failed-sweep', '2000.00')
  const due = await owed(store.merchantId)
  const swept = await sweep(store.merchantId)
  await money.runSends()
  const { txid } = await money.sendOf(swept?.id ?? 0)
  await money.engine.control.replace({ txid: txid ?? '' })
  await money.mine(6, store, money.platform)
  for (let turn = 0; turn < 3; turn++) {
    await money.pass(70)
    await money.runSends()
  }
  expect((await money.sendOf(swept?.id ?? 0)).status).toBe('failed')
  expect(await owed(store.merchantId)).toBe(due)
  await money.mine(1, store, money.platform)
  await money.expectCleanAudit()
})

test('a payout that the wallet cannot cover collects owed fees, even below the threshold', async () => {
  const store = await paidMerchant('called-in', '400.00')
  const wallet = (await readAvailable(money.deps.db, money.platform.id)).freeSats
  expect(await sweepForPayout(money.deps, 1000n)).toMatchObject({ covered: true })
  const due = await owed(store.merchantId)
  const collected = await sweepForPayout(money.deps, wallet + 100_000_000n)
  expect(collected.covered).toBe(false)
  expect(collected.onItsWaySats).toBeGreaterThanOrEqual(due)
  expect(await owed(store.merchantId)).toBe(0n)
})

test('the audit finds a changed wallet balance, sweep amount or reserved coin', async () => {
  const { db } = money.deps
  const findings = async () => (await auditLedger(db)).findings.map(({ check }) => check)
  await sql`update stores set balance_sats = balance_sats + 1 where merchant_id is null`.execute(db)
  expect(await findings()).toContain('The platform wallet matches the ledger')
  await sql`update stores set balance_sats = balance_sats - 1 where merchant_id is null`.execute(db)
  await sql`update sends set amount_sats = amount_sats + 1 where id = (select max(id) from sends where kind = 'sweep')`.execute(
    db,
  )
  expect(await findings()).toContain('Fees being collected match pending sweeps')
  await sql`update sends set amount_sats = amount_sats - 1 where id = (select max(id) from sends where kind = 'sweep')`.execute(
    db,
  )
  await sql`update reserved_coins set released_at = app_now() where released_at is null`.execute(db)
  expect(await findings()).toContain('Only pending payments reserve coins')
})

test('an admin collects at once what is below the threshold, which is logged, and only once', async () => {
  const admin = await signInAs(money.server, await addAdmin(money.server))
  const store = await paidMerchant('collect-now', '400.00')
  const due = await owed(store.merchantId)
  const { cents } = await findPrice(money.deps.db)
  expect(due).toBeLessThan(satsForCents(sweepThresholdCents, cents))
  const collect = () => ask(money.server, collectFees, { token: admin, params: { id: store.merchantId } })
  const answer = await collect()
  expect(answer).toMatchObject({ status: 200, body: { balances: { feesOwed: { btc: '0.00000000' } } } })
  expect(await money.balances()).toMatchObject({
    [`merchant:${store.merchantId}:fees-owed`]: 0n,
    [`merchant:${store.merchantId}:collecting`]: due,
  })
  expect(await collect()).toMatchObject({ status: 409, body: { code: 'nothing-to-collect' } })
  const logged = await money.deps.db
    .selectFrom('actLog')
    .selectAll()
    .where('act', '=', 'fee-collection-asked')
    .execute()
  expect(logged).toMatchObject([{ merchantId: store.merchantId, detail: { btc: fromSats(due) } }])
})
