import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeBolt11 } from '@bitquay/btcpay/wire/bolt11'
import { getCheckout } from '@bitquay/contract/checkout'
import { exportInvoices, listInvoices, printInvoices, summarizeInvoices } from '@bitquay/contract/invoices'
import { fromSats, toSats } from '@bitquay/contract/money'
import { changeNotificationSettings } from '@bitquay/contract/notifications'
import { search } from '@bitquay/contract/search'
import * as v1 from '@bitquay/contract/v1/invoices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { drawPagesFromSource } from '../test/draw-pages.ts'
import { inDays, attemptsOf as listAttempts, openAs } from '../test/due-dates.ts'
import { parseCsv, readStatement } from '../test/lists.ts'
import { type Money, startMoney } from '../test/money.ts'
import { addAdmin, addMerchant, ask, type Someone, signInAs } from '../test/people.ts'
import { serveCheckoutPage } from './checkout/routes.page.ts'
import { greenfieldBase } from './greenfield/routes.ts'
import { announceOverdue } from './invoices/worker.ts'
import { findLatePayments } from './payments/find-late-payments.ts'
import { syncStore } from './payments/sync-store.ts'
import { createHttpServer } from './platform/http/server.ts'
import { turnClock } from './sandbox/turn-clock.ts'
import { provisionStore } from './stores/provision-store.ts'
import type { ReadyStore } from './stores/table.ts'

let money: Money
let owner: Someone
let store: ReadyStore
let key: string
beforeAll(async () => {
  money = await startMoney()
  owner = await addMerchant(money.server)
  store = await provisionStore(money.deps, { merchantId: owner.id, name: 'Due' })
  key = await addApiKey(money.server, owner.id)
})
afterAll(() => money.close())

const create = async (body: Record<string, unknown> = {}) => {
  const answer = await ask(money.server, v1.createInvoice, {
    token: key,
    body: { amount: '100.00', dueDate: inDays(60), ...body },
  })
  expect(answer.status).toBe(200)
  return { body: answer.body, invoiceId: String(answer.body.invoiceId) }
}
const read = async (invoiceId: string) =>
  (await ask(money.server, v1.getInvoice, { token: key, params: { invoiceId } })).body
const open = (invoiceId: string) => openAs(money.server, invoiceId)
const look = async (invoiceId: string) => (await ask(money.server, getCheckout, { params: { invoiceId } })).body
const attemptsOf = (invoiceId: string) => listAttempts(money.deps, invoiceId)
const eventsOf = async (invoiceId: string) => {
  const rows = await money.deps.db.selectFrom('apiEvents').select(['type', 'object']).orderBy('id').execute()
  const isMeant = (object: unknown) => (object as { invoiceId?: string }).invoiceId === invoiceId
  return rows.filter(({ type, object }) => type.startsWith('invoice.') && isMeant(object)).map(({ type }) => type)
}
const sync = () => syncStore(money.deps, store.id)
/** Lets the live attempt expire, by the clocks of platform and sandbox. */
const expire = async () => {
  await turnClock(money.deps, 20 * 60)
  await sync()
}
const price = (usd: string) => money.engine.control.rate({ usd })
const payOnChain = async (invoiceId: string, attempt: number, amountSats?: bigint) => {
  const engineId = (await attemptsOf(invoiceId))[attempt]?.engineId ?? ''
  await money.engine.control.pay({
    invoiceId: engineId,
    method: 'onchain',
    ...(amountSats === undefined ? {} : { amountBtc: fromSats(amountSats) }),
  })
}

