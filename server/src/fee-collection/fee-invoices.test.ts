import { feeInvoiceNumber } from '@bitquay/contract/fee-collection'
import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeeDebts, startFeeDebts } from '../../test/fee-debts.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { unbookPayment } from '../payments/book-payment.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { freshPlatformAddress } from '../stores/hand-out-address.ts'
import { findStoreById, openStore } from '../stores/table.ts'
import { lockTransaction } from '../transactions/table.ts'
import { makeFeeInvoice } from './make-fee-invoice.ts'
import { presentFeeInvoice } from './present-fee-invoice.ts'
import { readListedSats } from './queries.fee-invoices.ts'
import { sweepFees } from './sweep-fees.ts'

let money: Money
let debts: FeeDebts

beforeAll(async () => {
  money = await startMoney({ ENGINE_ALLOW_HOSTS: '127.0.0.1,localhost' })
  debts = await startFeeDebts(money)
})
afterAll(() => money.close())

const listedSats = (id: number) => readListedSats(money.deps.db, id)
const opened = async (shop: { id: number }) => (await debts.open(shop)) ?? expect.fail('no fee invoice is open')
/** A debtor that is asked for the fees of these payments. */
const billed = async (...usd: string[]) => {
  const shop = await debts.openDebtor()
  const txids: string[] = []
  for (const each of usd) txids.push(await debts.pay(shop, each))
  await debts.nextMonth()
  return { ...shop, txids, invoice: await opened(shop) }
}

test('fees of a month are asked for once, in satoshis as owed, when the month is over', async () => {
  const shop = await debts.openDebtor()
  const before = await debts.partnerSats()
  await debts.pay(shop, '250.00')
  await debts.run()
  expect(await debts.invoicesOf(shop)).toEqual([])
  const { owed } = await debts.balanceOf(shop)
  await debts.nextMonth()
  await debts.run()
  expect(await debts.invoicesOf(shop)).toEqual([['open', owed]])
  const earned = await debts.partnerSats()
  expect(earned.available).toBe(before.available)

  const [volume, capital] = [await totalsOf(shop), await debts.capital()]
  await debts.payFees((await opened(shop)).address, owed)
  expect(await debts.invoicesOf(shop)).toEqual([['paid', owed]])
  expect(await debts.balanceOf(shop)).toEqual({ owed: 0n, credit: 0n })
  expect(await totalsOf(shop)).toEqual(volume)
  expect(await debts.capital()).toBe(capital)
  const after = await debts.partnerSats()
  expect(after.available - before.available).toBe(earned.earned - before.earned)
  await money.expectCleanAudit()
})

const totalsOf = ({ id }: { id: number }) =>
  money.deps.db.selectFrom('merchants').select(['totalDepositsUsd']).where('id', '=', id).executeTakeFirst()

test('less than $5 is carried over, and more than $500 is asked for at once', async () => {
  const shop = await debts.openDebtor()
  await debts.pay(shop, '100.00')
  await debts.nextMonth()
  expect(await debts.invoicesOf(shop)).toEqual([])
  await debts.pay(shop, '100.00')
  await debts.nextMonth()
  const [first] = await debts.invoicesOf(shop)
  expect(first).toEqual(['open', (await debts.balanceOf(shop)).owed])
  await debts.pay(shop, '12000.00')
  await debts.run()
  expect(await debts.invoicesOf(shop)).toHaveLength(1)
  await debts.pay(shop, '1000.00')
  await debts.run()
  expect(await debts.invoicesOf(shop)).toEqual([
    ['replaced', first?.[1]],
    ['open', (await debts.balanceOf(shop)).owed],
  ])
  await money.expectCleanAudit()
})

test('a new invoice replaces the open one, includes the rest, and a late payment to the old one pays the oldest fees', async () => {
  const shop = await billed('250.00')
  await debts.pay(shop, '500.00')
  await debts.nextMonth()
  const next = await opened(shop)
  expect(next).toMatchObject({
    amountSats: (await debts.balanceOf(shop)).owed,
    owedSince: shop.invoice.owedSince,
  })
  expect(next.address).not.toBe(shop.invoice.address)
  await debts.payFees(shop.invoice.address, shop.invoice.amountSats)
  expect(await feesOf(shop)).toEqual([true, false])
  expect(await listedSats(shop.id)).toBe(next.amountSats - shop.invoice.amountSats)
  await debts.payFees(next.address, next.amountSats - shop.invoice.amountSats)
  expect((await debts.invoicesOf(shop)).map(([status]) => status)).toEqual(['replaced', 'paid'])
  await money.expectCleanAudit()
})

