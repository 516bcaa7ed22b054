import { randomBytes } from 'node:crypto'
import { toSats } from '@bitquay/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptsOf, makeDueInvoice } from '../../test/due-dates.ts'
import { type ForeignEngine, startForeignEngine } from '../../test/engine.ts'
import { type Lies, makeForeignStore, makeHostile } from '../../test/hostile-server.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchant } from '../../test/people.ts'
import { openInvoice } from '../invoices/open-invoice.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { adoptStore } from '../stores/adopt-store.ts'
import { saveIncoming, saveOutgoing } from '../transactions/table.ts'
import { findLatePayments } from './find-late-payments.ts'
import { syncStore } from './sync-store.ts'

let money: Money
let theirs: ForeignEngine
beforeAll(async () => {
  money = await startMoney({ ENGINE_ALLOW_HOSTS: '127.0.0.1' })
  theirs = await startForeignEngine()
})
afterAll(async () => {
  await theirs.close()
  await money.close()
})

const source = { address: '203.0.113.7', device: 'test' }
const newHash = () => randomBytes(32).toString('hex')
const now = () => inTransaction(money.deps.db, async (tx) => tx.now)
const unix = (iso: string) => Date.parse(iso) / 1000

/** An invoice over $10.00 on a merchant's own server. */
const issue = async () => {
  const { id: merchantId } = await addMerchant(money.server)
  const details = await makeForeignStore(theirs.admin, theirs.engine.url)
  const { id: storeRef } = await adoptStore(money.deps, merchantId, details, { actor: 'system' })
  return { merchantId, details, storeRef, invoice: await makeInvoice(money.deps, merchantId, '10.00') }
}

/** The same, and its server claims that it was paid like this. */
const claim = async (
  paid: (invoice: { createdAt: Date; sats: bigint }) => Partial<NonNullable<Lies['paid']>[number]>,
) => {
  const { merchantId, details, storeRef, invoice } = await issue()
  const { createdAt, amount } = invoice
  await money.pass(31)
  const lies = { hash: newHash(), amountBtc: amount ?? '', ...paid({ createdAt, sats: toSats(amount ?? '0') }) }
  const stop = makeHostile(money.deps, details.btcpayApiKey, { paid: [lies] })
  await syncStore(money.deps, storeRef)
  stop()
  const [row] = await money.deps.db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .execute()
  const saved = await money.deps.db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', invoice.id)
    .executeTakeFirstOrThrow()
  return { row, createdAt, saved, amount }
}

test.each(['2100-01-01', '1990-01-01'])('a payment dated %s counts from when it was seen', async (date) => {
  const { row, createdAt } = await claim(() => ({ receivedDate: unix(date) }))
  expect(row).toMatchObject({ booked: true, amountUsd: expect.any(String) })
  for (const at of [row?.seenAt, row?.createdAt]) {
    expect(at?.getTime()).toBeGreaterThanOrEqual(createdAt.getTime())
    expect(at?.getTime()).toBeLessThanOrEqual((await now()).getTime())
  }
})

test('a payment dated before its invoice counts from when it was seen', async () => {
  const { row, createdAt } = await claim((invoice) => ({
    receivedDate: Math.floor(invoice.createdAt.getTime() / 1000) - 3600,
  }))
  expect(row?.seenAt?.getTime()).toBeGreaterThanOrEqual(createdAt.getTime())
})

test('a possible date is kept', async () => {
  let receivedDate = 0
  const { row } = await claim((invoice) => {
    receivedDate = Math.floor(invoice.createdAt.getTime() / 1000) + 7
    return { receivedDate }
  })
  expect(row?.seenAt?.getTime()).toBe(receivedDate * 1000)
})

test('a Lightning payment of more than twice the amount counts for nothing', async () => {
  const { row, saved } = await claim(() => ({ amountBtc: '1000.00000000' }))
  expect(row).toBeUndefined()
  expect(saved.paidSats).toBe(0n)
  const twice = await claim(({ sats }) => ({ amountBtc: `0.${String(2n * sats).padStart(8, '0')}` }))
  expect(toSats(twice.row?.amount ?? '0')).toBe(2n * toSats(twice.amount ?? '0'))
})