test('an invoice with a due date has its own ID and no address until it is opened, and settles under that ID', async () => {
  await price('100000.00')
  const { body: created, invoiceId } = await create({ description: 'Rope' })
  expect(created).toMatchObject({
    status: 'new',
    amount: '100.00',
    amountUsd: '100.00',
    amountBtc: null,
    dueBtc: null,
    bitcoinAddress: null,
    lightningInvoice: null,
    expiresAt: null,
    dueDate: `${inDays(60)}T23:59:59.000Z`,
    overdue: false,
  })
  expect(created).toHaveProperty('qrCodeData', created.checkoutLink)
  expect(await attemptsOf(invoiceId)).toEqual([])
  expect(await look(invoiceId)).toMatchObject({ rate: null, bitcoinAddress: null })

  const opened = await open(invoiceId)
  expect(opened).toMatchObject({
    status: 200,
    body: { invoiceId, status: 'new', rate: '100000.00', amountBtc: '0.00100000' },
  })
  expect(opened.body.bitcoinAddress).toMatch(/^bcrt1/)
  expect(opened.body.lightningInvoice).toMatch(/^lnbcrt/)
  expect(opened.body.qrCodeData).toMatch(/^bitcoin:bcrt1/)
  expect(await read(invoiceId)).toMatchObject({ bitcoinAddress: opened.body.bitcoinAddress })

  await payOnChain(invoiceId, 0)
  await sync()
  expect(await look(invoiceId)).toMatchObject({ status: 'processing', paidBtc: '0.00100000', dueBtc: '0.00000000' })
  await money.mine(1, store)
  const paid = await read(invoiceId)
  expect(paid).toMatchObject({
    status: 'settled',
    additionalStatus: 'none',
    overdue: false,
    payments: [{ amountUsd: '100.00' }],
  })
  const [row] = await money.deps.db.selectFrom('transactions').selectAll().where('invoiceId', '=', invoiceId).execute()
  expect(row).toMatchObject({ booked: true, bookings: 1, purpose: 'invoice' })
  expect(row?.feeSats).toBeGreaterThan(0n)
  await money.expectCleanAudit()
})

test('fifty customers who open an invoice at once get one attempt, and opening it again reuses it', async () => {
  const { invoiceId } = await create()
  const answers = await Promise.all(Array.from({ length: 50 }, () => open(invoiceId)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.bitcoinAddress)).size).toBe(1)
  await open(invoiceId)
  expect(await attemptsOf(invoiceId)).toHaveLength(1)
})

test('parts that were paid to two attempts at different rates add up in the currency of the invoice', async () => {
  await price('100000.00')
  const { invoiceId } = await create()
  await open(invoiceId)
  await payOnChain(invoiceId, 0, 30_000n)
  await money.mine(1, store)
  expect(await read(invoiceId)).toMatchObject({
    status: 'new',
    additionalStatus: 'paid-partial',
    paidBtc: '0.00030000',
  })
  await expire()
  expect(await read(invoiceId)).toMatchObject({ status: 'new', bitcoinAddress: null, expiresAt: null })

  await price('50000.00')
  expect((await open(invoiceId)).body).toMatchObject({ dueBtc: '0.00140000', rate: '50000.00' })
  await payOnChain(invoiceId, 1)
  await money.mine(1, store)
  expect(await read(invoiceId)).toMatchObject({
    status: 'settled',
    additionalStatus: 'none',
    paidBtc: '0.00170000',
    dueBtc: '0.00000000',
    payments: [{ amountUsd: '30.00' }, { amountUsd: '70.00' }],
  })
  await money.expectCleanAudit()
})

test('a late payment to an old attempt counts, and the next attempt asks for the rest', async () => {
  await price('100000.00')
  const { invoiceId } = await create()
  await open(invoiceId)
  await expire()
  await open(invoiceId)
  expect(await attemptsOf(invoiceId)).toHaveLength(2)
  await payOnChain(invoiceId, 0, 40_000n)
  await money.mine(1, store)
  expect(await eventsOf(invoiceId)).toEqual(['invoice.created', 'invoice.paid_late'])
  // The second attempt asks for too much now, so it is no longer offered.
  expect(await read(invoiceId)).toMatchObject({ status: 'new', additionalStatus: 'paid-partial', bitcoinAddress: null })
  expect((await open(invoiceId)).body).toMatchObject({ dueBtc: '0.00060000' })
  // A customer who still pays the second one has paid too much.
  await payOnChain(invoiceId, 1)
  await money.mine(1, store)
  expect((await eventsOf(invoiceId)).filter((type) => type === 'invoice.overpaid')).toHaveLength(1)
  expect(await read(invoiceId)).toMatchObject({
    status: 'settled',
    additionalStatus: 'paid-over',
    refundable: { everythingBtc: '0.00140000', overpaidBtc: '0.00040000' },
  })
  await money.expectCleanAudit()
})

