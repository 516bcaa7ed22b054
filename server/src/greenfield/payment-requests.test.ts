import { OpenAPI, PaymentRequestsService } from 'btcpay-greenfield-node-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { attemptsOf } from '../../test/due-dates.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addMerchant } from '../../test/people.ts'
import { announceOverdue } from '../invoices/worker.ts'
import { syncStore } from '../payments/sync-store.ts'
import { turnClock } from '../sandbox/turn-clock.ts'
import { provisionStore } from '../stores/provision-store.ts'
import type { ReadyStore } from '../stores/table.ts'
import { greenfieldBase } from './routes.ts'

let money: Money
let store: ReadyStore
let key: string
let other: { storeId: string; key: string }
beforeAll(async () => {
  money = await startMoney()
  const owner = await addMerchant(money.server)
  store = await provisionStore(money.deps, { merchantId: owner.id, name: 'Requests' })
  key = await addApiKey(money.server, owner.id)
  const neighbor = await addMerchant(money.server)
  const theirs = await provisionStore(money.deps, { merchantId: neighbor.id, name: 'Neighbor' })
  other = { storeId: theirs.storeId, key: await addApiKey(money.server, neighbor.id) }
  await money.engine.control.rate({ usd: '100000.00' })
})
afterAll(() => money.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Answer = { status: number; body: Record<string, unknown> }

const ask = async (method: Method, path: string, payload?: object, token = key): Promise<Answer> => {
  const answer = await money.server.app.inject({
    method,
    url: `${greenfieldBase}/api/v1${path}`,
    headers: { authorization: `token ${token}` },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() }
}
const inStore = (id = '') => `/stores/${store.storeId}/payment-requests${id === '' ? '' : `/${id}`}`
const secondsIn = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400
const create = async (more: object = {}) => {
  const answer = await ask('POST', inStore(), { amount: '100', title: 'Rent', expiryDate: secondsIn(30), ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { id: String(answer.body.id), body: answer.body }
}
const pay = async (id: string) => {
  await ask('POST', `${inStore(id)}/pay`, {})
  const attempts = await attemptsOf(money.deps, id)
  await money.engine.control.pay({ invoiceId: attempts.at(-1)?.engineId ?? '', method: 'onchain' })
  await syncStore(money.deps, store.id)
}
const settle = async (id: string) => {
  await pay(id)
  await money.engine.control.mine({ blocks: 1 })
  await syncStore(money.deps, store.id)
}

test('a published client creates, reads, changes, lists and archives a payment request', async () => {
  OpenAPI.BASE = `${await money.server.app.listen({ host: '127.0.0.1', port: 0 })}${greenfieldBase}`
  OpenAPI.TOKEN = key
  const { storeId } = store
  const expiryDate = secondsIn(14)
  const requestBody = {
    amount: '250.50',
    currency: 'EUR',
    title: 'Two ropes',
    description: 'Delivered in May',
    email: 'buyer@example.test',
    // The client's types say that times are texts.
    expiryDate: String(expiryDate),
  }
  const created = await PaymentRequestsService.paymentRequestsCreatePaymentRequest({ storeId, requestBody })
  expect(created).toEqual({
    ...requestBody,
    expiryDate,
    id: expect.stringMatching(/^\w{22}$/),
    storeId,
    amount: '250.5',
    createdTime: expect.any(Number),
    status: 'Pending',
    referenceId: null,
    archived: false,
    allowCustomPaymentAmounts: false,
    formId: null,
    formResponse: null,
  })
  const paymentRequestId = created.id as string
  const named = { storeId, paymentRequestId }
  expect(await PaymentRequestsService.paymentRequestsGetPaymentRequest(named)).toEqual(created)
  // A client sends back what it has read.
  const changed = await PaymentRequestsService.paymentRequestsUpdatePaymentRequest({
    ...named,
    requestBody: { ...created, title: 'Three ropes', amount: '375' },
  })
  expect(changed).toEqual({ ...created, title: 'Three ropes', amount: '375' })
  expect(await PaymentRequestsService.paymentRequestsGetPaymentRequests({ storeId })).toEqual([changed])
  await PaymentRequestsService.paymentRequestsArchivePaymentRequest(named)
  expect(await PaymentRequestsService.paymentRequestsGetPaymentRequests({ storeId })).toEqual([])
  expect((await ask('GET', `${inStore()}?includeArchived=true`)).body).toMatchObject([
    { id: created.id, archived: true, status: 'Expired' },
  ])
  expect(await ask('DELETE', inStore(paymentRequestId))).toMatchObject({
    status: 404,
    body: { code: 'payment-request-not-found' },
  })
})

test('it is an invoice with a due date, which the customer reads and pays', async () => {
  const { id } = await create({ description: 'For May\nand June', referenceId: 'INV-7', email: 'tenant@example.test' })
  const { rows } = await sql<Record<string, unknown>>`
    select description, customer_email, metadata from invoices where invoice_id = ${id}`.execute(money.deps.db)
  expect(rows).toEqual([
    { description: 'Rent\nFor May\nand June', customerEmail: 'tenant@example.test', metadata: { orderId: 'INV-7' } },
  ])
  const invoice = `/stores/${store.storeId}/invoices/${id}`
  expect((await ask('GET', invoice)).body).toMatchObject({ id, status: 'New', amount: '100' })
  expect(await attemptsOf(money.deps, id)).toEqual([])

  const paying = await ask('POST', `/payment-requests/${id}/pay`, { allowPendingInvoiceReuse: true })
  expect(paying).toMatchObject({ status: 200, body: { id, status: 'New', currency: 'USD' } })
  expect(paying.body.checkoutLink).toBe(`${money.deps.config.publicUrl}/i/${id}`)
  expect((await ask('GET', `${invoice}/payment-methods`)).body).toMatchObject([{ amount: '0.00100000' }, {}])
  await ask('POST', `/payment-requests/${id}/pay`, { amount: '100.00' })
  expect(await attemptsOf(money.deps, id)).toHaveLength(1)

  await pay(id)
  expect((await ask('GET', `/payment-requests/${id}`)).body).toMatchObject({ status: 'Processing' })
  await money.engine.control.mine({ blocks: 1 })
  await syncStore(money.deps, store.id)
  expect((await ask('GET', inStore(id))).body).toMatchObject({
    status: 'Completed',
    title: 'Rent',
    description: 'For May\nand June',
    referenceId: 'INV-7',
  })
  expect(await ask('POST', `${inStore(id)}/pay`, {})).toMatchObject({ status: 400, body: { code: 'already-paid' } })
})

test('a payment request without an expiry date can be paid for years, and one past its date has expired', async () => {
  const { body } = await create({ expiryDate: null })
  expect(Number(body.expiryDate)).toBeGreaterThan(secondsIn(1800))
  const { id } = await create({ expiryDate: secondsIn(1) })
  await turnClock(money.deps, 2 * 86_400)
  await announceOverdue(money.deps)
  expect((await ask('GET', inStore(id))).body).toMatchObject({ status: 'Expired' })
  expect(await ask('POST', `${inStore(id)}/pay`, {})).toMatchObject({ status: 400, body: { code: 'expired' } })
  const later = await ask('PUT', inStore(id), { amount: '100', title: 'Rent', expiryDate: secondsIn(60) })
  expect(later).toMatchObject({ status: 200, body: { status: 'Pending' } })
})

test('amount and currency stay once a customer has opened it, and everything but the reference once it is paid', async () => {
  const { id, body } = await create()
  const same = { amount: '100', title: 'Rent', expiryDate: body.expiryDate }
  await ask('POST', `${inStore(id)}/pay`, {})
  for (const [change, path] of [
    [{ amount: '1' }, 'Amount'],
    [{ currency: 'EUR' }, 'Currency'],
  ] as const) {
    expect(await ask('PUT', inStore(id), { ...same, ...change })).toMatchObject({ status: 422, body: [{ path }] })
  }
  expect((await ask('PUT', inStore(id), { ...same, title: 'Rent in May' })).body).toMatchObject({
    title: 'Rent in May',
  })
  await settle(id)
  const paid = { ...same, title: 'Rent in May' }
  for (const [change, path] of [
    [{ amount: '1' }, 'Amount'],
    [{ title: 'Nothing' }, 'Title'],
    [{ description: 'Nothing' }, 'Description'],
    [{ expiryDate: secondsIn(90) }, 'ExpiryDate'],
  ] as const) {
    expect(await ask('PUT', inStore(id), { ...paid, ...change }), path).toMatchObject({ status: 422, body: [{ path }] })
  }
  expect(await ask('PUT', inStore(id), { ...paid, referenceId: 'booked' })).toMatchObject({
    status: 200,
    body: { status: 'Completed', referenceId: 'booked', amount: '100' },
  })
  const { rows } = await sql<{ act: string; kind: string }>`
    select act, actor_kind as kind from act_log where subject_id = ${id} order by id`.execute(money.deps.db)
  expect(rows).toEqual([
    { act: 'invoice-changed', kind: 'api-key' },
    { act: 'invoice-changed', kind: 'api-key' },
  ])
})

test('a thief with the key can’t redirect a refund by changing the email address', async () => {
  for (const email of ['owner@example.test', undefined]) {
    const { id, body } = await create({ email })
    const change = { amount: '100', title: 'Rent', expiryDate: body.expiryDate, email: 'thief@example.test' }
    expect(await ask('PUT', inStore(id), change)).toMatchObject({ status: 422, body: [{ path: 'Email' }] })
    expect((await ask('GET', inStore(id))).body).toMatchObject({ email: email ?? null })
  }
})

test('nobody can pay an archived one, and a paid one stays paid', async () => {
  const { id } = await create()
  await ask('POST', `${inStore(id)}/pay`, {})
  const [attempt] = await attemptsOf(money.deps, id)
  expect(await ask('DELETE', inStore(id))).toEqual({ status: 200, body: {} })
  expect(await ask('POST', `${inStore(id)}/pay`, {})).toMatchObject({ status: 400, body: { code: 'archived' } })
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  expect(await client.invoices.find(store.storeId, attempt?.engineId ?? '')).toMatchObject({
    value: { status: 'Invalid' },
  })

  const paid = await create()
  await settle(paid.id)
  expect((await ask('DELETE', inStore(paid.id))).status).toBe(200)
  expect((await ask('GET', inStore(paid.id))).body).toMatchObject({ status: 'Completed', archived: true })
})

test('invoices with a due date are archived, listed again and read like any other', async () => {
  const { id } = await create({ referenceId: 'kept' })
  const invoice = `/stores/${store.storeId}/invoices/${id}`
  const lightning = `/stores/${store.storeId}/lightning/BTC/invoices/${id}`
  expect((await ask('DELETE', invoice)).status).toBe(200)
  expect((await ask('GET', inStore(id))).body).toMatchObject({ archived: true, status: 'Pending' })
  expect((await ask('POST', `${invoice}/unarchive`, {})).body).toMatchObject({ id, archived: false, status: 'New' })
  // It has no Lightning invoice until a customer opens it.
  expect(await ask('GET', lightning)).toMatchObject({ status: 404, body: { code: 'invoice-not-found' } })
  await ask('POST', `${inStore(id)}/pay`, {})
  expect(await ask('GET', lightning)).toMatchObject({
    status: 200,
    body: { id, status: 'Unpaid', amount: '100000000', BOLT11: expect.stringMatching(/^lnbc/) },
  })
})

test('what can’t be honored is refused with the field’s name', async () => {
  for (const [wrong, path] of [
    [{ title: '' }, 'Title'],
    [{ title: null }, 'Title'],
    [{ title: 'x'.repeat(100_000) }, 'Title'],
    [{ title: 'two\nlines' }, 'Title'],
    [{ description: 'x'.repeat(497) }, 'Description'],
    [{ description: '<p>Hi</p>' }, 'Description'],
    [{ amount: null }, 'Amount'],
    [{ amount: 0 }, 'Amount'],
    [{ amount: '-1' }, 'Amount'],
    [{ amount: '0.001' }, 'Amount'],
    [{ amount: '9'.repeat(12) }, 'Amount'],
    [{ amount: '9'.repeat(5000) }, 'Amount'],
    [{ currency: 'XXX' }, 'Currency'],
    [{ email: 'nobody' }, 'Email'],
    [{ expiryDate: 1 }, 'ExpiryDate'],
    [{ expiryDate: 1e20 }, 'ExpiryDate'],
    [{ expiryDate: secondsIn(5000) }, 'ExpiryDate'],
    [{ expiryDate: 'tomorrow' }, 'ExpiryDate'],
    [{ referenceId: 'x'.repeat(101) }, 'ReferenceId'],
    [{ allowCustomPaymentAmounts: true }, 'AllowCustomPaymentAmounts'],
    [{ formId: 'Email' }, 'FormId'],
    [{ formResponse: { name: 'Ann' } }, 'FormResponse'],
    [{ discount: 5 }, 'Discount'],
  ] as const) {
    const answer = await ask('POST', inStore(), { amount: '5', title: 'Tea', expiryDate: secondsIn(3), ...wrong })
    expect(answer, JSON.stringify(wrong).slice(0, 60)).toMatchObject({ status: 422, body: [{ path }] })
  }
  const { id } = await create()
  expect(await ask('POST', `${inStore(id)}/pay`, { amount: '50' })).toMatchObject({
    status: 422,
    body: [{ path: 'Amount' }],
  })
  expect(await attemptsOf(money.deps, id)).toEqual([])
})

test('another merchant’s key finds nothing and changes nothing', async () => {
  const { id, body } = await create()
  const valid = { amount: '1', title: 'Mine now' }
  for (const [method, end, payload] of [
    ['GET', '', undefined],
    ['PUT', '', valid],
    ['DELETE', '', undefined],
    ['POST', '/pay', {}],
  ] as const) {
    const theirStore = `/stores/${other.storeId}/payment-requests/${id}${end}`
    for (const path of [theirStore, `/payment-requests/${id}${end}`]) {
      expect(await ask(method, path, payload, other.key), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { code: 'payment-request-not-found' },
      })
    }
    expect((await ask(method, `${inStore(id)}${end}`, payload, other.key)).status).toBe(403)
  }
  expect((await ask('GET', inStore(id))).body).toEqual(body)
  expect((await ask('GET', `/stores/${other.storeId}/payment-requests`, undefined, other.key)).body).toEqual([])
})
