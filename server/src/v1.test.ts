import type { Call } from '@bitquay/contract/call'
import { calls } from '@bitquay/contract/calls'
import { getBalances } from '@bitquay/contract/v1/balances'
import * as deposits from '@bitquay/contract/v1/deposit-addresses'
import * as invoices from '@bitquay/contract/v1/invoices'
import * as links from '@bitquay/contract/v1/payment-links'
import { refundInvoice } from '@bitquay/contract/v1/refunds'
import { listTransactions } from '@bitquay/contract/v1/transactions'
import { createWebhookEndpoint, testWebhookEndpoint } from '@bitquay/contract/v1/webhook-endpoints'
import * as withdrawals from '@bitquay/contract/v1/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { type Money, startMoney } from '../test/money.ts'
import { requestsPerMinute } from './api-keys/authenticate-key.ts'
import { syncStore } from './payments/sync-store.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { insertRefund } from './refunds/table.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let key: string
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
  store = await money.newStore('shop', 2_000_000n)
  key = await addApiKey(money.server, store.merchantId)
})
afterAll(() => money.close())

type Asking = {
  key?: string
  body?: object
  params?: Record<string, string | number>
  query?: Record<string, string>
  once?: string
}
const ask = async (call: Call, request: Asking = {}) => {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(request.params?.[name]))
  const answer = await money.server.app.inject({
    method: call.method,
    url: path,
    query: request.query ?? {},
    headers: {
      authorization: `Bearer ${request.key ?? key}`,
      ...(request.once === undefined ? {} : { 'idempotency-key': request.once }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
  })
  return { status: answer.statusCode, text: answer.body, body: answer.json(), headers: answer.headers }
}
const create = (body: object, once?: string) =>
  ask(invoices.createInvoice, { body, ...(once === undefined ? {} : { once }) })
const countInvoices = async () =>
  Number(
    (
      await money.deps.db
        .selectFrom('invoices')
        .select((select) => select.fn.countAll().as('count'))
        .where('merchantId', '=', store.merchantId)
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Simulates a process that died after the effect and before its answer was saved. */
const forgetAnswer = (once: string) =>
  money.deps.db
    .updateTable('idempotencyKeys')
    .set({ answerStatus: null, answerBody: null, leasedUntil: new Date(Date.now() - 1000) })
    .where('key', '=', `v1:${once}`)
    .execute()

test('the authorization scheme is case-insensitive', async () => {
  const use = (authorization: string) =>
    money.server.app.inject({ url: getBalances.path, headers: { authorization } }).then(({ statusCode }) => statusCode)
  expect(await Promise.all([use(`bearer ${key}`), use(`BEARER ${key}`)])).toEqual([200, 200])
  expect(await Promise.all([use(`token ${key}`), use(key)])).toEqual([401, 401])
})

test('an amount that cannot be paid or booked is refused before anything is created', async () => {
  const before = await countInvoices()
  for (const [amount, currency, message] of [
    ['1.001', 'USD', 'Please enter a valid amount'],
    [
      '999999999999.99',
      'USD',
      'This amount is too large for one invoice. Nothing was created. Enter a smaller amount.',
    ],
    ['21000001', 'BTC', 'This amount is too large for one invoice. Nothing was created. Enter a smaller amount.'],
    ['999999999999', 'JPY', 'This amount is too large for one invoice. Nothing was created. Enter a smaller amount.'],
  ]) {
    const { status, body } = await create({ amount, currency })
    expect([amount, status, body.message]).toEqual([amount, 400, message])
  }
  expect(await countInvoices()).toBe(before)
})

describe('invoices', () => {
  test('are created with a shop’s own metadata, read, listed by cursor and marked', async () => {
    const created = await create({
      amount: '25.00',
      description: 'Two mugs',
      customerName: 'Ada',
      customerEmail: 'Ada@Example.test',
      metadata: { orderId: 'A-17' },
      redirectUrl: 'https://shop.example.test/thanks',
    })
    expect(created.status).toBe(200)
    expect(created.body).toMatchObject({
      status: 'new',
      amount: '25.00',
      currency: 'USD',
      customerName: 'Ada',
      customerEmail: 'ada@example.test',
      metadata: { orderId: 'A-17' },
      redirectUrl: 'https://shop.example.test/thanks',
    })
    const { invoiceId } = created.body
    await create({ amount: 1 })
    await create({ amount: 2, currency: 'EUR' })
    const read = await ask(invoices.getInvoice, { params: { invoiceId } })
    expect(read.body).toMatchObject({ ...created.body, payments: [] })

    const seen: string[] = []
    for (let cursor: string | undefined, page = 0; page < 10; page++) {
      const listed = await ask(invoices.listInvoices, { query: { limit: '2', ...(cursor ? { cursor } : {}) } })
      seen.push(...listed.body.map((each: { invoiceId: string }) => each.invoiceId))
      cursor = listed.headers['x-next-cursor'] as string | undefined
      if (!cursor) break
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(await countInvoices())
    expect(seen).toContain(invoiceId)

    const mark = () => ask(invoices.markInvoice, { params: { invoiceId }, body: { status: 'settled' } })
    expect((await mark()).body).toMatchObject({ invoiceId, status: 'settled', additionalStatus: 'marked' })
    // Again without a key: marking a marked invoice is not refused.
    expect((await mark()).status).toBe(200)
    const entry = await money.deps.db
      .selectFrom('actLog')
      .selectAll()
      .where('act', '=', 'invoice-marked-settled')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ actorKind: 'api-key', merchantId: store.merchantId })
  })

  test('are refused in the common error format when invalid, and nothing is created', async () => {
    const before = await countInvoices()
    for (const body of [{}, { amount: 0 }, { amount: '-1' }, { amount: '1e3' }]) {
      const refused = await create(body, 'never')
      expect([JSON.stringify(body), refused.status]).toEqual([JSON.stringify(body), 400])
      expect(refused.body).toMatchObject({ code: 'invalid-request', requestId: expect.any(String) })
    }
    for (const body of [
      { amount: '5', currency: 'XXX' },
      { amount: '5', redirectUrl: 'javascript:alert(1)' },
      { amount: '5', metadata: { a: { b: 1 } } },
      { amount: '5', metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, 'v'])) },
      { amount: '5', unknown: true },
    ]) {
      const refused = await create(body, 'never')
      expect([JSON.stringify(body), refused.status]).toEqual([JSON.stringify(body), 422])
      expect(refused.body).toMatchObject({ code: 'invalid-option', requestId: expect.any(String) })
    }
    expect(await countInvoices()).toBe(before)
    // A request that failed validation has not used up the key.
    expect((await create({ amount: '5.00' }, 'never')).status).toBe(200)
  })
})