test('a late Lightning payment that BTCPay missed settles the invoice once', async () => {
  await price('100000.00')
  const { invoiceId } = await create()
  await open(invoiceId)
  await money.engine.control.lightning({ outliveSeconds: 7_200 })
  const { invoiceId: other } = await create()
  await open(other)
  await expire()
  const [attempt] = await attemptsOf(other)
  await money.engine.control.pay({ invoiceId: attempt?.engineId ?? '', method: 'lightning', amountBtc: '0.001' })
  await sync()
  await findLatePayments(money.deps, 100)
  expect(await read(other)).toMatchObject({
    status: 'settled',
    additionalStatus: 'paid-late',
    paidBtc: '0.00100000',
    payments: [{ amountUsd: '100.00' }],
  })
  await turnClock(money.deps, 3_700)
  await sync()
  await findLatePayments(money.deps, 100)
  const rows = await money.deps.db.selectFrom('transactions').selectAll().where('invoiceId', '=', other).execute()
  expect(rows.map(({ bookings, amount }) => [bookings, toSats(amount)])).toEqual([[1, 100_000n]])
  await money.engine.control.lightning({ outliveSeconds: 0 })
  await money.expectCleanAudit()
})

test('a customer who pays an old attempt after the price fell still owes the rest, and the merchant is asked', async () => {
  await price('100000.00')
  const { invoiceId } = await create()
  await open(invoiceId)
  await expire()
  await price('50000.00')
  await payOnChain(invoiceId, 0, 100_000n)
  await money.mine(1, store)
  expect(await read(invoiceId)).toMatchObject({ status: 'new', additionalStatus: 'paid-partial' })
  const row = await money.deps.db
    .selectFrom('notifications')
    .select('reason')
    .where('subject', '=', `${invoiceId}:paid-late`)
    .execute()
  expect(row).toContainEqual({ reason: 'paid-late' })
  expect((await eventsOf(invoiceId)).filter((type) => type === 'invoice.paid_late')).toHaveLength(1)
})

test('a due date, or an option that contradicts it, is refused by name', async () => {
  const refuse = async (body: Record<string, unknown>) => {
    const answer = await ask(money.server, v1.createInvoice, { token: key, body: { amount: '10.00', ...body } })
    return { status: answer.status, fields: (answer.body.fields as { path: string }[]).map(({ path }) => path) }
  }
  for (const dueDate of [
    'tomorrow',
    '2026-02-30',
    '2026-13-01',
    '2020-01-01',
    '2199-01-01',
    5,
    '2027-01-01T10:00:00',
  ]) {
    expect(await refuse({ dueDate })).toEqual({ status: 422, fields: ['dueDate'] })
  }
  expect(await refuse({ dueDate: inDays(9), amount: null })).toEqual({ status: 422, fields: ['dueDate'] })
  expect(await refuse({ dueDate: inDays(9), confirmations: 0 })).toEqual({ status: 422, fields: ['confirmations'] })
})

test('an invoice without a due date says nothing of one', async () => {
  const { body } = await ask(money.server, v1.createInvoice, { token: key, body: { amount: '10.00' } })
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['dueDate']))
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['overdue']))
  expect(body.bitcoinAddress).toMatch(/^bcrt1/)
  const { invoiceId } = body
  expect((await open(String(invoiceId))).body).toMatchObject({ invoiceId, bitcoinAddress: body.bitcoinAddress })
  expect(await attemptsOf(String(invoiceId))).toEqual([])
})

test('repeating a request with the same key returns the same invoice, and emails it once with its due date', async () => {
  const body = { amount: '20.00', dueDate: inDays(90), customerEmail: 'due@example.test' }
  const send = (more = {}) =>
    ask(money.server, v1.createInvoice, { token: key, once: 'due-1', body: { ...body, ...more } })
  const [first, second] = [await send(), await send()]
  expect(second.body).toEqual(first.body)
  expect((await send({ dueDate: inDays(91) })).body).toMatchObject({ code: 'idempotency-key-reused' })
  const emails = await money.deps.db
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('recipient', '=', 'due@example.test')
    .execute()
  expect(emails).toHaveLength(1)
  expect(emails[0]?.bodyText).toContain(
    new Date(inDays(90)).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
  )
  expect(emails[0]?.bodyText).not.toContain('Pay by')
})

