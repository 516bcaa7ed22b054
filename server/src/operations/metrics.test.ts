import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createInvoice } from '@bitquay/contract/v1/invoices'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { type EngineProxy, startEngineProxy } from '../../test/engine-proxy.ts'
import { freePort } from '../../test/process.ts'
import { type Entry, postTransfer } from '../ledger/table.ts'
import { createMerchant } from '../people/table.merchants.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { runWorkers } from '../platform/workers/run-workers.ts'
import { savePrice } from '../prices/table.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { templateOf } from '../watch-engine-calls.ts'
import { exportFigures } from './export-figures.ts'
import { openMetricsPort } from './routes.metrics.ts'

const token = 'a token of the operator'
let engine: TestEngine
let proxy: EngineProxy
let server: TestApp
let key: string
let storeId: string
beforeAll(async () => {
  engine = await startTestEngine()
  proxy = await startEngineProxy(engine.engine.url)
  server = await startTestApp({ METRICS_TOKEN: token, TRUST_PROXY: 'loopback' }, { ...engine.engine, url: proxy.url })
  const { id } = await inTransaction(server.deps.db, (tx) =>
    createMerchant(tx, { email: 'metrics@example.test', storeName: 'Metrics', passwordHash: null }),
  )
  await savePrice(server.deps.db, { cents: 10_000_000n, source: 'test' })
  storeId = (await provisionStore(server.deps, { merchantId: id, name: 'Metrics' })).storeId
  key = await addApiKey(server, id, ['read', 'invoices'])
})
afterAll(async () => {
  await server.close()
  await proxy.close()
  await engine.close()
})

const get = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  server.app.inject({ method: 'GET', url: '/metrics', headers: { host: 'localhost:3000', ...headers }, remoteAddress })

const order = (headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: createInvoice.path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ amount: '5.00' }),
  })

/** Reads one figure. Figures that aren't there are undefined. */
const read = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('metrics are open to the machine itself', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const answer = await get({}, address)
    expect(answer.statusCode, address).toBe(200)
    expect(answer.headers['content-type']).toContain('text/plain')
    expect(answer.body).toContain('# TYPE bitquay_http_requests_total counter')
  }
})