describe('Idempotency-Key', () => {
  test('50 simultaneous requests create one invoice and all get the same answer', async () => {
    const before = await countInvoices()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => create({ amount: '12.34', metadata: { n: '1' } }, 'fifty')),
    )
    expect(await countInvoices()).toBe(before + 1)
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(49)
  })

  test('belongs to one request forever, and another body, path or call is refused, but not other spaces or field order', async () => {
    const body = { amount: '3.00', description: 'x' }
    const first = await create(body, 'for-ever')
    await money.pass(400 * 86_400)
    await ask(invoices.markInvoice, { params: { invoiceId: first.body.invoiceId }, body: { status: 'invalid' } })
    const again = await create({ description: ' x ', amount: 3 }, 'for-ever')
    // The number 3 is not the text "3.00", so this is another request.
    expect(again.body).toMatchObject({ code: 'idempotency-key-reused' })
    const same = await create({ description: ' x ', amount: '3.00', currency: 'USD' }, 'for-ever')
    expect([same.text, same.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    expect((await create({ ...body, amount: '3.01' }, 'for-ever')).status).toBe(422)
    const other = await ask(links.createPaymentLink, { body: { title: 'T', amount: '3.00' }, once: 'for-ever' })
    expect(other.body).toMatchObject({ code: 'idempotency-key-reused' })
    // The same text in another store is another key.
    const elsewhere = await money.newStore('elsewhere')
    const theirs = await ask(invoices.createInvoice, {
      key: await addApiKey(money.server, elsewhere.merchantId),
      body,
      once: 'for-ever',
    })
    expect(theirs.status).toBe(200)
    expect(theirs.body.invoiceId).not.toBe(first.body.invoiceId)
  })

  test('a refusal is stored as the answer and an error of ours is not', async () => {
    const params = { invoiceId: 'nothing' }
    const refused = () => ask(invoices.markInvoice, { params, body: { status: 'settled' }, once: 'refused' })
    const [first, second] = [await refused(), await refused()]
    expect([first.status, second.status, second.text]).toEqual([404, 404, first.text])
    expect(second.headers['idempotent-replayed']).toBe('true')

    await money.engine.control.engine({ down: true })
    const down = await create({ amount: '9.00' }, 'trouble')
    expect(down.status).toBe(503)
    await money.engine.control.engine({ down: false })
    const before = await countInvoices()
    // Release the invoice's lease now instead of waiting until it expires: a silent engine is not a final answer.
    await money.deps.db.updateTable('invoices').set({ leasedUntil: null }).where('status', '=', 'creating').execute()
    const up = await create({ amount: '9.00' }, 'trouble')
    expect([up.status, up.headers['idempotent-replayed']]).toEqual([200, undefined])
    expect(await countInvoices()).toBe(before)
  })

  test('after a process died between effect and answer, the effect is found', async () => {
    const first = await create({ amount: '7.77' }, 'died')
    const before = await countInvoices()
    await forgetAnswer('died')
    const answers = await Promise.all([create({ amount: '7.77' }, 'died'), create({ amount: '7.77' }, 'died')])
    expect(new Set(answers.map(({ body }) => body.invoiceId))).toEqual(new Set([first.body.invoiceId]))
    expect(await countInvoices()).toBe(before)
    const link = () => ask(links.createPaymentLink, { body: { title: 'Once' }, once: 'died-link' })
    const created = await link()
    await forgetAnswer('died-link')
    expect((await link()).body.id).toBe(created.body.id)
  })
})

