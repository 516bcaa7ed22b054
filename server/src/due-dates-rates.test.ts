import { fromSats, toCents } from '@bitquay/contract/money'
import * as v1 from '@bitquay/contract/v1/invoices'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { attemptsOf, inDays, openAs } from '../test/due-dates.ts'
import { type Money, startMoney } from '../test/money.ts'
import { ask } from '../test/people.ts'
import { greenfieldBase } from './greenfield/routes.ts'
import { watchDueDates } from './invoices/worker.ts'
import { findLatePayments } from './payments/find-late-payments.ts'
import { syncStore } from './payments/sync-store.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { readCurrencies } from './prices/read-currencies.ts'
import { savePrice } from './prices/table.ts'
import { turnClock } from './sandbox/turn-clock.ts'
import { readDetails } from './transactions/read-details.ts'
import { saveDetails } from './transactions/table.details.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let key: string
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('rates')
  key = await addApiKey(money.server, store.merchantId)
})
afterAll(() => money.close())

const minutes = 60
const days = 86_400

/** What a bitcoin costs from now on, at the payment server and for us. */
const setPrice = async (usd: string) => {
  await money.engine.control.rate({ usd })
  await savePrice(money.deps.db, { cents: toCents(usd), source: 'test' })
  // The clocks of platform and sandbox differ by moments.
  await wait(5)
}
const wait = (seconds: number) => turnClock(money.deps, seconds)
const sync = () => syncStore(money.deps, store.id)
const mine = () => money.mine(1, store)
const read = async (invoiceId: string) =>
  (await ask(money.server, v1.getInvoice, { token: key, params: { invoiceId } })).body
const paymentsOf = (invoiceId: string) =>
  money.deps.db.selectFrom('transactions').selectAll().where('invoiceId', '=', invoiceId).orderBy('id').execute()
const eventsOf = async (invoiceId: string) => {
  const rows = await money.deps.db.selectFrom('apiEvents').select(['type', 'object']).orderBy('id').execute()
  return rows
    .filter(
      ({ type, object }) => type.startsWith('invoice.') && (object as { invoiceId?: string }).invoiceId === invoiceId,
    )
    .map(({ type }) => type)
}

/** An invoice for 1,000 that a customer opened at $100,000 a bitcoin, for 1,000,000 satoshis. */
const openedInvoice = async (more: Record<string, unknown> = {}) => {
  await setPrice('100000.00')
  const { body } = await ask(money.server, v1.createInvoice, {
    token: key,
    body: { amount: '1000.00', dueDate: inDays(900), ...more },
  })
  const invoiceId = String(body.invoiceId)
  await openAs(money.server, invoiceId)
  const [attempt] = await attemptsOf(money.deps, invoiceId)
  const pay = (amountSats?: bigint, method: 'onchain' | 'lightning' = 'onchain') =>
    money.engine.control.pay({
      invoiceId: attempt?.engineId ?? '',
      method,
      ...(amountSats === undefined ? {} : { amountBtc: fromSats(amountSats) }),
    })
  return { invoiceId, pay, amountSats: attempt?.amountSats ?? 0n }
}