test('an unpaid invoice is overdue after its due date, announced once, and can still be paid', async () => {
  await price('100000.00')
  const { invoiceId } = await create({ dueDate: new Date(Date.now() + 30 * 86_400_000).toISOString() })
  const settings = { kind: 'needs-attention', email: true }
  const early = await signInAs(money.server, owner)
  expect((await ask(money.server, changeNotificationSettings, { token: early, body: settings })).status).toBe(200)
  await announceOverdue(money.deps)
  expect(await read(invoiceId)).toMatchObject({ status: 'new', overdue: false })
  await turnClock(money.deps, 31 * 86_400)
  await announceOverdue(money.deps)
  await announceOverdue(money.deps)
  expect(await read(invoiceId)).toMatchObject({ status: 'new', overdue: true })
  const events = await money.deps.db.selectFrom('apiEvents').selectAll().where('type', '=', 'invoice.overdue').execute()
  expect(events.map(({ object }) => object)).toMatchObject([{ invoiceId, overdue: true }])
  const notices = await money.deps.db
    .selectFrom('notifications')
    .select(['kind', 'reason', 'amountUsd'])
    .where('invoiceId', '=', invoiceId)
    .execute()
  expect(notices).toEqual([{ kind: 'needs-attention', reason: 'overdue', amountUsd: '100.00' }])
  const emails = await money.deps.db
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('subject', '=', 'An invoice is overdue')
    .execute()
  expect(emails.map(({ bodyText }) => bodyText.includes(invoiceId))).toEqual([true])

  const token = await signInAs(money.server, owner)
  const overdue = { token, query: { state: 'overdue' } }
  expect((await ask(money.server, listInvoices, overdue)).body).toMatchObject([{ invoiceId, overdue: true }])
  expect((await ask(money.server, summarizeInvoices, overdue)).body).toMatchObject({
    filtered: 1,
    grossUsd: '100.00',
    states: { overdue: 1 },
  })
  const dueDay = new Date(String((await read(invoiceId)).dueDate))
  const csv = await ask(money.server, exportInvoices, overdue)
  expect(parseCsv(String(csv.body.text))).toMatchObject([{ 'Due date': dueDay.toISOString(), Status: 'Overdue' }])
  const lines = await readStatement(money.server, token, printInvoices, { state: 'overdue' })
  expect(lines).toContainEqual(['Overdue'])
  const shown = lines.find((cells) => cells.includes(invoiceId))
  expect(shown).toContain(dueDay.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }))

  await open(invoiceId)
  await payOnChain(invoiceId, 0)
  await money.mine(1, store)
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', additionalStatus: 'none', overdue: false })
  expect(await eventsOf(invoiceId)).toEqual(['invoice.created', 'invoice.overdue', 'invoice.settled'])
  expect((await ask(money.server, summarizeInvoices, overdue)).body).toMatchObject({ states: { overdue: 0 } })
})

test('a canceled invoice can no longer be paid, and its attempt is invalid in BTCPay', async () => {
  const { invoiceId } = await create()
  await open(invoiceId)
  const cancel = () => ask(money.server, v1.cancelInvoice, { token: key, params: { invoiceId } })
  expect(await cancel()).toMatchObject({
    status: 200,
    body: { status: 'invalid', bitcoinAddress: null, qrCodeData: null },
  })
  expect((await cancel()).status).toBe(200)
  const [attempt] = await attemptsOf(invoiceId)
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  expect(await client.invoices.find(store.storeId, attempt?.engineId ?? '')).toMatchObject({
    value: { status: 'Invalid' },
  })
  expect((await open(invoiceId)).body).toMatchObject({ status: 'invalid', bitcoinAddress: null })
  expect(await attemptsOf(invoiceId)).toHaveLength(1)
  const events = await money.deps.db.selectFrom('apiEvents').selectAll().where('type', '=', 'invoice.invalid').execute()
  expect(events.filter(({ object }) => (object as { invoiceId: string }).invoiceId === invoiceId)).toHaveLength(1)

  // Nobody can stop a customer who still has the address.
  await payOnChain(invoiceId, 0, 100_000n)
  await money.mine(1, store)
  expect(await read(invoiceId)).toMatchObject({
    status: 'expired',
    additionalStatus: 'paid-late',
    refundable: { everythingBtc: '0.00100000' },
  })
  expect((await eventsOf(invoiceId)).filter((type) => type === 'invoice.paid_late')).toHaveLength(1)
  await money.expectCleanAudit()
})

test('while BTCPay is down an invoice is still canceled, and the next sync invalidates its attempt', async () => {
  const { invoiceId } = await create()
  await open(invoiceId)
  await money.engine.control.engine({ down: true })
  const canceled = await ask(money.server, v1.cancelInvoice, { token: key, params: { invoiceId } })
  await money.engine.control.engine({ down: false })
  expect(canceled).toMatchObject({ status: 200, body: { status: 'invalid' } })
  await sync()
  expect(await attemptsOf(invoiceId)).toMatchObject([{ status: 'invalid' }])
})

