import { createInvoice } from '@bitquay/contract/invoices'
import { getSystem } from '@bitquay/contract/operations'
import { usePaymentLink } from '@bitquay/contract/payment-links'
import * as v1 from '@bitquay/contract/v1/invoices'
import { createPaymentLink } from '@bitquay/contract/v1/payment-links'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, addMerchantUser, ask, signInAs } from '../../test/people.ts'
import { checkEngine } from '../operations/check-servers.ts'
import { findAlertConditions } from '../operations/find-alert-conditions.ts'
import { syncStore } from '../payments/sync-store.ts'
import { explainRefusal } from './create-invoice.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let token: string
let admin: string
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('no-rate')
  token = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId))
  admin = await signInAs(money.server, await addAdmin(money.server))
})
afterAll(() => money.close())
beforeEach(async () => {
  await money.engine.control.rate({ available: true })
})

const sentence = 'Couldn’t get a bitcoin price for this invoice. Nothing was created. Try again in a minute.'
const internals = /kraken|api\.|Exception|System\.Net|BTC_USD|rating rule|generic-error/i
const create = (once?: string) =>
  ask(money.server, createInvoice, {
    token,
    body: { amount: '10.00' },
    ...(once === undefined ? {} : { once }),
  })
const readSystem = async () => (await ask(money.server, getSystem, { token: admin })).body
const runCheck = () => checkEngine(money.deps).run(new AbortController().signal)

test('without a rate source people see one message and the admin sees the details', async () => {
  await money.engine.control.rate({ available: false })
  const person = await create('again')
  expect(person).toMatchObject({ status: 503, body: { code: 'price-unavailable', message: sentence } })
  const key = await addApiKey(money.server, store.merchantId)
  const program = await ask(money.server, v1.createInvoice, { token: key, body: { amount: '10.00' }, once: 'p' })
  expect(program).toMatchObject({ status: 503, body: { code: 'price-unavailable', message: sentence } })
  const plugin = await money.server.app.inject({
    method: 'POST',
    url: `/api/v1/stores/${store.storeId}/invoices`,
    headers: { authorization: `token ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ amount: '10.00', currency: 'USD' }),
  })
  expect(plugin.statusCode).toBeGreaterThanOrEqual(400)
  const bodies = JSON.stringify([person.body, program.body, plugin.body])
  expect(bodies).toContain('Couldn’t get a bitcoin price')
  expect(bodies).not.toMatch(internals)

  const system = await readSystem()
  expect(system.refusedInvoices).toContainEqual(
    expect.objectContaining({ merchantId: store.merchantId, detail: expect.stringContaining('api.kraken.com:443') }),
  )

  // The same Idempotency-Key works once there is a price again, and creates one invoice.
  await money.engine.control.rate({ available: true })
  const created = await create('again')
  expect(created.status).toBe(200)
  expect((await create('again')).body.invoiceId).toBe(created.body.invoiceId)
})

test('the System page and an alert show a missing rate source until it is back', async () => {
  await runCheck()
  expect((await readSystem()).engine).toMatchObject({ rateProblem: null })
  const missing = async () =>
    (await findAlertConditions(money.deps.db, money.deps)).filter(({ kind }) => kind === 'rate-missing')
  expect(await missing()).toEqual([])
  await money.engine.control.rate({ available: false })
  await runCheck()
  expect((await readSystem()).engine).toMatchObject({ rateProblem: expect.stringContaining('api.kraken.com:443') })
  expect(await missing()).toHaveLength(1)
  // A server that can't be reached says nothing about its rates. That it is down is the alert.
  await money.engine.control.engine({ down: true })
  await runCheck()
  expect(await missing()).toEqual([])
  await money.engine.control.engine({ down: false })
  await money.engine.control.rate({ available: true })
  await runCheck()
  expect(await missing()).toEqual([])
})

test('an invoice in bitcoin needs no rate source', async () => {
  await money.engine.control.rate({ available: false })
  const created = await makeInvoice(money.deps, store.merchantId, '0.001', { currency: 'BTC' })
  expect(created.status).toBe('new')
})

test('people see a known message whatever BTCPay says', () => {
  const secret = 'Npgsql.PostgresException at /root/btcpay/db.internal:5432 password=hunter2'
  for (const message of [secret, `Error retrieving a matching payment method or rate.\n${secret}`, '']) {
    const { code, message: shown } = explainRefusal({ message })
    expect([code, shown]).toEqual([
      'engine-refused',
      'The payment server rejected this invoice. Nothing was created. Contact support if it happens again.',
    ])
  }
  expect(explainRefusal({ message: 'BTC-CHAIN: Amount below the dust threshold. For amounts…' }).message).toBe(
    'This amount is too small to be paid on-chain. Nothing was created. Enter a larger amount.',
  )
})

test('a failed invoice returns the same message for the same Idempotency-Key', async () => {
  const dust = () =>
    ask(money.server, createInvoice, { token, body: { amount: '0.00000100', currency: 'BTC' }, once: 'dust' })
  await money.deps.db.updateTable('stores').set({ lightning: 'none' }).where('id', '=', store.id).execute()
  const first = await dust()
  expect(first).toMatchObject({ status: 502, body: { code: 'engine-refused' } })
  expect(first.body.message).toBe(
    'This amount is too small to be paid on-chain. Nothing was created. Enter a larger amount.',
  )
  expect((await dust()).body.message).toBe(first.body.message)
})

test('the platform wallet keeps a funding address until it is used', async () => {
  await syncStore(money.deps, money.platform.id)
  const addressNow = async () => {
    const { wallet } = (await readSystem()) as { wallet: { fundingAddress: string | null } }
    return wallet.fundingAddress
  }
  const first = await addressNow()
  expect(first).toMatch(/^bcrt1/)
  await syncStore(money.deps, money.platform.id)
  expect(await addressNow()).toBe(first)
  await money.engine.control.faucet({ address: first ?? '', amountBtc: '0.01' })
  await money.mine(1, money.platform)
  await syncStore(money.deps, money.platform.id)
  const second = await addressNow()
  expect(second).toMatch(/^bcrt1/)
  expect(second).not.toBe(first)
})

test('customers of a payment link see the same message', async () => {
  const key = await addApiKey(money.server, store.merchantId)
  const link = await ask(money.server, createPaymentLink, { token: key, body: { title: 'A mug', amount: '25.00' } })
  await money.engine.control.rate({ available: false })
  const used = await ask(money.server, usePaymentLink, { params: { slug: String(link.body.slug) }, body: {} })
  expect(used).toMatchObject({ status: 503, body: { code: 'price-unavailable', message: sentence } })
})

test('rates are read every other time, and at once when the server changes', async () => {
  const worker = checkEngine(money.deps)
  const runAndRead = async () => {
    await worker.run(new AbortController().signal)
    const { rows } = await sql<{ reachable: boolean; hasProblem: boolean }>`
      select reachable, rate_problem is not null as has_problem from engine_checks`.execute(money.deps.db)
    return rows[0]
  }
  await money.engine.control.rate({ available: false })
  expect(await runAndRead()).toEqual({ reachable: true, hasProblem: true })
  await money.engine.control.rate({ available: true })
  expect(await runAndRead()).toEqual({ reachable: true, hasProblem: true })
  expect(await runAndRead()).toEqual({ reachable: true, hasProblem: false })
  await money.engine.control.engine({ down: true })
  expect(await runAndRead()).toMatchObject({ reachable: false })
  await money.engine.control.engine({ down: false })
  expect(await runAndRead()).toMatchObject({ reachable: true })
})
