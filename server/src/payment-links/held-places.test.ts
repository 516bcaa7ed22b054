import { renewInvoice } from '@bitquay/contract/checkout'
import { saveLinkAddress } from '@bitquay/contract/lightning-addresses'
import { createPaymentLink, usePaymentLink } from '@bitquay/contract/payment-links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAddressStage } from '../../test/lightning-addresses.ts'
import { createLnurlClient } from '../../test/lnurl-client.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { syncStore } from '../payments/sync-store.ts'
import { placesOfSource } from './places-of-source.ts'

let money: Money
let stage: ReturnType<typeof createAddressStage>
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
  stage = createAddressStage(money)
})
afterAll(() => money.close())

const [greedy, other] = ['192.0.2.10', '192.0.2.11']

const newLink = async (name: string, maxPayments: number) => {
  const { token, store } = await stage.newAddress(name)
  const { body } = await ask(money.server, createPaymentLink, {
    token,
    body: { title: 'Seat', amount: '5.00', maxPayments },
  })
  const [id, slug] = [Number(body.id), String(body.slug)]
  const use = (from: string) => ask(money.server, usePaymentLink, { params: { slug }, body: {}, from })
  return { token, store, id, use }
}
const tooMany = { status: 429, body: { code: 'too-many-attempts' } }

test('one source can’t hold all places of a link, and gets more once it has paid', async () => {
  const { store, use } = await newLink('seats', 4)
  const taken = [await use(greedy), await use(greedy)]
  expect(taken.map(({ status }) => status)).toEqual([200, 200])
  expect(await use(greedy)).toMatchObject(tooMany)
  expect((await use(other)).status).toBe(200)
  for (const { body } of taken)
    await money.engine.control.pay({ invoiceId: String(body.invoiceId), method: 'lightning' })
  await money.pass(31)
  await syncStore(money.deps, store.id)
  expect((await use(greedy)).status).toBe(200)
  expect((await use(other)).body).toMatchObject({ code: 'payment-link-closed' })
})

test('what expired without a payment can be used again by the same source', async () => {
  const { store, use } = await newLink('seats-again', 2)
  expect((await use(greedy)).status).toBe(200)
  expect(await use(greedy)).toMatchObject(tooMany)
  await money.engine.control.clock({ advanceSeconds: 3600 })
  await money.pass(3600)
  await syncStore(money.deps, store.id)
  expect((await use(greedy)).status).toBe(200)
})

test('a link for one payment is open to the first who comes', async () => {
  const { use } = await newLink('single-seat', 1)
  expect((await use(greedy)).status).toBe(200)
  expect((await use(greedy)).body).toMatchObject({ code: 'payment-link-closed' })
})

/** Lets the open invoices of a store expire. */
const expireAll = async (store: { id: number }, seconds = 1000) => {
  await money.engine.control.clock({ advanceSeconds: seconds })
  await money.pass(seconds)
  await syncStore(money.deps, store.id)
}

test('one source can’t hold a link for one payment again and again', async () => {
  const { store, use } = await newLink('single-seat-again', 1)
  for (let turn = 0; turn < 3; turn++) {
    expect((await use(greedy)).status).toBe(200)
    await expireAll(store)
  }
  expect(await use(greedy)).toMatchObject(tooMany)
  expect((await use(other)).status).toBe(200)
  await expireAll(store, 86_400)
  expect((await use(greedy)).status).toBe(200)
})

test('nor by getting new prices for the invoice that held it', async () => {
  const { store, use } = await newLink('single-seat-renewed', 1)
  const renew = (invoiceId: unknown) =>
    ask(money.server, renewInvoice, { params: { invoiceId: String(invoiceId) }, from: greedy })
  let { body } = await use(greedy)
  for (let turn = 1; turn < 3; turn++) {
    await expireAll(store)
    const renewed = await renew(body.invoiceId)
    expect(renewed.status).toBe(200)
    body = renewed.body
  }
  await expireAll(store)
  expect(await renew(body.invoiceId)).toMatchObject(tooMany)
  expect((await use(other)).status).toBe(200)
})

test('new prices of old invoices don’t let a source hold all places of a link', async () => {
  const { store, use } = await newLink('seats-renewed', 4)
  const old = [await use(greedy), await use(greedy)]
  await expireAll(store)
  expect([(await use(greedy)).status, (await use(greedy)).status]).toEqual([200, 200])
  for (const { body } of old)
    expect(
      await ask(money.server, renewInvoice, { params: { invoiceId: String(body.invoiceId) }, from: greedy }),
    ).toMatchObject(tooMany)
  expect((await use(other)).status).toBe(200)
})

test('one source can’t hold all places through the Lightning Address of a link', async () => {
  const { token, id, use } = await newLink('seats-by-wallet', 4)
  const name = 'seats-by-wallet-link'
  expect((await ask(money.server, saveLinkAddress, { token, params: { id }, body: { name } })).status).toBe(200)
  const request = async (from: string) => {
    const wallet = createLnurlClient(money.server, from)
    const offer = await wallet.read(wallet.resolve(`${name}@${stage.host}`))
    return wallet.get(wallet.callbackOf(offer, BigInt(offer.minSendable)))
  }
  expect((await request(greedy)).body).toMatchObject({ pr: expect.any(String) })
  expect((await use(greedy)).status).toBe(200)
  expect(await request(greedy)).toMatchObject({ status: 429, body: { status: 'ERROR' } })
  expect(await use(greedy)).toMatchObject(tooMany)
  expect((await request(other)).body).toMatchObject({ pr: expect.any(String) })
})

test('at the change of two periods, a source still leaves a place to others', () => {
  for (let places = 2; places <= 1000; places++) {
    const most = placesOfSource({ maxPayments: places, maxQuantity: 1 })
    expect(most).toBeGreaterThanOrEqual(1)
    expect(2 * most - 1).toBeLessThan(places)
  }
})
