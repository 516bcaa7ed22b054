import {
  extendFeesOwed,
  type FeesOwed,
  forgiveFeesOwed,
  listFeesOwed,
  writeOffFeesOwed,
} from '@bitquay/contract/fee-collection'
import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeeDebts, startFeeDebts } from '../../test/fee-debts.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, ask, codeOf, enableTwoFactor, forgetCodes, signInAs } from '../../test/people.ts'
import { findErasureObstacle } from '../account-care/queries.erasure.ts'
import { unbookPayment } from '../payments/book-payment.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { lockTransaction } from '../transactions/table.ts'
import { useCredit } from './book-fee-payment.ts'
import { readListedSats } from './queries.fee-invoices.ts'

let money: Money
let debts: FeeDebts

beforeAll(async () => {
  money = await startMoney()
  debts = await startFeeDebts(money)
})
afterAll(() => money.close())

const billed = async (...usd: string[]) => {
  const shop = await debts.openDebtor()
  for (const each of usd) await debts.pay(shop, each)
  await debts.nextMonth()
  return { ...shop, invoice: (await debts.open(shop)) ?? expect.fail('no fee invoice is open') }
}
/** A new session, because the time moves by months. */
const asAdmin = async () => {
  const admin = await addAdmin(money.server)
  return { token: await signInAs(money.server, admin), admin }
}
const forgive = async (id: number) => {
  const { token } = await asAdmin()
  return ask(money.server, forgiveFeesOwed, { token, params: { id }, body: { reason: 'A mistake of ours' } })
}
const emailsToPartner = async () =>
  (
    await money.deps.db
      .selectFrom('mailOutbox')
      .select(['subject', 'bodyText'])
      .where('recipient', '=', debts.partner.email)
      .execute()
  ).filter(({ subject }) => subject.includes('forgiven'))

test('admins see who owes how much for how long, and give more time', async () => {
  const shop = await billed('250.00')
  await money.pass(9 * 24 * 3600)
  const { token } = await asAdmin()
  const list = async () => (await ask(money.server, listFeesOwed, { token })).body as unknown as FeesOwed[]
  const btc = fromSats(shop.invoice.amountSats)
  expect((await list())[0]).toMatchObject({
    ...{ id: shop.invoice.id, merchantId: shop.id, keys: 'merchant', status: 'open', days: 9, extendedUntil: null },
    ...{ amount: { btc, usd: '10.00' }, due: { btc, usd: '10.00' }, partnerShare: { usd: '1.25' } },
  })
  const params = { id: shop.invoice.id }
  const extended = await ask(money.server, extendFeesOwed, { token, params, body: { days: 14, reason: 'On vacation' } })
  expect(extended).toMatchObject({ status: 200, body: { extendedUntil: expect.any(String) } })
  const { detail } = await money.deps.db
    .selectFrom('actLog')
    .select('detail')
    .where('act', '=', 'fee-invoice-extended')
    .executeTakeFirstOrThrow()
  expect(detail).toMatchObject({ reason: 'On vacation' })
})

test('what is forgiven is no longer owed, ends the partners’ pending shares, and they are told', async () => {
  const before = await debts.partnerSats()
  const shop = await billed('250.00', '500.00')
  const told = await emailsToPartner()
  expect(await forgive(shop.invoice.id)).toMatchObject({ status: 200, body: { status: 'forgiven' } })
  expect(await debts.balanceOf(shop)).toEqual({ owed: 0n, credit: 0n })
  expect(await debts.partnerSats()).toEqual(before)
  const [email, ...others] = (await emailsToPartner()).slice(told.length)
  expect(others).toEqual([])
  expect(JSON.stringify(email)).toContain('0.00003750 BTC')
  expect(await forgive(shop.invoice.id)).toMatchObject({ status: 409 })
  await sql`select carry_earnings(), carry_revenue()`.execute(money.deps.db)
  await money.expectCleanAudit()
  // Paid anyway: nothing is owed, so it is credit for later fees.
  await debts.payFees(shop.invoice.address, 1000n)
  expect(await debts.balanceOf(shop)).toEqual({ owed: 0n, credit: 1000n })
  await money.expectCleanAudit()
})

