import { changeSettings, getSettings } from '@bitquay/contract/merchants'
import * as v1 from '@bitquay/contract/v1/invoices'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchant, addMerchantUser, ask, type Someone, signInAs } from '../../test/people.ts'
import { provisionStore } from '../stores/provision-store.ts'
import type { ReadyStore } from '../stores/table.ts'
import { syncStore } from './sync-store.ts'

let money: Money
let store: ReadyStore
let merchant: Someone
let key: string
beforeAll(async () => {
  money = await startMoney()
  merchant = await addMerchant(money.server)
  store = await provisionStore(money.deps, { merchantId: merchant.id, name: 'Corner Café' })
  key = await addApiKey(money.server, merchant.id)
})
afterAll(() => money.close())

/** Signs in first, because the clock of these tests moves and the password must be recent. */
const setLimit = async (zeroConfirmationLimitUsd: string) => {
  const token = await signInAs(money.server, merchant)
  return ask(money.server, changeSettings, { token, body: { zeroConfirmationLimitUsd } })
}
beforeEach(async () => {
  expect((await setLimit('50')).body).toMatchObject({ zeroConfirmationLimitUsd: '50.00' })
})

const sync = async () => {
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
}
const createSale = async (amount: string) => {
  const { body } = await ask(money.server, v1.createInvoice, { token: key, body: { amount, confirmations: 0 } })
  return String(body.invoiceId)
}
const read = async (invoiceId: string) =>
  (await ask(money.server, v1.getInvoice, { token: key, params: { invoiceId } })).body
const stateOf = async (invoiceId: string) => {
  const columns = ['state', 'status'] as const
  return money.deps.db.selectFrom('invoices').select(columns).where('invoiceId', '=', invoiceId).executeTakeFirst()
}
type How = { replaceable?: boolean; satPerVb?: number; parent?: { satPerVb: number; replaceable: boolean } }
/** Pays without the signal for replacement, at a good fee rate. */
const pay = async (invoiceId: string, how: How = {}) => {
  const paid = await money.engine.control.pay({ invoiceId, replaceable: false, ...how })
  await sync()
  return String((paid as { txid?: string }).txid)
}
const countBooked = async () => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from transactions where merchant_id = ${merchant.id} and booked`.execute(money.deps.db)
  return Number(rows[0]?.count)
}
const countChanges = async (audience: string) => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from changes where audience = ${audience} and topic = 'transactions'`.execute(
    money.deps.db,
  )
  return Number(rows[0]?.count)
}
const eventsOf = async (invoiceId: string) => {
  const { rows } = await sql<{ type: string }>`
    select type from api_events where object ->> 'invoiceId' = ${invoiceId} order by id`.execute(money.deps.db)
  return rows.map(({ type }) => type)
}

test('the limit is off at first, and only those who manage the store change it', async () => {
  const other = await addMerchant(money.server)
  const theirs = await signInAs(money.server, other)
  expect((await ask(money.server, getSettings, { token: theirs })).body).toMatchObject({
    zeroConfirmationLimitUsd: '0.00',
  })
  for (const zeroConfirmationLimitUsd of ['-1', '100000.01', 'all', '1.234', null]) {
    const answer = await ask(money.server, changeSettings, { token: theirs, body: { zeroConfirmationLimitUsd } })
    expect(answer.status, String(zeroConfirmationLimitUsd)).toBe(400)
  }
  const cashier = await signInAs(money.server, await addMerchantUser(money.server, other.id, 'user'))
  const body = { zeroConfirmationLimitUsd: '20' }
  expect((await ask(money.server, changeSettings, { token: cashier, body })).status).toBe(403)
})

test('a safe payment below the limit is paid at once, and is booked with its first confirmation', async () => {
  const booked = await countBooked()
  const invoiceId = await createSale('20.00')
  await pay(invoiceId)
  expect(await read(invoiceId)).toMatchObject({
    status: 'settled',
    payments: [{ status: 'pending', confirmations: 0 }],
  })
  expect(await stateOf(invoiceId)).toMatchObject({ state: 'paid' })
  expect(await countBooked()).toBe(booked)
  expect((await money.balances())[`merchant:${merchant.id}:fees-owed`] ?? 0n).toBe(0n)

  await money.engine.control.mine({ blocks: 1 })
  await sync()
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', payments: [{ status: 'confirmed' }] })
  expect(await countBooked()).toBe(booked + 1)
  await money.expectCleanAudit()
})