test('only an unpaid invoice with a due date can be canceled', async () => {
  await price('100000.00')
  const cancel = (invoiceId: string) => ask(money.server, v1.cancelInvoice, { token: key, params: { invoiceId } })
  const { body } = await ask(money.server, v1.createInvoice, { token: key, body: { amount: '10.00' } })
  expect((await cancel(String(body.invoiceId))).body).toMatchObject({ code: 'invoice-not-cancelable' })
  const { invoiceId } = await create()
  await open(invoiceId)
  await payOnChain(invoiceId, 0)
  await sync()
  expect(await cancel(invoiceId)).toMatchObject({ status: 409, body: { code: 'invoice-not-cancelable' } })
  expect((await cancel('nothing')).status).toBe(404)
})

test('an invoice that was marked as paid stays paid, and is not opened again', async () => {
  const { invoiceId } = await create()
  const mark = (status: string) =>
    ask(money.server, v1.markInvoice, { token: key, params: { invoiceId }, body: { status } })
  expect((await mark('settled')).body).toMatchObject({ status: 'settled', additionalStatus: 'marked' })
  expect((await mark('invalid')).body).toMatchObject({ code: 'invoice-not-markable' })
  expect((await open(invoiceId)).body).toMatchObject({ status: 'settled', bitcoinAddress: null })
})

test('a reorganization that takes the payment away opens the invoice again until the payment is back', async () => {
  await price('100000.00')
  const { invoiceId } = await create()
  await open(invoiceId)
  await payOnChain(invoiceId, 0)
  await money.mine(1, store)
  expect(await read(invoiceId)).toMatchObject({ status: 'settled' })
  await money.engine.control.reorg({ depth: 1, empty: true })
  await sync()
  expect(await read(invoiceId)).toMatchObject({ status: 'processing', paidAt: null })
  await money.mine(1, store)
  expect(await read(invoiceId)).toMatchObject({ status: 'settled' })
  await money.expectCleanAudit()
})

test('a payment within the tolerance settles, one satoshi less does not', async () => {
  await price('100000.00')
  const [within, below] = [await create({ paymentTolerance: 5 }), await create({ paymentTolerance: 5 })]
  await open(within.invoiceId)
  await open(below.invoiceId)
  await payOnChain(within.invoiceId, 0, 95_000n)
  await payOnChain(below.invoiceId, 0, 94_999n)
  await money.mine(1, store)
  expect(await read(within.invoiceId)).toMatchObject({ status: 'settled' })
  expect(await read(below.invoiceId)).toMatchObject({ status: 'new', additionalStatus: 'paid-partial' })
})

test('an invoice in yen has no decimals, and its payments are worth what was asked', async () => {
  const { invoiceId } = await create({ amount: '15000', currency: 'JPY' })
  const opened = await open(invoiceId)
  expect(opened.body).toMatchObject({ amount: '15000', currency: 'JPY' })
  await payOnChain(invoiceId, 0)
  await money.mine(1, store)
  expect(await read(invoiceId)).toMatchObject({ status: 'settled', additionalStatus: 'none' })
})

test('a BTCPay plugin creates one with checkout.dueDate and reads its methods once it was opened', async () => {
  const url = `${greenfieldBase}/api/v1/stores/${store.storeId}/invoices`
  const call = (path: string, payload?: object) =>
    money.server.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `${url}${path}`,
      headers: { authorization: `token ${key}`, ...(payload ? { 'content-type': 'application/json' } : {}) },
      ...(payload ? { payload: JSON.stringify(payload) } : {}),
    })
  const refused = await call('', { amount: '25', checkout: { dueDate: 'soon' } })
  expect({ status: refused.statusCode, body: refused.json() }).toMatchObject({
    status: 422,
    body: [{ path: 'Checkout.DueDate' }],
  })
  const created = await call('', { amount: '25', currency: 'USD', checkout: { dueDate: inDays(80) } })
  const { id, status, checkout, expirationTime } = created.json()
  expect({ status, dueDate: checkout.dueDate }).toEqual({ status: 'New', dueDate: `${inDays(80)}T23:59:59.000Z` })
  expect(expirationTime).toBe(Date.parse(`${inDays(80)}T23:59:59Z`) / 1000)
  expect((await call(`/${id}/payment-methods`)).json()).toEqual([])
  await open(id)
  expect((await call(`/${id}/payment-methods`)).json()).toMatchObject([
    { paymentMethodId: 'BTC-CHAIN' },
    { paymentMethodId: 'BTC-LN' },
  ])
  const marked = await call(`/${id}/status`, { status: 'Invalid' })
  expect(marked.json()).toMatchObject({ id, status: 'Invalid', additionalStatus: 'Marked' })
})