test('of a partly paid invoice the rest is forgiven, and what didn’t pay a whole fee is credit', async () => {
  const before = await debts.partnerSats()
  const shop = await billed('250.00', '500.00')
  await debts.payFees(shop.invoice.address, 15_000n)
  const paid = await debts.partnerSats()
  const left = await readListedSats(money.deps.db, shop.id)
  expect(await forgive(shop.invoice.id)).toMatchObject({ status: 200 })
  const { owed, credit } = await debts.balanceOf(shop)
  expect({ owed, isCredit: credit > 0n }).toEqual({ owed: 0n, isCredit: true })
  expect(left).toBe(shop.invoice.amountSats - 15_000n)
  const after = await debts.partnerSats()
  expect(after.available).toBe(paid.available)
  expect(after.earned - before.earned).toBe(paid.available - before.available)
  await money.expectCleanAudit()
  await debts.pay(shop, '500.00')
  await inTransaction(money.deps.db, (tx) => useCredit(tx, shop.id))
  expect((await debts.balanceOf(shop)).credit).toBe(0n)
  await money.expectCleanAudit()
})

test('the forgiveness ends with the payment behind it', async () => {
  const shop = await billed('250.00')
  await forgive(shop.invoice.id)
  const before = await debts.partnerSats()
  const { id } = await money.deps.db
    .selectFrom('transactions')
    .select('id')
    .where('merchantId', '=', shop.id)
    .where('booked', '=', true)
    .executeTakeFirstOrThrow()
  await inTransaction(money.deps.db, async (tx) => unbookPayment(tx, await lockTransaction(tx, id)))
  expect(await debts.balanceOf(shop)).toEqual({ owed: 0n, credit: 0n })
  expect(await debts.partnerSats()).toEqual(before)
  await sql`select carry_earnings(), carry_revenue()`.execute(money.deps.db)
  await money.expectCleanAudit()
})

test('a closed account gets a last fee invoice at once, which can be written off after 90 days', async () => {
  const before = await debts.partnerSats()
  const shop = await debts.openDebtor()
  await debts.pay(shop, '100.00')
  await debts.run()
  expect(await debts.invoicesOf(shop)).toEqual([])
  await sql`update merchants set closing_since = app_now(), closed_at = app_now() where id = ${shop.id}`.execute(
    money.deps.db,
  )
  await debts.run()
  const invoice = (await debts.open(shop)) ?? expect.fail('no last invoice')
  expect(invoice.amountSats).toBe((await debts.balanceOf(shop)).owed)
  const writeOff = async () => {
    const { token } = await asAdmin()
    return ask(money.server, writeOffFeesOwed, { token, params: { id: invoice.id }, body: { reason: 'Gone' } })
  }
  const erasure = () =>
    inTransaction(
      money.deps.db,
      async (tx) => (await findErasureObstacle(tx, { kind: 'merchant', id: shop.id }))?.message,
    )
  // Its owner withdrew everything.
  await sql`update stores set balance_sats = 0 where merchant_id = ${shop.id}`.execute(money.deps.db)
  await money.pass(89 * 24 * 3600)
  expect(await writeOff()).toMatchObject({ status: 409 })
  expect(await erasure()).toContain('Fees')
  await money.pass(24 * 3600)
  expect(await writeOff()).toMatchObject({ status: 200, body: { status: 'written-off' } })
  expect(await debts.balanceOf(shop)).toEqual({ owed: 0n, credit: 0n })
  expect((await money.balances())['platform:0:written-off']).toBeGreaterThan(0n)
  expect(await debts.partnerSats()).toEqual(before)
  expect(await erasure()).toBeUndefined()
  await sql`select carry_earnings(), carry_revenue()`.execute(money.deps.db)
  await money.expectCleanAudit()
})

test('forgiving needs the admin’s code', async () => {
  const shop = await billed('250.00')
  const { token, admin } = await asAdmin()
  const { secret } = await enableTwoFactor(money.server, admin, token)
  const send = (twoFactorToken: string) =>
    ask(money.server, forgiveFeesOwed, {
      token,
      params: { id: shop.invoice.id },
      body: { reason: 'A mistake of ours', twoFactorToken },
    })
  expect(await send('000000')).toMatchObject({ status: 400, body: { code: 'invalid-verification-code' } })
  expect(await debts.invoicesOf(shop)).toEqual([['open', shop.invoice.amountSats]])
  await forgetCodes(money.server, admin)
  expect(await send(codeOf(secret))).toMatchObject({ status: 200 })
})