const feesOf = async ({ id }: { id: number }) => {
  const rows = await money.deps.db
    .selectFrom('feeTransactions')
    .select('processed')
    .where('merchantId', '=', id)
    .where('reversedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ processed }) => processed)
}

test('a part pays the oldest fees in full, and partners withdraw the shares of these only', async () => {
  const before = await debts.partnerSats()
  const shop = await billed('250.00', '500.00')
  const [first] = await sharesOf(shop)
  await debts.payFees(shop.invoice.address, shop.invoice.amountSats / 2n)
  expect(await feesOf(shop)).toEqual([true, false])
  expect((await debts.partnerSats()).available - before.available).toBe(first)
  expect(await listedSats(shop.id)).toBe(shop.invoice.amountSats - shop.invoice.amountSats / 2n)
  expect(await debts.invoicesOf(shop)).toEqual([['open', shop.invoice.amountSats]])
  await debts.payFees(shop.invoice.address, await listedSats(shop.id))
  expect(await debts.invoicesOf(shop)).toEqual([['paid', shop.invoice.amountSats]])
  expect(await feesOf(shop)).toEqual([true, true])
  await money.expectCleanAudit()
})

const sharesOf = async ({ id }: { id: number }) => {
  const { rows } = await sql<{ sats: bigint }>`
    select partner_sats as sats from fee_transactions where merchant_id = ${id} order by id`.execute(money.deps.db)
  return rows.map(({ sats }) => sats)
}

test('what is paid beyond the fees is credit that pays for later ones', async () => {
  const shop = await billed('250.00')
  await debts.payFees(shop.invoice.address, shop.invoice.amountSats + 15_000n)
  expect(await debts.balanceOf(shop)).toEqual({ owed: 0n, credit: 15_000n })
  await money.expectCleanAudit()
  await debts.pay(shop, '250.00')
  await debts.run()
  expect(await feesOf(shop)).toEqual([true, true])
  const { credit } = await debts.balanceOf(shop)
  expect(credit).toBeGreaterThan(0n)
  expect(credit).toBeLessThan(15_000n)
  await debts.pay(shop, '500.00')
  await debts.run()
  expect(await debts.balanceOf(shop)).toMatchObject({ credit: 0n })
  await debts.nextMonth()
  expect(await opened(shop)).toMatchObject({ amountSats: (await debts.balanceOf(shop)).owed })
  await money.expectCleanAudit()
})

test('a listed fee whose payment is reversed is no longer asked for, and is credit if it is paid anyway', async () => {
  const shop = await billed('250.00', '500.00')
  await reverse(shop.id, shop.txids[0])
  const left = await listedSats(shop.id)
  expect(left).toBe((await debts.balanceOf(shop)).owed)
  await debts.payFees(shop.invoice.address, shop.invoice.amountSats)
  expect(await debts.balanceOf(shop)).toEqual({ owed: 0n, credit: shop.invoice.amountSats - left })
  expect(await debts.invoicesOf(shop)).toEqual([['paid', shop.invoice.amountSats]])
  await money.expectCleanAudit()
})

test('a paid fee whose payment is reversed pays for the next one', async () => {
  const before = await debts.partnerSats()
  const shop = await billed('250.00')
  await debts.payFees(shop.invoice.address, shop.invoice.amountSats)
  await reverse(shop.id, shop.txids[0])
  expect((await debts.partnerSats()).available).toBe(before.available)
  expect(await debts.balanceOf(shop)).toEqual({ owed: -shop.invoice.amountSats, credit: 0n })
  await money.expectCleanAudit()
})

/** The payment behind a fee is undone, as by a reorganization. */
const reverse = async (merchantId: number, txid: string | undefined) => {
  const { id } = await money.deps.db
    .selectFrom('transactions')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('txid', '=', txid ?? '')
    .executeTakeFirstOrThrow()
  await inTransaction(money.deps.db, async (tx) => unbookPayment(tx, await lockTransaction(tx, id)))
}
test('a reorganization that removes the payment asks for the fees again, and shares are pending again', async () => {
  const before = await debts.partnerSats()
  const shop = await billed('250.00')
  await debts.payFees(shop.invoice.address, shop.invoice.amountSats + 500n)
  expect(await debts.invoicesOf(shop)).toEqual([['paid', shop.invoice.amountSats]])
  await money.engine.control.reorg({ depth: 1, empty: true })
  await syncStore(money.deps, money.platform.id)
  expect(await debts.invoicesOf(shop)).toEqual([['open', shop.invoice.amountSats]])
  expect(await debts.balanceOf(shop)).toEqual({ owed: shop.invoice.amountSats, credit: 0n })
  expect((await debts.partnerSats()).available).toBe(before.available)
  await money.expectCleanAudit()
  await money.mine(1, money.platform)
  expect(await debts.invoicesOf(shop)).toEqual([['paid', shop.invoice.amountSats]])
  expect(await debts.balanceOf(shop)).toEqual({ owed: 0n, credit: 500n })
  await money.expectCleanAudit()
})

test('a fee on an open invoice is never swept, and one in a sweep is never listed', async () => {
  const shop = await billed('2500.00')
  // The wallet that was used before has coins.
  const former = openStore(await findStoreById(money.deps.db, (await formerOf(shop.id)) ?? 0), money.deps.sealer)
  await money.fund(former ?? expect.fail('no former store'), 500_000n)
  const sweep = async () => sweepFees(money.deps, shop.id, (await freshPlatformAddress(money.deps)) ?? '')
  expect(await sweep()).toBeUndefined()
  await debts.pay(shop, '5000.00')
  const { owed } = await debts.balanceOf(shop)
  expect(await sweep()).toMatchObject({ amountSats: owed - shop.invoice.amountSats })
  await debts.nextMonth()
  expect(await debts.invoicesOf(shop)).toEqual([['open', shop.invoice.amountSats]])
  await expect(
    sql`update fee_transactions set swept_by = (select max(id) from sends) where fee_invoice_id = ${shop.invoice.id}`.execute(
      money.deps.db,
    ),
  ).rejects.toThrow('fee_transactions_swept_or_listed')
  await money.expectCleanAudit()
})

const formerOf = async (merchantId: number) =>
  (
    await money.deps.db
      .selectFrom('stores')
      .select('id')
      .where('merchantId', '=', merchantId)
      .where('standing', '=', 'former')
      .executeTakeFirst()
  )?.id

test('a store on its own BTCPay Server is asked once its sweeps failed for 30 days', async () => {
  const store = await money.newStore('own-btcpay')
  await sql`update stores set server_url = replace(server_url, '127.0.0.1', 'localhost') where id = ${store.id}`.execute(
    money.deps.db,
  )
  const shop = { id: store.merchantId, store }
  await debts.pay(shop, '2500.00')
  await money.pass(29 * 24 * 3600)
  await debts.run()
  expect(await debts.invoicesOf(shop)).toEqual([])
  await money.pass(2 * 24 * 3600)
  await debts.run()
  expect(await debts.invoicesOf(shop)).toEqual([['open', (await debts.balanceOf(shop)).owed]])
  await money.expectCleanAudit()
})

test('the owner is emailed, and sees amount and address', async () => {
  const shop = await billed('250.00')
  const { number, ...asked } = { number: feeInvoiceNumber(shop.invoice.id), ...shop.invoice }
  const { subject } = await money.deps.db
    .selectFrom('mailOutbox')
    .select('subject')
    .where('recipient', '=', shop.owner.email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(subject).toBe(`Fee invoice ${number}: $10.00`)
  const btc = fromSats(asked.amountSats)
  expect(await presentFeeInvoice(money.deps.db, shop.id)).toMatchObject({
    invoice: { number, address: asked.address, amount: { btc, usd: '10.00' }, due: { btc, usd: '10.00' } },
    credit: { btc: '0.00000000' },
  })
  await debts.payFees(asked.address, asked.amountSats)
  expect(await presentFeeInvoice(money.deps.db, shop.id)).toMatchObject({ invoice: null })
})

test('two servers that ask at the same time make one invoice', async () => {
  const shop = await debts.openDebtor()
  await debts.pay(shop, '20000.00')
  await Promise.all(Array.from({ length: 4 }, () => makeFeeInvoice(money.deps, shop.id)))
  expect(await debts.invoicesOf(shop)).toHaveLength(1)
})

test('a coin that BTCPay lists later than its transaction pays the fee invoice and is no capital', async () => {
  const shop = await billed('250.00')
  const capital = await debts.capital()
  const { address, amountSats } = shop.invoice
  await sql`update fee_invoices set address = 'later' where id = ${shop.invoice.id}`.execute(money.deps.db)
  await money.engine.control.faucet({ address, amountBtc: fromSats(amountSats) })
  await money.mine(1, money.platform)
  expect(await debts.capital()).toBe(capital + amountSats)
  await sql`update fee_invoices set address = ${address} where id = ${shop.invoice.id}`.execute(money.deps.db)
  await syncStore(money.deps, money.platform.id)
  expect(await debts.capital()).toBe(capital)
  expect(await debts.invoicesOf(shop)).toEqual([['paid', amountSats]])
  await money.expectCleanAudit()
})
