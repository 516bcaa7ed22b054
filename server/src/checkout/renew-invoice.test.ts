import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCheckout, renewInvoice } from '@bitquay/contract/checkout'
import * as v1 from '@bitquay/contract/v1/invoices'
import { createPaymentLink } from '@bitquay/contract/v1/payment-links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { drawPagesFromSource } from '../../test/draw-pages.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { syncStore } from '../payments/sync-store.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { turnClock } from '../sandbox/turn-clock.ts'
import { serveCheckoutPage } from './routes.page.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let key: string
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('renewed')
  key = await addApiKey(money.server, store.merchantId)
})
afterAll(() => money.close())

const create = async (orderId: string) => {
  const { body } = await ask(money.server, v1.createInvoice, { token: key, body: { amount: '100.00', orderId } })
  return String(body.invoiceId)
}
const pass = async (seconds: number) => {
  await turnClock(money.deps, seconds)
  await syncStore(money.deps, store.id)
}
/** The page offers a new price exactly when it is given. */
const renew = async (invoiceId: string) => {
  const shown = await ask(money.server, getCheckout, { params: { invoiceId } })
  const answer = await ask(money.server, renewInvoice, { params: { invoiceId } })
  expect(shown.body.renewable).toBe(answer.status === 200)
  return answer
}
const refused = { status: 409, body: { code: 'invoice-not-renewable' } }
const [hour, day] = [3600, 86_400]

test('a customer who came too late gets a new price within a day, and the same one when asking again', async () => {
  const invoiceId = await create('order-1')
  await pass(hour)
  const renewed = await renew(invoiceId)
  expect(renewed.status).toBe(200)
  expect((await renew(invoiceId)).body).toEqual(renewed.body)
})

test('nobody renews an invoice at the shop’s old price days later', async () => {
  const invoiceId = await create('order-2')
  await pass(2 * day)
  expect(await renew(invoiceId)).toMatchObject(refused)
})

test('renewing again and again doesn’t keep the old price alive', async () => {
  let invoiceId = await create('order-3')
  for (let turn = 0; turn < 4; turn++) {
    await pass(6 * hour)
    const renewed = await renew(invoiceId)
    expect(renewed.status).toBe(200)
    invoiceId = String(renewed.body.invoiceId)
  }
  await pass(6 * hour)
  expect(await renew(invoiceId)).toMatchObject(refused)
})

test('an order that the shop has issued another invoice for isn’t renewed at the old price', async () => {
  const invoiceId = await create('order-4')
  await pass(hour)
  await create('order-4')
  expect(await renew(invoiceId)).toMatchObject(refused)
})

test('a page without scripts shows the chosen way to pay, and its form gets the new price', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-checkout-'))
  writeFileSync(
    join(folder, 'checkout.html'),
    '<html lang="en"><head><title>x</title></head><div id="root"></div></html>',
  )
  const pages = createHttpServer({
    logLevel: 'silent',
    trustProxy: undefined,
    secure: false,
    toApiError: () => undefined,
  })
  serveCheckoutPage(pages, { ...money.deps, draw: await drawPagesFromSource() }, folder)
  const invoiceId = await create('order-6')
  const codeOf = async (query: string) => {
    const { body } = await pages.inject({ url: `/i/${invoiceId}${query}` })
    return /(Bitcoin and Lightning|Lightning|Bitcoin) payment code/.exec(body)?.[1]
  }
  expect(await codeOf('?method=lightning')).toBe('Lightning')
  expect(await codeOf('?method=on-chain')).toBe('Bitcoin')
  for (const query of ['', '?method=any', '?method=carrier-pigeon', '?method=lightning&method=any'])
    expect(await codeOf(query)).toBe('Bitcoin and Lightning')

  const send = (id: string, query = '') =>
    pages.inject({
      method: 'POST',
      url: `/i/${id}${query}`,
      payload: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  // An invoice that can be paid stays as it is.
  expect((await send(invoiceId)).headers.location).toBe(`/i/${invoiceId}`)
  await pass(hour)
  const page = await pages.inject({ url: `/i/${invoiceId}?lang=de` })
  expect(page.body).toContain(`<form method="post" action="/i/${invoiceId}?lang=de"`)
  const sent = await send(invoiceId, '?lang=de')
  expect(sent.statusCode).toBe(303)
  const { body } = await renew(invoiceId)
  expect(sent.headers.location).toBe(`/i/${String(body.invoiceId)}?lang=de`)
  expect((await send('nothing')).statusCode).toBe(404)
  await pages.close()
  rmSync(folder, { recursive: true })
})

test('no new price is offered for an open invoice, of a link that ended, or of a store that is closing', async () => {
  const isOffered = async (invoiceId: string) =>
    (await ask(money.server, getCheckout, { params: { invoiceId } })).body.renewable
  const { db } = money.deps
  const invoiceId = await create('order-5')
  expect(await isOffered(invoiceId)).toBe(false)
  await pass(hour)
  expect(await isOffered(invoiceId)).toBe(true)
  const created = await ask(money.server, createPaymentLink, { token: key, body: { title: 'Seat', amount: '5.00' } })
  const linkId = Number(created.body.id)
  await db.updateTable('invoices').set({ paymentLinkId: linkId }).where('invoiceId', '=', invoiceId).execute()
  expect(await isOffered(invoiceId)).toBe(true)
  await db
    .updateTable('paymentLinks')
    .set({ expiresAt: new Date(0) })
    .where('id', '=', linkId)
    .execute()
  expect(await isOffered(invoiceId)).toBe(false)
  expect(await renew(invoiceId)).toMatchObject({ body: { code: 'payment-link-closed' } })
  const other = await create('order-6')
  await pass(hour)
  await db.updateTable('merchants').set({ closingSince: new Date() }).where('id', '=', store.merchantId).execute()
  expect(await renew(other)).toMatchObject(refused)
})