test('requests are counted for each key, and every answer reports the limit', async () => {
  const own = await addApiKey(money.server, store.merchantId, ['read'])
  const first = await ask(getBalances, { key: own })
  expect(first.headers).toMatchObject({
    'ratelimit-limit': String(requestsPerMinute),
    'ratelimit-remaining': String(requestsPerMinute - 1),
  })
  await Promise.all(Array.from({ length: 19 }, () => ask(getBalances, { key: own })))
  const { id } = await money.deps.db.selectFrom('apiKeys').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const row = money.deps.db.selectFrom('apiKeyRequests').selectAll().where('keyId', '=', id)
  expect((await row.executeTakeFirstOrThrow()).requests).toBe(20)
  const set = (requests: number) =>
    money.deps.db.updateTable('apiKeyRequests').set({ requests }).where('keyId', '=', id).execute()
  await set(requestsPerMinute - 1)
  expect((await ask(getBalances, { key: own })).headers['ratelimit-remaining']).toBe('0')
  const refused = await ask(getBalances, { key: own })
  expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.headers['ratelimit-reset']).toBe(refused.headers['retry-after'])
  // Another key of the same store has its own limit.
  expect((await ask(getBalances)).status).toBe(200)
  await money.deps.db
    .updateTable('apiKeyRequests')
    .set({ windowStartedAt: new Date(Date.now() - 61_000) })
    .where('keyId', '=', id)
    .execute()
  expect((await ask(getBalances, { key: own })).status).toBe(200)
})