test('lists and searches know the invoice by its own ID only', async () => {
  const { invoiceId } = await create({ description: 'Anchor chain' })
  await open(invoiceId)
  const [attempt] = await attemptsOf(invoiceId)
  const listed = (await ask(money.server, v1.listInvoices, { token: key, query: { search: 'Anchor chain' } })).body
  expect(listed).toMatchObject([{ invoiceId }])
  expect(
    (await ask(money.server, v1.getInvoice, { token: key, params: { invoiceId: attempt?.engineId ?? '' } })).status,
  ).toBe(404)
  expect((await ask(money.server, getCheckout, { params: { invoiceId: attempt?.engineId ?? '' } })).status).toBe(404)
})

test('an old attempt’s address, Lightning invoice and payment hash find the invoice', async () => {
  const { invoiceId } = await create()
  await open(invoiceId)
  const [old] = await attemptsOf(invoiceId)
  await expire()
  await open(invoiceId)
  const other = await addMerchant(money.server)
  const admin = await signInAs(money.server, await addAdmin(money.server))
  const [token, stranger] = [await signInAs(money.server, owner), await signInAs(money.server, other)]
  const bolt11 = old?.lightningInvoice ?? ''
  const address = old?.bitcoinAddress ?? ''
  const needles = [
    address,
    address.toUpperCase(),
    `bitcoin:${address}?amount=0.001&lightning=${bolt11}`,
    bolt11,
    `LIGHTNING:${bolt11.toUpperCase()}`,
    decodeBolt11(bolt11)?.paymentHash ?? '',
  ]
  for (const needle of needles) {
    const listed = await ask(money.server, v1.listInvoices, { token: key, query: { search: needle } })
    expect(listed.body, needle).toMatchObject([{ invoiceId }])
    const counted = await ask(money.server, summarizeInvoices, { token, query: { search: needle } })
    expect(counted.body, needle).toMatchObject({ filtered: 1 })
    for (const who of [token, admin]) {
      const found = await ask(money.server, search, { token: who, query: { q: needle } })
      expect(found.body, needle).toMatchObject({ invoices: [{ invoiceId }] })
    }
    const theirs = await ask(money.server, search, { token: stranger, query: { q: needle } })
    expect(theirs, needle).toMatchObject({ status: 200, body: { invoices: [] } })
  }
  const long = await ask(money.server, search, { token, query: { q: 'ü'.repeat(2000) } })
  expect(long).toMatchObject({ status: 200, body: { invoices: [], transactions: [], customers: [] } })
})

test('visiting the page opens the invoice, and a program that only checks the link does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bitquay-due-'))
  writeFileSync(join(folder, 'checkout.html'), '<html><head><title>x</title></head><div id="root"></div></html>')
  const pages = createHttpServer({
    logLevel: 'silent',
    trustProxy: undefined,
    secure: true,
    toApiError: () => undefined,
  })
  serveCheckoutPage(pages, { ...money.deps, draw: await drawPagesFromSource() }, folder)
  const { invoiceId } = await create({ description: 'Sailcloth' })
  const visit = (more: { method?: 'HEAD'; headers?: Record<string, string> } = {}) =>
    pages.inject({ method: 'GET', url: `/i/${invoiceId}`, ...more })
  expect((await visit({ method: 'HEAD' })).statusCode).toBe(200)
  expect((await visit({ headers: { 'sec-purpose': 'prefetch;prerender' } })).statusCode).toBe(200)
  expect(await attemptsOf(invoiceId)).toEqual([])

  await money.engine.control.engine({ down: true })
  const failed = await visit()
  await money.engine.control.engine({ down: false })
  expect(failed.statusCode).toBe(200)
  expect(failed.body).toContain('Get a new price to pay this invoice.')

  // The request that was waiting for BTCPay has given up.
  await money.deps.db.updateTable('invoiceAttempts').set({ leasedUntil: null }).execute()
  const page = await visit()
  const [attempt] = (await attemptsOf(invoiceId)).filter(({ status }) => status === 'new')
  expect(page.body).toContain(attempt?.bitcoinAddress)
  await expire()
  // A page that is still open offers a new price, and a new visit gets one.
  expect(await look(invoiceId)).toMatchObject({ status: 'new', expiresAt: null, rate: null })
  expect((await visit()).body).toContain('bitcoin:bcrt1')
  await pages.close()
  rmSync(folder, { recursive: true, force: true })
})