test('an old attempt is no free option: paid 20 days later at half the price, it settles half', async () => {
  const { invoiceId, pay } = await openedInvoice()
  await wait(20 * days)
  await setPrice('50000.00')
  await pay(1_000_000n)
  await sync()
  expect(await read(invoiceId)).toMatchObject({ status: 'new', additionalStatus: 'paid-partial' })
  await mine()
  expect(await read(invoiceId)).toMatchObject({
    status: 'new',
    additionalStatus: 'paid-partial',
    paidBtc: '0.01000000',
    dueBtc: '0.01000000',
    mayBeMarked: ['settled', 'invalid'],
    payments: [{ amountUsd: '500.00', counted: { amount: '500.00', rate: '50000.00', reason: 'seen-late' } }],
  })
  expect(await eventsOf(invoiceId)).toEqual(['invoice.created', 'invoice.paid_late'])
  // The fee is a part of the satoshis, whatever they count for.
  const [row] = await paymentsOf(invoiceId)
  expect(row).toMatchObject({ booked: true, feeSats: 40_000n, feeCents: 2_000n })

  // BTCPay's clients see the same.
  const greenfield = async (path: string) => {
    const headers = { authorization: `token ${key}` }
    return (
      await money.server.app.inject({ url: `${greenfieldBase}/api/v1/stores/${store.storeId}${path}`, headers })
    ).json()
  }
  expect(await greenfield(`/payment-requests/${invoiceId}`)).toMatchObject({ status: 'Pending' })
  expect(await greenfield(`/invoices/${invoiceId}`)).toMatchObject({ status: 'New', paidAmount: '500' })

  // What is missing stays due, at the price of today.
  expect((await openAs(money.server, invoiceId)).body).toMatchObject({ dueBtc: '0.01000000', rate: '50000.00' })
  const [, second] = await attemptsOf(money.deps, invoiceId)
  expect(second).toMatchObject({ price: '500.000000000000' })
  await money.engine.control.pay({ invoiceId: second?.engineId ?? '', method: 'onchain' })
  await mine()
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', additionalStatus: 'paid-late' })
  await money.expectCleanAudit()
})

test('the merchant may accept a late payment that is short', async () => {
  const { invoiceId, pay } = await openedInvoice()
  await wait(120 * minutes)
  await setPrice('90000.00')
  await pay(1_000_000n)
  await mine()
  expect(await read(invoiceId)).toMatchObject({ status: 'new', dueBtc: '0.00111112' })
  const marked = await ask(money.server, v1.markInvoice, {
    token: key,
    params: { invoiceId },
    body: { status: 'settled' },
  })
  expect(marked).toMatchObject({ status: 200, body: { status: 'settled', additionalStatus: 'marked' } })
  await mine()
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', additionalStatus: 'marked' })
})

test('a payment in time that a block confirms within the hour counts at the rate of its attempt', async () => {
  const { invoiceId, pay } = await openedInvoice()
  await pay()
  await sync()
  await setPrice('50000.00')
  await wait(70 * minutes)
  await mine()
  const paid = await read(invoiceId)
  expect(paid).toMatchObject({ status: 'settled', additionalStatus: 'none', payments: [{ amountUsd: '1000.00' }] })
  expect(paid.payments).toMatchObject([{ counted: { amount: '1000.00', rate: '100000.00', reason: 'in-time' } }])
})

test('a payment that waits in the mempool for longer counts at the price of its first confirmation', async () => {
  const { invoiceId, pay } = await openedInvoice()
  await pay()
  await sync()
  await wait(120 * minutes)
  await setPrice('80000.00')
  await mine()
  // BTCPay's own status decides nothing.
  const [attempt] = await attemptsOf(money.deps, invoiceId)
  const engine = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  expect(await engine.invoices.find(store.storeId, attempt?.engineId ?? '', {})).toMatchObject({
    value: { status: 'Settled' },
  })
  expect(await read(invoiceId)).toMatchObject({
    status: 'new',
    additionalStatus: 'paid-partial',
    dueBtc: '0.00250000',
    payments: [{ amountUsd: '800.00', counted: { amount: '800.00', rate: '80000.00', reason: 'confirmed-late' } }],
  })
  await money.expectCleanAudit()
})

test('of the prices when a late payment was seen and confirmed, the lower one counts, and never more than its attempt', async () => {
  const { invoiceId, pay } = await openedInvoice()
  await wait(days)
  await setPrice('60000.00')
  await pay(500_000n)
  await sync()
  await setPrice('120000.00')
  await mine()
  expect(await read(invoiceId)).toMatchObject({ payments: [{ amountUsd: '300.00' }] })
  await pay(500_000n)
  await mine()
  // At 120,000 it would be 600, but its attempt asked for 500.
  expect(await read(invoiceId)).toMatchObject({ status: 'new', payments: [{}, { amountUsd: '500.00' }] })
})

