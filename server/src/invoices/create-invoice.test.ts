import { createInvoice as createCall, getInvoice } from '@bitquay/contract/invoices'
import { createInvoice as createByKey } from '@bitquay/contract/v1/invoices'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { type EngineProxy, startEngineProxy } from '../../test/engine-proxy.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { saveCreatedInvoice } from './table.snapshots.ts'
import { beginInvoice } from './table.ts'

let engine: TestEngine
let proxy: EngineProxy
let server: TestApp
let merchantId: number
let token: string
beforeAll(async () => {
  engine = await startTestEngine()
  proxy = await startEngineProxy(engine.engine.url)
  server = await startTestApp({}, { ...engine.engine, url: proxy.url })
  const merchant = await addMerchant(server)
  merchantId = merchant.id
  await provisionStore(server.deps, { merchantId, name: 'Creator' })
  token = await signInAs(server, merchant)
})
afterAll(async () => {
  await server.close()
  await proxy.close()
  await engine.close()
})

const create = async (body: { amount: string; description?: string }) => {
  proxy.forget()
  const { result, statements } = await recordStatements(() => ask(server, createCall, { token, body }))
  return { answer: result, statements, requests: proxy.requests() }
}
const countInvoices = async (of: number) =>
  (await server.deps.db.selectFrom('invoices').select('id').where('merchantId', '=', of).execute()).length

test('an invoice is created in four round trips to the database and two calls to the engine', async () => {
  const { answer, statements, requests } = await create({ amount: '10.00', description: 'Two coffees' })
  expect(answer.status).toBe(200)
  expect(statements).toEqual([
    expect.stringContaining('find_bearer'),
    expect.stringContaining('take_attempt'),
    expect.stringContaining('begin_invoice'),
    expect.stringContaining('save_created_invoice'),
  ])
  expect(requests).toEqual([
    expect.stringMatching(/^POST .*\/invoices$/),
    expect.stringMatching(/^GET .*\/payment-methods\?/),
  ])
})

test('the details of an invoice that nobody got by email and no till charged ask for neither', async () => {
  const { answer } = await create({ amount: '11.00' })
  const { invoiceId: id } = answer.body as { invoiceId: string }
  const { result, statements } = await recordStatements(() =>
    ask(server, getInvoice, { token, params: { invoiceId: id } }),
  )
  expect(result.body).toMatchObject({ emails: [], remindersStoppedAt: null, sale: null })
  expect(statements.filter((text) => /invoice_emails|stopped_reminders|till_sales/.test(text))).toEqual([])
})

test('only the beginning of an invoice does not wait for the disk', async () => {
  const isDurable = () => sql<{ setting: string }>`select current_setting('synchronous_commit') as setting`
  await server.deps.db.connection().execute(async (db) => {
    await beginInvoice(db, {
      ...{ merchantId, orderId: 'begun', inputHash: 'hash', amount: '10.00', currency: 'USD' },
      ...{ description: undefined, customerEmail: undefined, createdBy: 'owner@example.test' },
    })
    // The same connection saves the created invoice, payments and sends.
    expect((await isDurable().execute(db)).rows).toEqual([{ setting: 'on' }])
  })
})

test('a program’s invoice takes three round trips, and one more with an Idempotency-Key', async () => {
  const key = await addApiKey(server, merchantId)
  const createOnce = async (once?: string) => {
    proxy.forget()
    const body = { amount: '10.00' }
    const request = { token: key, body, ...(once === undefined ? {} : { once }) }
    const { result, statements } = await recordStatements(() => ask(server, createByKey, request))
    expect(result.status).toBe(200)
    // The log of a request is written after its answer, maybe while the next one runs.
    const waitedFor = statements.filter((text) => !text.includes('api_request_log'))
    return { ...result, statements: waitedFor, requests: proxy.requests() }
  }
  const saved = expect.stringContaining('save_created_invoice')
  const plain = await createOnce()
  expect(plain.statements).toEqual([expect.anything(), expect.stringContaining('begin_invoice'), saved])
  const keyed = await createOnce('order-1')
  expect(keyed.statements).toEqual([
    expect.anything(),
    expect.stringContaining('insert into idempotency_keys'),
    expect.stringContaining('begin_invoice'),
    saved,
  ])
  expect(keyed.requests).toHaveLength(2)
  expect(keyed.headers['idempotent-replayed']).toBeUndefined()
  const again = await createOnce('order-1')
  expect(again.body).toEqual(keyed.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.requests).toEqual([])
})