test('keys of one store reach nothing of another store', async () => {
  const created = await create({ amount: '11.00', description: 'secret order' })
  const link = await ask(links.createPaymentLink, { body: { title: 'secret link', amount: '5.00' } })
  const deposit = await ask(deposits.createDepositAddress, { body: { reference: 'secret customer' } })
  const other = await money.newStore('neighbour', 1_000_000n)
  const address = await money.strangersAddress()
  const everything = await addApiKey(money.server, other.merchantId, ['read', 'invoices', 'refunds', 'withdrawals'], {
    withdrawalAddresses: [address],
  })
  const own = await addApiKey(money.server, store.merchantId, ['withdrawals'], { withdrawalAddresses: [address] })
  const sent = await ask(withdrawals.createWithdrawal, { key: own, body: { address, amountUsd: '10.00' } })
  expect(sent.status).toBe(200)
  const bodies: Record<string, object> = {
    mark: { status: 'invalid' },
    refund: { kind: 'everything' },
    signatures: { psbt: 'cHNidA==' },
    'PATCH /api/v1/invoices/:invoiceId': { metadata: { secret: 'no' } },
  }
  const endpoint = await ask(createWebhookEndpoint, { body: { url: 'http://127.0.0.1:9/secret', events: ['*'] } })
  expect(endpoint.status).toBe(200)
  const tested = await ask(testWebhookEndpoint, { params: { id: endpoint.body.id } })
  const params = { invoiceId: created.body.invoiceId, id: 0, deliveryId: tested.body.deliveryId }
  const refund = await inTransaction(money.deps.db, (tx) =>
    insertRefund(tx, {
      merchantId: store.merchantId,
      invoiceId: created.body.invoiceId,
      kind: 'everything',
      amountSats: 11_000n,
      amount: '11.00',
      currency: 'USD',
      amountUsd: '11.00',
      btcPrice: '100000.00',
      countedUsd: '11.00',
      reason: 'secret reason',
      token: 'secret-token',
      customerEmail: 'secret@example.test',
      offeredBy: 'secret',
      apiKeyId: null,
      emailedAt: null,
      countedAt: null,
    }),
  )
  const ids: Record<string, number> = {
    'payment-links': link.body.id,
    'deposit-addresses': deposit.body.id,
    withdrawals: sent.body.id,
    'signing-requests': sent.body.id,
    refunds: refund.id,
    'webhook-endpoints': endpoint.body.id,
  }
  // A stream never ends, and has its own test.
  const answered = calls.filter(({ audience, media }) => audience === 'api' && media !== 'text/event-stream')
  for (const call of answered) {
    const name = `${call.method} ${call.path}`
    const answer = await ask(call, {
      key: everything,
      params: { ...params, id: ids[call.path.split('/')[3] ?? ''] ?? 0 },
      ...(call.method === 'GET' ? {} : { body: bodies[call.path.split('/')[5] ?? name] ?? {} }),
    })
    if (call.path.includes(':')) expect([name, answer.status]).toEqual([name, 404])
    expect(answer.text, name).not.toMatch(/secret|"paymentLinkId":1\b/)
  }
  expect((await ask(invoices.getInvoice, { params })).body.status).toBe('new')
  expect((await ask(listTransactions, { key: everything })).body.length).toBeLessThan(3)
})

