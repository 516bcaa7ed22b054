import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demo, startDemo } from '../../test/demo.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
}, 600_000)
afterAll(() => demo?.stop())

/** The values of a query's first column. */
const read = async <Value = number>(query: RawBuilder<unknown>): Promise<Value[]> => {
  const { rows } = await query.execute(demo.deps.db)
  return rows.map((row) => Object.values(row as object)[0] as Value)
}

test('starts with three months of payments and nothing that looks broken', async () => {
  const [transfers = 0] = await read(sql`select count(*)::int from ledger_transfers`)
  expect(transfers).toBeGreaterThan(100)
  expect(await read(sql`select count(*)::int from unannounced_payments`)).toEqual([0])
  expect(await read(sql`select kind from alerts`)).toEqual([])
  // A payment that is found later looks as if its webhook was missing.
  expect(
    await read(
      sql`select invoice_id from invoices where status = 'new' and created_at > app_now() - interval '1 hour'`,
    ),
  ).toEqual([])
})

test('books each payment on its day', async () => {
  const delays = await read<string>(sql`
    select (f.created_at::date - t.seen_at::date)::int
    from fee_transactions f join transactions t on t.id = f.transaction_id order by 1`)
  expect(delays.length).toBeGreaterThan(100)
  expect(delays[Math.floor(delays.length / 2)]).toBe(0)
  expect(delays.filter((days) => Number(days) > 1)).toEqual([])
  const waiting = await read(sql`
    select id from transactions where type = 'incoming' and not booked and seen_at < app_now() - interval '1 day'
      and status = 'pending'`)
  expect(waiting).toEqual([])
})

test('owners have accepted their invitations', async () => {
  expect(await read(sql`select email::text from merchants where password_hash is null`)).toEqual([])
  expect(await read(sql`select count(*)::int > 20 from act_log where act = 'invitation-accepted'`)).toEqual([true])
})

test('two tills have sold for a week, with tips, tax and a shift for each half day', async () => {
  const days = await read(sql`
    select count(distinct s.created_at::date)::int from till_sales s join invoices i on i.id = s.invoice_ref
    where i.status = 'settled' group by s.till_id`)
  expect(days).toHaveLength(2)
  for (const count of days) expect(count).toBeGreaterThanOrEqual(6)
  expect(await read(sql`select count(*)::int from till_shifts where closed_at is null`)).toEqual([0])
  expect(await read(sql`select count(*)::int from till_shifts where sales = 0 or closed_at <= opened_at`)).toEqual([0])
  expect(await read(sql`select sum(tip) > 0 and sum(tax) > 0 and sum(discount) > 0 from till_sales`)).toEqual([true])
})

test('payment links, deposit addresses and a Lightning Address have been paid to', async () => {
  const paid = await read(sql`
    select count(*)::int from invoices where payment_link_id is not null and status = 'settled' group by payment_link_id`)
  expect(paid).toHaveLength(2)
  const deposits = await read(sql`
    select count(*)::int from transactions where deposit_address_id is not null and booked group by deposit_address_id`)
  expect(deposits).toHaveLength(2)
  expect(await read(sql`select name from lightning_addresses`)).toEqual(['kestrel'])
  const [received = 0] = await read(sql`select count(*)::int from lnurl_invoices where paid_at is not null`)
  expect(received).toBeGreaterThan(3)
})

test('refunds are in several states', async () => {
  const states = await read<string>(sql`
    select distinct case when r.status = 'offered' and r.expires_at <= app_now() then 'expired'
      when s.status is null then r.status when s.status = 'confirmed' then 'paid' else 'on its way' end
    from refunds r left join sends s on s.id = r.send_id order by 1`)
  expect(states).toEqual(['called-off', 'expired', 'offered', 'on its way', 'paid'])
})

test('the status page shows a quarter of uptime', async () => {
  const days = await read(sql`
    select count(*)::int from status_days where healthy > 0 and slow = 0 and down = 0 group by component order by 1`)
  expect(days).toHaveLength(6)
  // Steps of up to 18 hours may skip a day of the calendar.
  for (const count of days) expect(count).toBeGreaterThanOrEqual(80)
})