test('parts in time and late to several attempts add up', async () => {
  const { invoiceId, pay } = await openedInvoice()
  await pay(400_000n)
  await mine()
  await wait(days)
  await setPrice('50000.00')
  await openAs(money.server, invoiceId)
  await pay(400_000n)
  await mine()
  // 400 in time and 200 late: the second attempt asked for 600 and is no longer offered.
  expect((await openAs(money.server, invoiceId)).body).toMatchObject({ dueBtc: '0.00800000' })
  const [, , third] = await attemptsOf(money.deps, invoiceId)
  await money.engine.control.pay({ invoiceId: third?.engineId ?? '', method: 'onchain' })
  await mine()
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', dueBtc: '0.00000000' })
})

test('an overpayment at a high price that is worth more than all payments at a low one stops nothing', async () => {
  const { invoiceId, pay } = await openedInvoice()
  await pay(3_000_000n)
  await mine()
  await wait(days)
  await setPrice('20000.00')
  await pay(100_000n)
  await mine()
  expect(await read(invoiceId)).toMatchObject({
    status: 'settled',
    additionalStatus: 'paid-over',
    paidBtc: '0.03100000',
  })

  const part = await openedInvoice()
  await part.pay(900_000n)
  await mine()
  await wait(days)
  await setPrice('1000.00')
  await openAs(money.server, part.invoiceId)
  const [, second] = await attemptsOf(money.deps, part.invoiceId)
  // Both the old and the new attempt are paid in full.
  await setPrice('100000.00')
  await pay(1_000_000n)
  await part.pay(1_000_000n)
  await money.engine.control.pay({ invoiceId: second?.engineId ?? '', method: 'onchain', amountBtc: fromSats(1_000n) })
  await mine()
  expect(await read(part.invoiceId)).toMatchObject({ status: 'settled', additionalStatus: 'paid-over' })
})

const remember = async (txid: string) => {
  const details = await readDetails(money.deps, txid)
  if (details) await inTransaction(money.deps.db, (tx) => saveDetails(tx, txid, details))
}

test('a replacement that pays the same keeps the time of the payment that it replaced', async () => {
  const { invoiceId, pay } = await openedInvoice()
  const { txid } = (await pay()) as { txid: string }
  await sync()
  await remember(txid)
  await wait(50 * minutes)
  await setPrice('50000.00')
  await money.engine.control.replace({ txid, keep: true })
  await sync()
  await mine()
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', additionalStatus: 'none' })
  expect(await eventsOf(invoiceId)).not.toContain('invoice.paid_late')
})

test('a replacement that pays more, or another payment of the same amount, is as late as it is', async () => {
  const { invoiceId, pay } = await openedInvoice()
  const { txid } = (await pay(10_000n)) as { txid: string }
  await sync()
  await remember(txid)
  const [attempt] = await attemptsOf(money.deps, invoiceId)
  await wait(50 * minutes)
  await setPrice('50000.00')
  await money.engine.control.replace({
    txid,
    address: attempt?.bitcoinAddress ?? '',
    amountBtc: fromSats(1_000_000n),
  })
  await mine()
  expect(await read(invoiceId)).toMatchObject({ status: 'new', dueBtc: '0.01000000' })

  const second = await openedInvoice()
  const first = (await second.pay(500_000n)) as { txid: string }
  await sync()
  await remember(first.txid)
  await wait(50 * minutes)
  await setPrice('50000.00')
  await second.pay(500_000n)
  await sync()
  await mine()
  expect((await read(second.invoiceId)).payments).toMatchObject([{ amountUsd: '500.00' }, { amountUsd: '250.00' }])
})