test('the answer to a key is saved with the invoice or not at all', async () => {
  const key = await addApiKey(server, merchantId)
  const createOnce = () => ask(server, createByKey, { token: key, once: 'order-2', body: { amount: '12.00' } })
  const { db } = server.deps
  const readAnswer = () =>
    db.selectFrom('idempotencyKeys').select('answerStatus').where('key', '=', 'v1:order-2').executeTakeFirst()
  await sql`alter table api_events add constraint refused check (object ->> 'amount' <> '12.00') not valid`.execute(db)
  try {
    expect((await createOnce()).status).toBeGreaterThanOrEqual(500)
    expect(await readAnswer()).toEqual({ answerStatus: null })
  } finally {
    await sql`alter table api_events drop constraint refused`.execute(db)
  }
  await sql`update invoices set leased_until = null where status = 'creating'`.execute(db)
  proxy.forget()
  const { status } = await createOnce()
  expect(status).toBe(200)
  expect(await readAnswer()).toEqual({ answerStatus: 200 })
  // The engine created it in the first request, and the second one found it.
  expect(proxy.requests().filter((request) => request.startsWith('POST'))).toEqual([])
})

test('an invoice that someone else saved first gets no second answer', async () => {
  const { db, answerOnce } = server.deps
  const row = await makeInvoice(server.deps, merchantId, '10.00')
  const snapshot = {
    ...{ invoiceId: String(row.invoiceId), status: 'new' as const, additionalStatus: 'none' as const, paidSats: 0n },
    ...{ amountSats: 1n, dueSats: 1n, paymentKeys: [], mayBeMarked: [], expiresAt: new Date() },
    ...{ bitcoinAddress: undefined, lightningInvoice: undefined, paymentHash: undefined },
  }
  const issuer = { serverUrl: proxy.url, storeId: 'store', lightning: 'none' }
  const event = { id: 'evt-late', type: 'invoice.created', object: {} }
  const inputHashes: [Buffer] = [Buffer.from('input')]
  const request = { scope: 'test', key: 'late', inputHashes, isCarried: true, isSecret: false }
  const answer = await answerOnce(request, async (join) => {
    const late = join({ status: 200, body: '"ours"' })
    expect(await saveCreatedInvoice(db, row, snapshot, issuer, event, late)).toBeUndefined()
    return { status: 200, body: '"theirs"' }
  })
  expect(answer).toEqual({ status: 200, body: '"theirs"', replayed: false })
})

test('a created invoice is saved with its destinations, its event and its change', async () => {
  const { answer } = await create({ amount: '10.00', description: 'Two coffees' })
  const invoiceId = String(answer.body.invoiceId)
  const { db } = server.deps
  const row = await db.selectFrom('invoices').selectAll().where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    merchantId,
    status: 'new',
    description: 'Two coffees',
    priceAmount: '10.00000000',
    amountUsd: '10.00',
    paidSats: 0n,
    metadata: {},
    missingMethods: [],
    bitcoinAddress: answer.body.bitcoinAddress,
    lightningInvoice: answer.body.lightningInvoice,
    amount: answer.body.amountBtc,
  })
  // Half a minute after it was read, like any open invoice.
  expect(Number(row.checkDueAt) - Number(row.readAt)).toBe(30_000)
  const destinations = await db
    .selectFrom('invoiceDestinations')
    .select(['kind', 'destination', 'node'])
    .where('invoiceId', '=', invoiceId)
    .orderBy('kind')
    .execute()
  expect(destinations).toEqual([
    { kind: 'address', destination: row.bitcoinAddress, node: null },
    { kind: 'payment-hash', destination: expect.stringMatching(/^[0-9a-f]{64}$/), node: 'shared' },
  ])
  const { mailedAt: _mailedAt, ...shown } = answer.body
  const events = await db.selectFrom('apiEvents').select(['type', 'object']).orderBy('id', 'desc').limit(1).execute()
  expect(events).toEqual([{ type: 'invoice.created', object: shown }])
  const changes = await db.selectFrom('changes').select(['audience', 'topic']).orderBy('id', 'desc').limit(1).execute()
  expect(changes).toEqual([{ audience: `merchant:${merchantId}`, topic: 'invoices' }])
})

test('a merchant without a ready store creates no invoice', async () => {
  const { id } = await addMerchant(server)
  await expect(makeInvoice(server.deps, id, '10.00')).rejects.toMatchObject({ code: 'not-configured' })
  expect(await countInvoices(id)).toBe(0)
})

test('two requests with one key at the same time create one invoice', async () => {
  const before = await countInvoices(merchantId)
  proxy.forget()
  const order = { idempotencyKey: 'twice' }
  const [one, other] = await Promise.all([
    makeInvoice(server.deps, merchantId, '10.00', order),
    makeInvoice(server.deps, merchantId, '10.00', order),
  ])
  expect(one.invoiceId).toBe(other.invoiceId)
  expect(await countInvoices(merchantId)).toBe(before + 1)
  expect(proxy.requests().filter((request) => request.startsWith('POST'))).toHaveLength(1)
  await expect(makeInvoice(server.deps, merchantId, '11.00', order)).rejects.toMatchObject({
    code: 'idempotency-key-reused',
  })
})
