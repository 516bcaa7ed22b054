import { randomUUID } from 'node:crypto'
import { reauthenticate } from '@bitquay/contract/accounts'
import { listOwnNotifications } from '@bitquay/contract/notifications'
import {
  addTillCashier,
  approveTillRefund,
  changeTillDevice,
  declineTillRefund,
  listTillRefunds,
  listTills,
  removeTillCashier,
  type Till,
  type TillRefund,
  unlockTillDevice,
} from '@bitquay/contract/tills'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import {
  addAdmin,
  addMerchantUser,
  ask,
  codeOf,
  enableTwoFactor,
  forgetCodes,
  password,
  type Someone,
  signInAs,
} from '../../test/people.ts'
import { addDeviceTo, addTillDevice, guessPins, useTill } from '../../test/tills.ts'
import { insertChange, markStopped } from '../accounts/table.changes.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let manager: Someone
let token: string
let secret: string
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('cashiers', 50_000_000n)
  manager = await addMerchantUser(money.server, store.merchantId, 'admin')
  token = await signInAs(money.server, manager)
  ;({ secret } = await enableTwoFactor(money.server, manager, token))
  // Money can leave a day after the second factor was set up.
  await money.pass(25 * 3600)
  token = await signInAs(money.server, manager, { twoFactorToken: codeOf(secret) })
})
afterAll(() => money.close())

/** A used code works again, so that a test need not wait for the next one. */
const code = async () => {
  await forgetCodes(money.server, manager)
  return codeOf(secret)
}

const newTill = async () => {
  const device = await addTillDevice(money.server, store.merchantId)
  const params = { id: device.tillId }
  const added = await ask(money.server, addTillCashier, { token, params, body: { name: 'Ida', pin: '482913' } })
  expect(added.status).toBe(200)
  const cashierId = Number(added.body.id)
  return { device, params, till: useTill(money.server, device), cashierId, pin: { cashierId, pin: '482913' } }
}
type TestTill = Awaited<ReturnType<typeof newTill>>

const paidSale = async ({ till }: Pick<TestTill, 'till'>, amount = '10.00') => {
  const saleId = randomUUID()
  const { body } = await till.charge({ saleId, lines: [{ amount }], total: amount })
  await money.engine.control.pay({ invoiceId: String(body.invoiceId), method: 'lightning' })
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
  expect((await till.sale(saleId)).body.status).toBe('paid')
  return { saleId, invoiceId: String(body.invoiceId) }
}