test('a key withdraws to its allowed addresses only, once for each Idempotency-Key', async () => {
  // The coins of earlier tests are in a block, so their change can be spent.
  await money.mine(1, store)
  const [mine, stranger] = [await money.strangersAddress(), await money.strangersAddress()]
  const payer = await addApiKey(money.server, store.merchantId, ['withdrawals'], { withdrawalAddresses: [mine] })
  const send = (address: string, amountUsd: string, once: string) =>
    ask(withdrawals.createWithdrawal, { key: payer, body: { address, amountUsd }, once })
  const refused = await send(stranger, '20.00', 'stranger')
  expect([refused.status, refused.body.code]).toEqual([403, 'withdrawal-address-not-allowed'])
  expect((await send('nonsense', '20.00', 'nonsense')).body.code).toBe('invalid-address')
  expect((await send(mine, '20000.00', 'rich')).body.code).toBe('insufficient-balance')
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(mine, '20.00', 'pay')))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200, body: { status: 'broadcast', address: mine } })
  expect(await money.countPaid(mine, 20_000n)).toBe(1)
  const { id } = answers[0]?.body ?? {}
  expect((await ask(withdrawals.getWithdrawal, { params: { id } })).body).toMatchObject({ id, address: mine })
  expect((await ask(withdrawals.listWithdrawals)).body[0]).toMatchObject({ id })
  // A key that may withdraw may not read.
  const blind = await ask(withdrawals.getWithdrawal, { key: payer, params: { id } })
  expect([blind.status, blind.body.message]).toEqual([403, 'This API key doesn’t have the scope "read".'])
  await money.expectCleanAudit()
})

test('a key creates a refund once for each Idempotency-Key, also after a crash, and never above what was paid', async () => {
  const { body: invoice } = await create({ amount: '30.00', customerEmail: 'payer@example.test' })
  await money.engine.control.pay({ invoiceId: invoice.invoiceId, method: 'onchain' })
  await money.mine(1)
  await money.pass(31)
  await syncStore(money.deps, store.id)
  const params = { invoiceId: invoice.invoiceId }
  const refunder = await addApiKey(money.server, store.merchantId, ['refunds'], { dailyRefundLimitUsd: '100.00' })
  const refund = (once: string) => ask(refundInvoice, { key: refunder, params, body: { kind: 'everything' }, once })
  const first = await refund('back')
  expect(first.body).toMatchObject({
    status: 'offered',
    kind: 'everything',
    offeredBy: expect.stringContaining('API key'),
  })
  expect((await refund('back')).text).toBe(first.text)
  // Anyone who reads the table could otherwise claim the money with the emailed link.
  const kept = await sql<{ text: string }>`select row(k.*)::text as text from idempotency_keys k`.execute(money.deps.db)
  const emails = await money.deps.db.selectFrom('mailOutbox').select('bodyText').execute()
  const claimTokens = emails.flatMap(({ bodyText }) => /\/r\/([\w-]{20,})/.exec(bodyText)?.[1] ?? [])
  expect(claimTokens).toHaveLength(1)
  expect(kept.rows.length).toBeGreaterThan(0)
  expect(kept.rows.filter(({ text }) => text.includes(claimTokens[0] ?? ''))).toEqual([])
  await forgetAnswer('back')
  expect((await refund('back')).body).toEqual(first.body)
  expect((await refund('more')).body.code).toBe('nothing-to-refund')
  const read = await ask(invoices.getInvoice, { params })
  expect(read.body).toMatchObject({ status: 'settled', refunds: [{ id: first.body.id }] })
})

test('the description lists every call with its scope, its key and its errors', async () => {
  const document = (await money.server.app.inject({ url: '/api/v1/openapi.json' })).json()
  const own = calls.filter(({ path }) => path.startsWith('/api/v1/'))
  const described = Object.entries<Record<string, Record<string, unknown>>>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(own.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort())
  for (const call of own.filter(({ audience }) => audience === 'api')) {
    const operation = document.paths[call.path.replace(/:(\w+)/g, '{$1}')][call.method.toLowerCase()]
    expect(operation['x-scope'], call.path).toBe(call.scope)
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '429']))
    const named = operation.parameters.some(({ name }: { name: string }) => name === 'Idempotency-Key')
    expect(named, call.path).toBe(call.method === 'POST')
  }
})