/** The node of a merchant's own server reports that the BOLT11 of an expired invoice was paid. */
const claimLate = async (times: bigint, paidAt: number) => {
  const { merchantId, details, invoice } = await issue()
  await money.pass(20 * 60)
  const msats = 1000n * times * toSats(invoice.amount ?? '0')
  const stop = makeHostile(money.deps, details.btcpayApiKey, { late: { amountReceived: String(msats), paidAt } })
  await findLatePayments(money.deps, 50)
  stop()
  const rows = await money.deps.db.selectFrom('transactions').selectAll().where('merchantId', '=', merchantId).execute()
  return { rows, invoice }
}

test('a late Lightning payment of more than twice the amount counts for nothing', async () => {
  const nowSeconds = Math.floor((await now()).getTime() / 1000)
  expect((await claimLate(3n, nowSeconds)).rows).toEqual([])
  expect((await claimLate(2n, nowSeconds)).rows).toMatchObject([{ method: 'lightning', booked: true }])
})

test('a late Lightning payment dated before its invoice counts from when it was seen', async () => {
  const { rows, invoice } = await claimLate(1n, unix('2012-05-06'))
  expect(rows).toMatchObject([{ method: 'lightning', booked: true }])
  expect(rows[0]?.seenAt?.getTime()).toBeGreaterThanOrEqual(invoice.createdAt.getTime())
})

test('an implausible rate is replaced by our price', async () => {
  const { row } = await claim(() => ({ rate: '5000000000' }))
  expect(row?.btcPrice).toBe('100000.00')
})

const offers = [
  { rate: '5000000000' },
  { rate: '0.01' },
  { amount: '1000.00000000' },
  { amount: '0.00000001' },
] as const

test.each(offers)('an own server that asks for %o gets no invoice for 10 dollars', async (offer) => {
  const { merchantId, details } = await issue()
  const stop = makeHostile(money.deps, details.btcpayApiKey, { offer })
  await expect(makeInvoice(money.deps, merchantId, '10.00')).rejects.toMatchObject({ code: 'engine-refused' })
  const invoiceId = await makeDueInvoice(money.deps, merchantId)
  await expect(openInvoice(money.deps, invoiceId, source)).rejects.toMatchObject({ code: 'engine-refused' })
  stop()
  expect(await attemptsOf(money.deps, invoiceId)).toMatchObject([{ status: 'failed', btcPrice: null }])
  await openInvoice(money.deps, invoiceId, source)
  expect(await attemptsOf(money.deps, invoiceId)).toMatchObject([{ status: 'failed' }, { status: 'new' }])
})

test('transactions of a wallet have no date before Bitcoin or after today', async () => {
  const { id: merchantId } = await addMerchant(money.server)
  const dates = ['1990-01-01', '2012-05-06', '2100-01-01'].map((date) => new Date(date))
  await inTransaction(money.deps.db, async (tx) => {
    for (const seenAt of dates) {
      const [incoming, outgoing] = [newHash(), newHash()]
      await saveIncoming(tx, merchantId, {
        ...{ key: incoming, txid: incoming, method: 'on-chain', purpose: 'deposit' },
        ...{ amountSats: 1000n, priceCents: 10_000_000n, address: undefined, invoiceId: undefined, seenAt },
      })
      await saveOutgoing(tx, merchantId, { txid: outgoing, amountSats: -1000n, seenAt }, 10_000_000n)
    }
    const rows = await tx
      .selectFrom('transactions')
      .select(['seenAt', 'createdAt'])
      .where('merchantId', '=', merchantId)
      .execute()
    const [, possible] = dates
    for (const at of rows.flatMap(({ seenAt, createdAt }) => [seenAt, createdAt]))
      expect([possible?.getTime(), tx.now.getTime()]).toContain(at?.getTime())
    expect(rows).toHaveLength(6)
  })
})