const countRefunds = async () => {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from refunds`.execute(money.deps.db)
  return Number(rows[0]?.count)
}
const listRequests = async () => (await ask(money.server, listTillRefunds, { token })).body as unknown as TillRefund[]
const setLimit = async ({ device }: TestTill, dailyRefundLimitUsd: string) => {
  const answer = await ask(money.server, changeTillDevice, {
    token,
    params: { id: device.tillId, deviceId: device.deviceId },
    body: { dailyRefundLimitUsd, twoFactorToken: await code() },
  })
  expect(answer.body).toMatchObject({ dailyRefundLimitUsd })
}

test('a PIN has at least 6 digits, is stored as a hash and is never returned', async () => {
  const { params } = await newTill()
  for (const pin of ['12345', 'abcdef', '']) {
    const refused = await ask(money.server, addTillCashier, { token, params, body: { name: 'Bo', pin } })
    expect(refused.status, pin).toBe(400)
  }
  const { rows } = await sql<{ text: string }>`
    select string_agg(c::text, ' ') || (select string_agg(a::text, ' ') from act_log a) as text from till_cashiers c`.execute(
    money.deps.db,
  )
  expect(rows[0]?.text).toContain('$argon2id$')
  expect(rows[0]?.text).not.toContain('482913')
  expect(JSON.stringify((await ask(money.server, listTills, { token })).body)).not.toMatch(/482913|argon2/)
})

test('a refund at the till is a request that a manager approves with 2FA', async () => {
  const shop = await newTill()
  const sale = await paidSale(shop)
  const before = await countRefunds()
  const requested = await shop.till.refund(sale.saleId, { ...shop.pin, amount: '4.00', reason: 'Spilled' })
  expect(requested.body).toEqual({ status: 'requested', claimLink: null })
  expect((await shop.till.refund(sale.saleId, shop.pin)).body).toMatchObject({ code: 'refund-already-requested' })
  expect(await countRefunds()).toBe(before)
  const request = (await listRequests()).find(({ invoiceId }) => invoiceId === sale.invoiceId)
  expect(request).toMatchObject({ cashier: 'Ida', amount: '4.00', saleTotal: '10.00', reason: 'Spilled' })
  const { body: bell } = await ask(money.server, listOwnNotifications, { token })
  const notices = (bell as { notifications: { reason: string | null }[] }).notifications
  expect(notices.filter(({ reason }) => reason === 'refund-requested')).toMatchObject([
    { kind: 'needs-attention', amountUsd: '4.00', about: 'Ida, Tablet', invoiceId: sale.invoiceId },
  ])
  const params = { id: request?.id ?? 0 }
  const approve = (body: object, by = token) => ask(money.server, approveTillRefund, { token: by, params, body })
  expect((await approve({})).body).toMatchObject({ code: 'invalid-verification-code' })
  const clerk = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'user'))
  expect((await approve({ twoFactorToken: await code() }, clerk)).status).toBe(403)
  expect(await countRefunds()).toBe(before)
  const approved = await approve({ twoFactorToken: await code() })
  expect(approved.body).toMatchObject({ claimLink: expect.stringContaining('/r/') })
  expect(await countRefunds()).toBe(before + 1)
  expect((await approve({ twoFactorToken: await code() })).status).toBe(404)
  expect(await countRefunds()).toBe(before + 1)
  expect(await listRequests()).toEqual([])
})

test('a declined request moves nothing, and the cashier can request again', async () => {
  const shop = await newTill()
  const sale = await paidSale(shop)
  const before = await countRefunds()
  await shop.till.refund(sale.saleId, shop.pin)
  const [request] = await listRequests()
  const params = { id: request?.id ?? 0 }
  expect((await ask(money.server, declineTillRefund, { token, params, body: {} })).status).toBe(200)
  expect((await ask(money.server, declineTillRefund, { token, params, body: {} })).status).toBe(404)
  expect((await shop.till.refund(sale.saleId, shop.pin)).body).toMatchObject({ status: 'requested' })
  expect(await countRefunds()).toBe(before)
  await ask(money.server, declineTillRefund, { token, params: { id: (await listRequests())[0]?.id ?? 0 }, body: {} })
})

test('a device limit allows refunds of its own sales of today, up to each sale and to the limit of the day', async () => {
  const shop = await newTill()
  const withoutCode = await ask(money.server, changeTillDevice, {
    token,
    params: { id: shop.device.tillId, deviceId: shop.device.deviceId },
    body: { dailyRefundLimitUsd: '25.00' },
  })
  expect(withoutCode.body).toMatchObject({ code: 'invalid-verification-code' })
  const yesterday = await paidSale(shop)
  await money.pass(86_400)
  token = await signInAs(money.server, manager, { twoFactorToken: await code() })
  await setLimit(shop, '25.00')
  const [one, two, three] = [await paidSale(shop), await paidSale(shop), await paidSale(shop)]
  const status = async (saleId: string, body: object = {}) =>
    (await shop.till.refund(saleId, { ...shop.pin, ...body })).body

  expect(await status(yesterday.saleId)).toMatchObject({ status: 'requested' })
  expect(await status(one.saleId, { amount: '10.01' })).toMatchObject({ code: 'refund-too-large' })
  const allowed = await status(one.saleId, { amount: '6.00' })
  expect(allowed).toMatchObject({ status: 'approved', claimLink: expect.stringContaining('/r/') })
  // The rest of the sale is less than that.
  expect(await status(one.saleId, { amount: '6.00' })).toMatchObject({ status: 'requested' })
  const beside = useTill(money.server, await addDeviceTo(money.server, store.merchantId, shop.device))
  expect((await beside.refund(two.saleId, shop.pin)).status).toBe(404)
  // Of several at once, only those within the limit are allowed.
  const answers = await Promise.all([status(two.saleId), status(three.saleId)])
  const outcomes = answers.map((answer) => String(answer.status ?? answer.code)).toSorted()
  expect(outcomes[0]).toBe('approved')
  expect(outcomes[1]).toMatch(/requested|refund-limit-reached/)
  const { rows } = await sql<{ counted: string }>`
    select sum(counted_usd) as counted from till_refunds where device_id = ${shop.device.deviceId}`.execute(
    money.deps.db,
  )
  expect(Number(rows[0]?.counted)).toBeLessThanOrEqual(25)
})

test('while the owner is being recovered, a device pays nothing out by itself', async () => {
  const shop = await newTill()
  await setLimit(shop, '25.00')
  const sale = await paidSale(shop)
  const { merchantId } = store
  const { id: requestedBy } = await addAdmin(money.server)
  const { id } = await inTransaction(money.deps.db, (tx) =>
    insertChange(tx, {
      ...{ merchantId, requestedBy, kind: 'recovery', newEmail: null },
      reason: 'A video call with the owner',
      oldEmail: 'cashiers@example.test',
    }),
  )
  const before = await countRefunds()
  const refund = async (amount: string) => (await shop.till.refund(sale.saleId, { ...shop.pin, amount })).body
  expect(await refund('4.00')).toEqual({ status: 'requested', claimLink: null })
  expect(await countRefunds()).toBe(before)
  await inTransaction(money.deps.db, (tx) => markStopped(tx, id))
  expect(await refund('4.00')).toMatchObject({ status: 'approved' })
})

test('5 wrong PINs lock refunds until a manager unlocks them, and sales go on', async () => {
  const shop = await newTill()
  const sale = await paidSale(shop)
  const guess = (pin: string) => shop.till.refund(sale.saleId, { ...shop.pin, pin })
  for (const pin of ['000000', '000001', '000002', '000003']) {
    expect((await guess(pin)).body).toMatchObject({ code: 'wrong-pin' })
  }
  expect((await guess('000004')).body).toMatchObject({ code: 'till-refunds-locked' })
  for (const answer of [await guess('482913'), await shop.till.openShift(shop.pin)]) {
    expect(answer.body).toMatchObject({ code: 'till-refunds-locked' })
  }
  expect((await shop.till.state()).body.device).toMatchObject({ refundsLocked: true })
  expect((await shop.till.charge({ saleId: randomUUID(), lines: [{ amount: '3.00' }], total: '3.00' })).status).toBe(
    200,
  )
  const params = { id: shop.device.tillId, deviceId: shop.device.deviceId }
  const unlock = () => ask(money.server, unlockTillDevice, { token, params, body: {} })
  await money.pass(11 * 60)
  expect((await unlock()).body).toMatchObject({ code: 'password-needed' })
  await ask(money.server, reauthenticate, { token, body: { password } })
  expect((await unlock()).body).toMatchObject({ refundsLocked: false })
  expect((await guess('482913')).body).toMatchObject({ status: 'requested' })
  await ask(money.server, declineTillRefund, { token, params: { id: (await listRequests())[0]?.id ?? 0 }, body: {} })
})

test('5 wrong PINs lock the device even if they are for several cashiers', async () => {
  const shop = await newTill()
  const sale = await paidSale(shop)
  const other = await ask(money.server, addTillCashier, {
    token,
    params: shop.params,
    body: { name: 'Bo', pin: '771144' },
  })
  const ids = [shop.cashierId, Number(other.body.id)]
  const codes: unknown[] = []
  for (let guess = 0; guess < 6; guess++) {
    const cashierId = ids[guess % 2] ?? 0
    codes.push((await shop.till.refund(sale.saleId, { cashierId, pin: `00000${guess}` })).body.code)
  }
  const [wrong, locked] = ['wrong-pin', 'till-refunds-locked']
  expect(codes).toEqual([wrong, wrong, wrong, wrong, locked, locked])
})

test('one cashier’s right PIN gives no further guesses at another’s', async () => {
  const shop = await newTill()
  const sale = await paidSale(shop)
  const other = await ask(money.server, addTillCashier, {
    token,
    params: shop.params,
    body: { name: 'Bo', pin: '771144' },
  })
  const own = { cashierId: Number(other.body.id), pin: '771144' }
  const codes: unknown[] = []
  for (let guess = 0; guess < 6; guess++) {
    codes.push((await shop.till.refund(sale.saleId, { ...shop.pin, pin: `00000${guess}` })).body.code)
    await shop.till.refund(sale.saleId, own)
  }
  expect(codes.slice(-2)).toEqual(['till-refunds-locked', 'till-refunds-locked'])
})

test('a stolen device with a limit and hundreds of PIN guesses at once moves nothing', async () => {
  const shop = await newTill()
  await setLimit(shop, '1000.00')
  const sale = await paidSale(shop, '50.00')
  const before = await countRefunds()
  const { codes, compared } = await guessPins(money.server, shop.till, { ...shop.pin, saleId: sale.saleId, count: 300 })
  expect(compared).toBeLessThanOrEqual(5)
  expect(codes).toEqual({ 'wrong-pin': 4, 'till-refunds-locked': 296 })
  expect(await countRefunds()).toBe(before)
  expect((await listRequests()).filter(({ invoiceId }) => invoiceId === sale.invoiceId)).toEqual([])
  await money.expectCleanAudit()
})

test('a shift counts the paid sales of its cashier and closes with its figures', async () => {
  const shop = await newTill()
  await paidSale(shop, '1.00')
  expect((await shop.till.openShift({ ...shop.pin, pin: '111111' })).body).toMatchObject({ code: 'wrong-pin' })
  expect((await shop.till.openShift(shop.pin)).body).toMatchObject({ cashier: 'Ida', sales: 0, closedAt: null })
  expect((await shop.till.openShift(shop.pin)).body).toMatchObject({ code: 'shift-open' })
  await paidSale(shop, '2.00')
  const saleId = randomUUID()
  await shop.till.charge({ saleId, lines: [{ amount: '9.00' }], total: '9.00' })
  await paidSale(shop, '3.50')
  expect((await shop.till.state()).body.shift).toMatchObject({ sales: 2, total: '5.50' })
  expect((await shop.till.closeShift()).body).toMatchObject({ sales: 2, total: '5.50', tips: '0.00' })
  expect((await shop.till.closeShift()).status).toBe(404)
  await paidSale(shop, '4.00')
  const tills = (await ask(money.server, listTills, { token })).body as unknown as Till[]
  expect(tills.find(({ id }) => id === shop.device.tillId)?.shifts).toMatchObject([{ cashier: 'Ida', total: '5.50' }])
})

test('a removed cashier’s PIN stops working at once', async () => {
  const shop = await newTill()
  const sale = await paidSale(shop)
  const params = { ...shop.params, cashierId: shop.cashierId }
  expect((await ask(money.server, removeTillCashier, { token, params })).status).toBe(200)
  expect((await shop.till.refund(sale.saleId, shop.pin)).body).toMatchObject({ code: 'wrong-pin' })
  expect((await ask(money.server, removeTillCashier, { token, params })).status).toBe(404)
})
