import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startRefundsByKey } from '../../test/refunds-by-key.ts'

const { money, newShop, paidInvoices, refund, refundsOf, emailsTo } = await startRefundsByKey()
afterAll(() => money.close())

/** Moves the clock to the next noon UTC, so that no midnight falls into a test. */
const toNoon = async () => {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from date_trunc('day', app_now() + interval '12 hours', 'UTC') + interval '12 hours' - app_now()))::integer as seconds`.execute(
    money.deps.db,
  )
  await money.pass(rows[0]?.seconds ?? 0)
}

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