test.each<[string, Record<string, string>, string]>([
  ['another machine', {}, '10.1.2.3'],
  ['another machine that claims to be loopback', { 'x-forwarded-for': '127.0.0.1' }, '10.1.2.3'],
  ['a proxy on this machine', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
  ['a visitor who sends a forged address through a proxy', { 'x-forwarded-for': '127.0.0.1, 127.0.0.1' }, '127.0.0.1'],
  ['a proxy with another header', { 'x-real-ip': '127.0.0.1' }, '127.0.0.1'],
  ['a proxy with the standard header', { forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
  ['a proxy that only passes on the host', { host: 'pay.example.com' }, '127.0.0.1'],
  ['a name that looks like loopback', { host: '127.0.0.1.example.com' }, '127.0.0.1'],
])('metrics need the token from %s', async (_from, headers, remoteAddress) => {
  expect((await get(headers, remoteAddress)).statusCode).toBe(401)
  expect((await get({ ...headers, authorization: 'Bearer wrong' }, remoteAddress)).statusCode).toBe(401)
  expect((await get({ ...headers, authorization: `Bearer ${token}x` }, remoteAddress)).statusCode).toBe(401)
  const admitted = await get({ ...headers, authorization: `Bearer ${token}` }, remoteAddress)
  expect(admitted.statusCode).toBe(200)
  expect(admitted.body).toContain('bitquay_build_info')
})

test('a server for others needs the token from this machine too, because a plain proxy looks the same', async () => {
  const shared = await startTestApp({ METRICS_TOKEN: token, PUBLIC_URL: 'https://pay.example.com' })
  const scrape = (headers: Record<string, string>) =>
    shared.app.inject({
      method: 'GET',
      url: '/metrics',
      headers: { host: '127.0.0.1:3000', ...headers },
      remoteAddress: '127.0.0.1',
    })
  expect((await scrape({})).statusCode).toBe(401)
  expect((await scrape({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
  await shared.close()
})

test('METRICS_PORT answers this machine without a token, with metrics and nothing else', async () => {
  const port = await freePort()
  const shared = await startTestApp({ METRICS_PORT: String(port), PUBLIC_URL: 'https://pay.example.com' })
  await shared.app.ready()
  const close = await openMetricsPort(shared.app, port)
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, headers, agent: false }).end()
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, body: await text(answer) }
  }
  expect(await ask('/metrics')).toMatchObject({ status: 200, body: expect.stringContaining('bitquay_build_info') })
  expect((await ask('/api/health')).status).toBe(404)
  expect((await ask('/metrics', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(403)
  // A page of another site can send its visitors' browsers here, under its own name.
  expect((await ask('/metrics', { host: 'rebound.example.com' })).status).toBe(403)
  await expect(openMetricsPort(shared.app, port)).rejects.toThrow(/^METRICS_PORT can’t be used: .* in use/)
  await close()
  await expect(ask('/metrics')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const elsewhere = await shared.app.inject({
    url: '/metrics',
    headers: { host: '127.0.0.1' },
    remoteAddress: '127.0.0.1',
  })
  expect(elsewhere.statusCode).toBe(403)
  await shared.close()
})

test('without a token, metrics stay closed to others', async () => {
  const closed = await startTestApp()
  const answer = await closed.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '10.1.2.3' })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ code: 'forbidden' })
  await closed.close()
})

test('requests are counted by route, and nothing that a stranger chose becomes a label', async () => {
  const marker = `marker-${randomUUID()}`
  await server.app.inject({
    method: 'GET',
    url: `/api/v1/invoices/${marker}`,
    headers: { authorization: `Bearer ${key}` },
  })
  await server.app.inject({ method: 'GET', url: `/api/${marker}` })
  await server.app.inject({ method: 'GET', url: `/${marker}?${marker}=${marker}` })
  const { body } = await get()
  expect(read(body, 'bitquay_http_requests_total{method="GET",route="/api/v1/invoices/:invoiceId",status="404"}')).toBe(
    1,
  )
  expect(
    read(body, 'bitquay_http_request_duration_seconds_count{method="GET",route="/api/v1/invoices/:invoiceId"}'),
  ).toBe(1)
  // The request for these figures is the only one that is being answered.
  expect(read(body, 'bitquay_http_requests_in_flight')).toBe(1)
  expect(body).not.toContain(marker)
  expect(body).not.toContain(storeId)
})

test('a request’s ID reaches BTCPay, and the answer repeats it', async () => {
  const requestId = randomUUID()
  proxy.forget()
  const answer = await order({ 'x-request-id': requestId })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['x-request-id']).toBe(requestId)
  expect(proxy.requestIds().length).toBeGreaterThan(0)
  expect(new Set(proxy.requestIds())).toEqual(new Set([requestId]))
})

test('two requests at once keep their own IDs', async () => {
  const ids = Array.from({ length: 4 }, () => randomUUID())
  proxy.forget()
  await Promise.all(ids.map((id) => order({ 'x-request-id': id })))
  expect(new Set(proxy.requestIds())).toEqual(new Set(ids))
})

test.each(['', 'short', "x'; drop table--", 'a'.repeat(500), 'line%0abreak'])(
  'an ID that isn’t a UUID (%j) is replaced',
  async (given) => {
    const answer = await order({ 'x-request-id': given })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  },
)

test('calls to BTCPay are counted by operation and outcome', async () => {
  await order()
  const { body } = await get()
  const created = 'bitquay_engine_calls_total{engine="main",operation="POST /api/v1/stores/:id/invoices",outcome="ok"}'
  expect(read(body, created)).toBeGreaterThan(0)
  expect(read(body, 'bitquay_engine_call_duration_seconds_count{engine="main"}')).toBeGreaterThan(0)
})

test('an ID in a path of BTCPay is no part of the operation', () => {
  expect(templateOf('/api/v1/stores/9Xy/invoices/Ab3/payment-methods')).toBe(
    '/api/v1/stores/:id/invoices/:id/payment-methods',
  )
})

test('runs of workers are counted by outcome', async () => {
  const { db, metrics } = server.deps
  const run = (fails: boolean) => async () => {
    if (fails) throw new Error('on purpose')
    return false
  }
  const list = [
    { name: 'works', everyMs: 60_000, run: run(false) },
    { name: 'fails', everyMs: 60_000, run: run(true) },
  ]
  const workers = runWorkers(db, list, () => undefined, metrics)
  const counted = async (series: string) => read(await metrics.print(), `bitquay_worker_runs_total{${series}}`)
  await expect.poll(() => counted('worker="works",outcome="succeeded"')).toBe(1)
  await expect.poll(() => counted('worker="fails",outcome="failed"')).toBe(1)
  await workers.stop()
})

test('queues, wallet, ledger and workers are read from the database', async () => {
  const { db } = server.deps
  const registry = new Registry()
  const refresh = exportFigures(registry, db, new Set(['one stream']), { figuresMs: 0, totalsMs: 0 })
  const readAll = async () => {
    await refresh()
    return registry.metrics()
  }
  const before = await readAll()
  expect(read(before, 'bitquay_event_streams_open')).toBe(1)

  await sql`insert into mail_outbox (recipient, subject, body_text, body_html, next_attempt_at)
    values ('a@example.test', 's', 't', 'h', app_now() - interval '90 seconds')`.execute(db)
  await sql`insert into engine_hooks (store_ref, body, received_at)
    select id, '', now() - interval '70 seconds' from stores limit 1`.execute(db)
  await sql`update stores set sync_due_at = app_now() - interval '50 seconds'`.execute(db)
  const entries: Entry[] = [
    { owner: { kind: 'platform' }, account: 'wallet', sats: 700n, usd8: 700n },
    { owner: { kind: 'platform' }, account: 'capital', sats: -700n, usd8: -700n },
  ]
  await inTransaction(db, (tx) =>
    postTransfer(tx, { kind: 'capital', reference: 'metrics', entries, priceCents: 10_000_000n }),
  )
  await sql`update engines set reachable = true, synced = false, latency_ms = 40, checked_at = app_now()`.execute(db)
  // A transfer that is rolled back is not counted.
  await inTransaction(db, async (tx) => {
    await postTransfer(tx, { kind: 'capital', reference: 'never', entries, priceCents: 10_000_000n })
    throw new Error('rolled back')
  }).catch(() => undefined)

  await expect.poll(async () => read(await readAll(), 'bitquay_ledger_postings_total{kind="capital"}')).toBe(1)
  const after = await readAll()
  const grew = (series: string) => (read(after, series) ?? 0) - (read(before, series) ?? 0)
  expect(grew('bitquay_queue_items{queue="emails"}')).toBe(1)
  expect(grew('bitquay_queue_items{queue="engine-hooks"}')).toBe(1)
  expect(read(after, 'bitquay_queue_oldest_seconds{queue="emails"}')).toBeGreaterThanOrEqual(90)
  expect(read(after, 'bitquay_queue_oldest_seconds{queue="engine-hooks"}')).toBeGreaterThanOrEqual(70)
  expect(read(after, 'bitquay_queue_oldest_seconds{queue="stores"}')).toBeGreaterThanOrEqual(50)
  expect(read(after, 'bitquay_queue_items{queue="sends"}')).toBe(0)
  expect(read(after, 'bitquay_queue_items{queue="webhooks"}')).toBe(0)
  expect(read(after, 'bitquay_webhook_lag_seconds')).toBeGreaterThanOrEqual(70)
  expect(read(after, 'bitquay_engine_reachable{engine="main"}')).toBe(1)
  expect(read(after, 'bitquay_engine_synced{engine="main"}')).toBe(0)
  expect(read(after, 'bitquay_engine_latency_seconds{engine="main"}')).toBe(0.04)
  expect(grew('bitquay_platform_ledger_sats')).toBe(700)
  expect(read(after, 'bitquay_worker_last_success_timestamp_seconds{worker="works"}')).toBeGreaterThan(1_700_000_000)
  expect(read(after, 'bitquay_worker_consecutive_failures{worker="fails"}')).toBe(1)
  expect(read(after, 'bitquay_database_up')).toBe(1)
})

test('a database that doesn’t answer is a figure, and the others are still printed', async () => {
  const registry = new Registry()
  const away = connectDatabase('postgres://nobody@127.0.0.1:1/nothing', { maxConnections: 1 })
  await exportFigures(registry, away.db, new Set())()
  await away.close()
  expect(read(await registry.metrics(), 'bitquay_database_up')).toBe(0)
})
