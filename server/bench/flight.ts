/**
 * Many payments at once: from the block to the ledger, against one payment at a time on the same server with the same
 * merchants. Also how long a payment takes to an open page, with webhooks and without. The sandbox is a process of its
 * own, as a BTCPay Server is, but it takes its time from the same processors: the report says when its last webhook
 * arrived. `BENCH_MERCHANTS` and `BENCH_PAYMENTS` change the size.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@bitquay/contract/accounts'
import { sql } from 'kysely'
import { readConfig } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { createPasswords } from '../src/platform/crypto/passwords.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { callSandbox } from '../src/sandbox/call-sandbox.ts'
import { startServer } from '../src/start-server.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { freePort } from '../test/process.ts'
import { atPart, exitAfter } from './part.ts'
import { startSandboxProcess } from './sandbox-process.ts'

const merchants = Number(process.env.BENCH_MERCHANTS ?? atPart(2000, 45))
const payments = Number(process.env.BENCH_PAYMENTS ?? atPart(200, 5))
const singles = atPart(20, 2)
const limits = { ratio: 3, withWebhooksMs: 2000, withoutMs: 60_000 }
const password = 'quiet harbour 7'

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
const sandbox = await startSandboxProcess(folder, 'sandbox')
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const config = readConfig({
  ...{ DATABASE_URL: postgres.url, SANDBOX: 'true', DEMO_DATA: 'false', DATA_DIR: join(folder, 'data') },
  SANDBOX_URL: sandbox.url,
  ...{ PORT: String(port), PUBLIC_URL: origin, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' },
})
const captured: { deps?: Deps } = {}
const server = await startServer(config, {
  adjust: (deps) => {
    captured.deps = deps
  },
})
if (!captured.deps) throw new Error('the server has no dependencies')
const deps = captured.deps
const { db } = deps
const until = async (what: string, isTrue: () => Promise<boolean>, limitMs: number, everyMs = 20) => {
  for (const started = performance.now(); !(await isTrue()); await sleep(everyMs)) {
    if (performance.now() - started > limitMs) throw new Error(`${what} took longer than ${limitMs} ms`)
  }
}
const count = async (query: ReturnType<typeof sql<{ count: bigint }>>) =>
  Number((await query.execute(db)).rows[0]?.count)

const hash = await createPasswords().hash(password)
await sql`insert into merchants (email, store_name, password_hash)
  select 'm' || n || '@example.test', 'Merchant ' || n, ${hash} from generate_series(1, ${merchants}::int) n`.execute(
  db,
)
const isReady = sql<{ count: bigint }>`
  select count(*) from stores where merchant_id is not null and webhook_url is not null and synced_at is not null`
await until('setting up the stores', async () => (await count(isReady)) === merchants, 3_600_000, 1000)
const { rows } = await sql<{ id: number }>`select id from merchants order by id`.execute(db)
const ids = rows.map(({ id }) => id)

/** Invoices of different merchants, paid and not yet in a block. */
const payInvoices = async (merchantIds: readonly number[]) => {
  const paid: string[] = []
  for (const merchantId of merchantIds) {
    const { invoiceId } = await makeInvoice(deps, merchantId, '20.00')
    await callSandbox(deps, 'pay', { invoiceId, method: 'onchain' })
    paid.push(invoiceId ?? '')
  }
  const seen = sql<{ count: bigint }>`select count(*) from transactions where invoice_id = any(${paid}::text[])`
  await until('finding the payments', async () => (await count(seen)) === paid.length, 120_000)
  return paid
}
/** Milliseconds from the block until each payment is in the ledger, the fastest first, and until the last webhook. */
const confirm = async (paid: readonly string[]) => {
  const booked = sql<{ count: bigint }>`
    select count(*) from transactions where booked and invoice_id = any(${[...paid]}::text[])`
  const times: number[] = []
  const started = performance.now()
  const startedAt = new Date()
  await callSandbox(deps, 'mine', { blocks: 1 })
  await until(
    'booking the payments',
    async () => {
      const done = await count(booked)
      while (times.length < done) times.push(performance.now() - started)
      return done === paid.length
    },
    300_000,
    5,
  )
  const { rows } = await sql<{ ms: number }>`
    select coalesce(max(extract(epoch from received_at - ${startedAt}::timestamptz)) * 1000, 0)::float8 as ms
    from engine_hooks where type = 'InvoicePaymentSettled' and invoice_id = any(${[...paid]}::text[])`.execute(db)
  return { times, lastHookMs: rows[0]?.ms ?? Number.NaN }
}
const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN

const unloaded: number[] = []
for (const merchantId of ids.slice(0, singles)) {
  unloaded.push(...(await confirm(await payInvoices([merchantId]))).times)
}
const { times: loaded, lastHookMs } = await confirm(await payInvoices(ids.slice(singles, singles + payments)))

/** Milliseconds from a payment until the merchant's open page hears of it. */
const watchPayment = async (merchantId: number) => {
  const answer = await fetch(`${origin}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `m${merchantId - (ids[0] ?? 1) + 1}@example.test`, password }),
  })
  const { token } = (await answer.json()) as { token: string }
  const { invoiceId } = await makeInvoice(deps, merchantId, '20.00')
  await sleep(1000)
  const abort = new AbortController()
  const stream = await fetch(`${origin}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  const started = performance.now()
  await callSandbox(deps, 'pay', { invoiceId, method: 'onchain' })
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (part.value.includes('"transactions"')) break
  }
  abort.abort()
  return performance.now() - started
}
const withWebhooks: number[] = []
const others = ids.slice(singles + payments)
for (const merchantId of others.slice(0, 10)) withWebhooks.push(await watchPayment(merchantId))
await callSandbox(deps, 'webhooks', { drop: true })
const without = await Promise.all(others.slice(10, 15).map(watchPayment))

let failed = false
const report = (what: string, figure: number, most: number, unit: string, detail: string) => {
  failed ||= !(figure <= most)
  process.stdout.write(`${what}: ${figure.toFixed(unit === '' ? 2 : 0)}${unit}  (at most ${most}${unit}; ${detail})\n`)
}
const [alone, together] = [p95(unloaded), p95(loaded)]
report(
  `p95 from block to ledger, ${payments} payments over ${merchants} merchants / one at a time`,
  together / alone,
  limits.ratio,
  '',
  `${together.toFixed(0)} and ${alone.toFixed(0)} ms, medians ${median(loaded).toFixed(0)} and ${median(unloaded).toFixed(0)} ms, the last webhook after ${lastHookMs.toFixed(0)} ms, all ${loaded.length} booked`,
)
report('a payment on an open page with webhooks, p95', p95(withWebhooks), limits.withWebhooksMs, ' ms', 'of 10')
report('a payment on an open page without webhooks, slowest', Math.max(...without), limits.withoutMs, ' ms', 'of 5')
await server.stop()
await sandbox.stop()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
exitAfter(!failed)