test('a payment that came and was confirmed while our server was down counts at the time of its block', async () => {
  const { invoiceId, pay } = await openedInvoice()
  await pay()
  await money.engine.control.mine({ blocks: 1 })
  await wait(2 * days)
  await setPrice('50000.00')
  // BTCPay was down as well and found the payment only now.
  await sql`update invoice_attempts set check_due_at = app_now()`.execute(money.deps.db)
  await sync()
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', additionalStatus: 'none' })
  expect(await eventsOf(invoiceId)).not.toContain('invoice.paid_late')
})

test('a Lightning payment after the attempt expired counts at the price of that moment', async () => {
  await money.engine.control.lightning({ outliveSeconds: 7_200 })
  const { invoiceId, pay, amountSats } = await openedInvoice()
  await wait(20 * minutes)
  await sync()
  await setPrice('50000.00')
  await pay(amountSats, 'lightning')
  await sync()
  await findLatePayments(money.deps, 100)
  await money.engine.control.lightning({ outliveSeconds: 0 })
  expect(await read(invoiceId)).toMatchObject({
    status: 'new',
    additionalStatus: 'paid-partial',
    payments: [{ amountUsd: '500.00', counted: { amount: '500.00', reason: 'seen-late' } }],
  })
  await money.expectCleanAudit()
})

test('an invoice in another currency counts late payments at our price in that currency', async () => {
  await readCurrencies(money.deps)
  const { invoiceId, pay, amountSats } = await openedInvoice({ currency: 'EUR' })
  await wait(days)
  await setPrice('50000.00')
  await pay(amountSats)
  await mine()
  const paid = await read(invoiceId)
  expect(paid).toMatchObject({ status: 'new', additionalStatus: 'paid-partial' })
  const [payment] = paid.payments as { counted: { amount: string } }[]
  expect(Number(payment?.counted.amount)).toBeGreaterThan(495)
  expect(Number(payment?.counted.amount)).toBeLessThan(505)
})

test.each(['BTC', 'SATS'])('an invoice in %s has no price that could fall', async (currency) => {
  const amount = currency === 'BTC' ? '0.01' : '1000000'
  const { invoiceId, pay } = await openedInvoice({ amount, currency })
  await wait(days)
  await setPrice('50000.00')
  await pay(1_000_000n)
  await mine()
  expect(await read(invoiceId)).toMatchObject({ status: 'settled' })
})

test('without any price, a late payment waits for one instead of counting at its old rate', async () => {
  const { invoiceId, pay } = await openedInvoice()
  await wait(days)
  await money.engine.control.rate({ available: false })
  await sql`delete from prices`.execute(money.deps.db)
  await pay(1_000_000n)
  await mine()
  expect(await read(invoiceId)).toMatchObject({ status: 'processing' })
  await money.engine.control.rate({ available: true })
  await setPrice('50000.00')
  await watchDueDates(money.deps).run(new AbortController().signal)
  expect(await read(invoiceId)).toMatchObject({ status: 'new', additionalStatus: 'paid-partial', dueBtc: '0.01000000' })
})

test('with an old price, the lower one of those before and after counts', async () => {
  const { db } = money.deps
  await sql`insert into prices (price, source, at) select price, 'test', app_now() - interval '1000 days' + after * interval '1 hour'
    from (values (70000, -1), (60000, 1), (50000, 2)) v (price, after)`.execute(db)
  const { rows } = await sql<{ rate: string }>`select rate_at('USD', app_now() - interval '1000 days') as rate`.execute(
    db,
  )
  expect(rows).toEqual([{ rate: '60000.00' }])
})

test('a reorganization that removes a payment in time and confirms it again later doesn’t make it late', async () => {
  const { invoiceId, pay } = await openedInvoice()
  await pay()
  await mine()
  expect(await read(invoiceId)).toMatchObject({ status: 'settled' })
  await money.engine.control.reorg({ depth: 1, empty: true })
  await sync()
  await wait(days)
  await setPrice('50000.00')
  await mine()
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', additionalStatus: 'none' })
  await money.expectCleanAudit()
})