test.each([
  ['signals that it may be replaced', '20.00', { replaceable: true }, '50'],
  ['has a low fee rate', '20.00', { satPerVb: 1 }, '50'],
  ['spends a parent that may be replaced', '20.00', { parent: { satPerVb: 20, replaceable: true } }, '50'],
  ['spends a parent with a low fee rate', '20.00', { parent: { satPerVb: 1, replaceable: false } }, '50'],
  ['spends any unconfirmed parent', '20.00', { parent: { satPerVb: 20, replaceable: false } }, '50'],
  ['is as large as the limit', '50.00', {}, '50'],
  ['comes while the limit is off', '20.00', {}, '0'],
])('a payment that %s is confirming until its first block', async (_name, amount, how, limit) => {
  await setLimit(limit)
  const booked = await countBooked()
  const invoiceId = await createSale(amount)
  await pay(invoiceId, how)
  expect(await stateOf(invoiceId)).toEqual({ state: 'confirming', status: 'processing' })
  await sync()
  expect(await stateOf(invoiceId)).toEqual({ state: 'confirming', status: 'processing' })
  expect(await eventsOf(invoiceId)).not.toContain('invoice.settled')

  await money.engine.control.mine({ blocks: 1 })
  await sync()
  await sync()
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', payments: [{ status: 'confirmed' }] })
  expect(await countBooked()).toBe(booked + 1)
  expect(await eventsOf(invoiceId)).toContain('invoice.settled')
})

test('a sale that is double-spent is shown, announced once and never credited', async () => {
  const booked = await countBooked()
  const before = await money.balances()
  const invoiceId = await createSale('30.00')
  const txid = await pay(invoiceId)
  expect(await stateOf(invoiceId)).toMatchObject({ state: 'paid' })

  const screens = [await countChanges(`merchant:${merchant.id}`), await countChanges('admin')] as const
  await money.engine.control.replace({ txid })
  await sync()
  // The payment is gone, and nobody knows yet which transaction wins.
  expect(await stateOf(invoiceId)).toMatchObject({ state: 'confirming' })

  await money.engine.control.mine({ blocks: 1 })
  for (let times = 0; times < 3; times++) await sync()
  expect(await read(invoiceId)).toMatchObject({
    status: 'invalid',
    paidBtc: '0.00000000',
    payments: [{ status: 'failed' }],
  })
  expect(await stateOf(invoiceId)).toMatchObject({ state: 'invalid' })
  const events = await eventsOf(invoiceId)
  expect(events.filter((type) => type === 'invoice.invalid')).toHaveLength(1)
  expect(events).toContain('payment.reversed')
  const notices = await money.deps.db
    .selectFrom('notifications')
    .select(['kind', 'reason', 'amountUsd'])
    .where('invoiceId', '=', invoiceId)
    .where('reason', '=', 'double-spent')
    .execute()
  expect(notices).toEqual([{ kind: 'needs-attention', reason: 'double-spent', amountUsd: '30.00' }])
  // Whenever the merchant's list of transactions reads again, so does the administrators'.
  const told = (await countChanges(`merchant:${merchant.id}`)) - screens[0]
  expect(told).toBeGreaterThanOrEqual(2)
  expect((await countChanges('admin')) - screens[1]).toBe(told)
  expect(await countBooked()).toBe(booked)
  expect(await money.balances()).toEqual(before)
  await money.expectCleanAudit()
})

test('a payment that was never accepted and is double-spent makes the invoice invalid', async () => {
  const invoiceId = await createSale('50.00')
  const txid = await pay(invoiceId)
  expect(await stateOf(invoiceId)).toMatchObject({ state: 'confirming' })
  await money.engine.control.replace({ txid })
  await sync()
  await money.engine.control.mine({ blocks: 1 })
  for (let times = 0; times < 3; times++) await sync()
  expect(await stateOf(invoiceId)).toMatchObject({ state: 'invalid' })
  expect(await eventsOf(invoiceId)).not.toContain('invoice.settled')
  await money.expectCleanAudit()
})

test('two confirmations are needed where the invoice says so, and booking needs one', async () => {
  const booked = await countBooked()
  const { body } = await ask(money.server, v1.createInvoice, {
    token: key,
    body: { amount: '20.00', confirmations: 2 },
  })
  const invoiceId = String(body.invoiceId)
  await pay(invoiceId)
  await money.engine.control.mine({ blocks: 1 })
  await sync()
  expect(await stateOf(invoiceId)).toMatchObject({ state: 'confirming' })
  expect(await countBooked()).toBe(booked + 1)
  await money.engine.control.mine({ blocks: 1 })
  await sync()
  expect(await stateOf(invoiceId)).toMatchObject({ state: 'paid' })
})
