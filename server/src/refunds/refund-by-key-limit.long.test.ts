import { refundInvoice } from '@bitquay/contract/v1/refunds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { addOwner } from '../../test/shops.ts'
import { syncStore } from '../payments/sync-store.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
})
afterAll(() => money.close())

let count = 0
const newShop = async (dailyRefundLimitUsd?: string) => {
  const store = await money.newStore(`key-shop-${++count}`, 5_000_000n)
  const owner = await addOwner(money.server, store.merchantId)
  const key = await addApiKey(money.server, store.merchantId, ['read', 'invoices', 'refunds'], {
    createdBy: owner.email,
    ...(dailyRefundLimitUsd === undefined ? {} : { dailyRefundLimitUsd }),
  })
  return { store, owner, key }
}
type Shop = Awaited<ReturnType<typeof newShop>>

/** Invoices of $100 that were paid in full. */
const paidInvoices = async ({ store }: Shop, emails: readonly (string | undefined)[]) => {
  const ids: string[] = []
  for (const customerEmail of emails) {
    const { invoiceId, amount } = await makeInvoice(money.deps, store.merchantId, '100.00', { customerEmail })
    await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', amountBtc: amount ?? '' })
    ids.push(invoiceId ?? '')
  }
  await money.mine(1, store)
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
  return ids
}
const refund = ({ key }: Shop, invoiceId: string, once?: string) =>
  ask(money.server, refundInvoice, {
    token: key,
    params: { invoiceId },
    body: { kind: 'everything' },
    ...(once === undefined ? {} : { once }),
  })
/** Moves the clock to the next noon UTC, so that no midnight falls into a test. */
const toNoon = async () => {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from date_trunc('day', app_now() + interval '12 hours', 'UTC') + interval '12 hours' - app_now()))::integer as seconds`.execute(
    money.deps.db,
  )
  await money.pass(rows[0]?.seconds ?? 0)
}
const refundsOf = ({ store }: Shop) =>
  money.deps.db.selectFrom('refunds').selectAll().where('merchantId', '=', store.merchantId).execute()
const emailsTo = (recipient: string) =>
  money.deps.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('subject', 'like', 'Refund from%')
    .execute()

test('20 simultaneous refunds never exceed the daily limit, which starts again at midnight UTC', async () => {
  const shop = await newShop('350.00')
  await toNoon()
  const emails = Array.from({ length: 20 }, (_, index) => `race-${index}@example.test`)
  const ids = await paidInvoices(shop, emails)
  const answers = await Promise.all(ids.map((invoiceId) => refund(shop, invoiceId)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['refund-limit-reached']))
  const offered = await refundsOf(shop)
  expect(offered.map(({ amountUsd }) => amountUsd)).toEqual(['100.00', '100.00', '100.00'])
  // Each of them is one refund and one email.
  for (const { customerEmail } of offered) expect(await emailsTo(customerEmail ?? '')).toHaveLength(1)
  const left = ids.filter((id) => !offered.some(({ invoiceId }) => invoiceId === id))

  // A canceled refund still counts for the day, or a key could be used again and again with a helper.
  await sql`update refunds set status = 'called-off' where merchant_id = ${shop.store.merchantId}`.execute(
    money.deps.db,
  )
  expect((await refund(shop, left[0] ?? '')).body.code).toBe('refund-limit-reached')
  const seconds = Number(refused[0]?.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
  await money.pass(seconds)
  expect((await refund(shop, left[0] ?? '')).status).toBe(200)
})
