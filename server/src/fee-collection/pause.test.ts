import { changeFeesPause, extendFeesOwed } from '@bitquay/contract/fee-collection'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeeDebts, startFeeDebts } from '../../test/fee-debts.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'
import { createDepositAddress } from '../deposit-addresses/create-deposit-address.ts'
import { syncStore } from '../payments/sync-store.ts'
import { toApiError } from '../platform/db/constraints.ts'
import { presentFeeInvoice } from './present-fee-invoice.ts'

let money: Money
let debts: FeeDebts

beforeAll(async () => {
  money = await startMoney()
  debts = await startFeeDebts(money)
})
afterAll(() => money.close())

const days = async (count: number) => {
  await money.pass(count * 24 * 3600)
  await debts.run()
}
const billed = async (...usd: string[]) => {
  const shop = await debts.openDebtor()
  for (const each of usd) await debts.pay(shop, each)
  await debts.nextMonth()
  return { ...shop, invoice: (await debts.open(shop)) ?? expect.fail('no fee invoice is open') }
}
type Shop = Awaited<ReturnType<typeof billed>>
const emailsTo = async ({ owner }: Shop) =>
  (
    await money.deps.db
      .selectFrom('mailOutbox')
      .select('subject')
      .where('recipient', '=', owner.email)
      .orderBy('id')
      .execute()
  )
    .map(({ subject }) => subject.replace(/FI-\d+/, 'FI').replace(/: \$.*/, ''))
    .filter((subject) => /fee|invoices/i.test(subject))
/** What somebody is told who wants to pay or to be paid. */
const refusalOf = async (work: Promise<unknown>) => {
  try {
    await work
    return 'done'
  } catch (error) {
    return toApiError(error)?.code ?? String(error)
  }
}
const tryAll = async ({ id }: Shop) => {
  const { rows } = await sql<{ invoices: number }>`
    select count(*)::int as invoices from invoices where merchant_id = ${id}`.execute(money.deps.db)
  const reference = `customer ${rows[0]?.invoices}`
  return [
    await refusalOf(makeInvoice(money.deps, id, '10.00')),
    await refusalOf(createDepositAddress(money.deps, { merchantId: id, reference, createdBy: 'test' })),
    await refusalOf(
      sql`with address as (
          insert into lightning_addresses (merchant_id, name, min_sats, max_sats, comment_length)
          values (${id}, ${`name${id}`}, 1, 1000, 0)
          on conflict do nothing returning id)
        insert into lnurl_invoices (merchant_id, payment_hash, address_id, request, amount_msats, comment, bolt11, node,
          server_url, store_id, node_invoice_id, expires_at)
        select ${id}, md5(${reference}) || md5(${String(id)}), a.id, ${reference}, 1000, '', 'x', 'shared', 'x', 'x', 'x',
          app_now() + interval '5 minutes'
        from (select id from address union select id from lightning_addresses where merchant_id = ${id}) a`.execute(
        money.deps.db,
      ),
    ),
  ]
}

test('reminders after 7 and 14 days, and after 21 days new invoices pause until it is paid', async () => {
  const shop = await billed('250.00')
  const open = await makeInvoice(money.deps, shop.id, '250.00')
  await days(6)
  expect(await emailsTo(shop)).toEqual(['Fee invoice FI'])
  await days(1)
  await debts.run()
  expect(await emailsTo(shop)).toEqual(['Fee invoice FI', 'Reminder: fee invoice FI'])
  await days(7)
  expect(await emailsTo(shop)).toHaveLength(3)
  await days(6)
  expect(await tryAll(shop)).toEqual(['done', 'done', 'done'])
  await days(1)
  expect((await emailsTo(shop)).at(-1)).toBe('New invoices are paused')
  expect(await presentFeeInvoice(money.deps.db, shop.id)).toMatchObject({
    invoice: { pausedAt: expect.any(String), pausesAt: null },
  })
  expect(await tryAll(shop)).toEqual(['payments-paused', 'payments-paused', 'payments-paused'])

  // What still arrives is booked.
  const { owed } = await debts.balanceOf(shop)
  await money.engine.control.pay({ invoiceId: open.invoiceId ?? '', method: 'onchain' })
  await money.mine(1)
  await money.pass(31)
  await syncStore(money.deps, shop.store.id)
  expect((await debts.balanceOf(shop)).owed).toBeGreaterThan(owed)

  await debts.payFees(shop.invoice.address, shop.invoice.amountSats)
  expect(await tryAll(shop)).toEqual(['done', 'done', 'done'])
  await money.expectCleanAudit()
})

test('above $2,000 new invoices pause after 3 days’ notice', async () => {
  const shop = await debts.openDebtor()
  await debts.pay(shop, '60000.00')
  await debts.run()
  await debts.run()
  const invoice = (await debts.open(shop)) ?? expect.fail('no fee invoice is open')
  const billedShop = { ...shop, invoice }
  expect((await emailsTo(billedShop)).at(-1)).toBe('New invoices pause in 3 days')
  await days(2)
  expect((await tryAll(billedShop))[0]).toBe('done')
  await days(1)
  expect((await tryAll(billedShop))[0]).toBe('payments-paused')
})

test('an admin gives more time, or sets other limits for a merchant', async () => {
  const shop = await billed('250.00')
  const params = { id: shop.invoice.id }
  const decide = async (call: typeof extendFeesOwed | typeof changeFeesPause, body: object) => {
    const token = await signInAs(money.server, await addAdmin(money.server))
    return ask(money.server, call, {
      token,
      params,
      body: { reason: 'Agreed', ...body },
    })
  }
  await days(22)
  expect((await tryAll(shop))[0]).toBe('payments-paused')
  expect(await decide(extendFeesOwed, { days: 5 })).toMatchObject({ status: 200 })
  expect((await tryAll(shop))[0]).toBe('done')
  await days(5)
  expect((await tryAll(shop))[0]).toBe('payments-paused')
  const changed = await decide(changeFeesPause, { afterDays: 60, aboveUsd: '100' })
  expect(changed).toMatchObject({ status: 200, body: { pausedAt: null, pause: { afterDays: 60, aboveUsd: '100.00' } } })
  expect((await tryAll(shop))[0]).toBe('done')
})
