/**
 * A new invoice through us against the engine alone, and reading while the engine does not answer against reading while
 * it does.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { projectRoot } from '../src/platform/root.ts'
import { freePort, startProcess } from '../test/process.ts'

const invoices = 150
const readings = 40
const rounds = 3
const limits = { invoice: 2, reading: 1.2 }

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const sandboxUrl = `http://127.0.0.1:${await freePort()}`
const sandbox = spawn(
  process.execPath,
  [join(projectRoot, 'dist/sandbox/main.js'), '--port', new URL(sandboxUrl).port, '--dir', folder],
  { stdio: 'ignore' },
)
const ended = new Promise((resolve) => sandbox.once('exit', resolve))
const adminKey = await askForKey()
const server = await startProcess({
  PORT: String(await freePort()),
  DATA_DIR: join(folder, 'server'),
  SANDBOX_URL: sandboxUrl,
  RATE_LIMITS: 'off',
  DEMO_DATA: 'people',
})

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}
let failed = false
const report = (what: string, ratio: number, most: number, detail: string) => {
  failed ||= !(ratio <= most)
  process.stdout.write(`${what}: ${ratio.toFixed(2)}  (at most ${most}; ${detail})\n`)
}

/** The same HTTP client calls both sides, so that its own cost does not count against one of them. */
const call = async (url: string, body: object | undefined, headers: Record<string, string>) => {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const parsed = (await answer.json()) as Record<string, unknown>
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${JSON.stringify(parsed)}`)
  return parsed
}
const ask = (path: string, body?: object, headers: Record<string, string> = {}) =>
  call(`${server.origin}${path}`, body, headers)

const { token } = await ask('/api/auth/login', { email: 'merchant@bitquay.test', password: 'bitquay-demo-1' })
const signedIn = { authorization: `Bearer ${String(token)}` }
while (!(await ask('/api/merchant/balance', undefined, signedIn)).configured) await sleep(200)

const client = createBtcpayClient({
  url: sandboxUrl,
  auth: { apiKey: adminKey },
  transport: { policy: { allowPrivate: true } },
})
const [store] = unwrap(await client.stores.list()).filter(({ name }) => name.includes('Kestrel'))
if (!store) throw new Error('the merchant has no store')

const engineInvoices = `${sandboxUrl}/api/v1/stores/${store.id}/invoices`
const askEngine = (path: string, body?: object) =>
  call(`${engineInvoices}${path}`, body, { authorization: `token ${adminKey}` })
const createAtEngine = () =>
  askEngine('', { amount: '10', currency: 'USD', checkout: { paymentMethods: ['BTC-CHAIN', 'BTC-LN'] } })

const throughUs: number[] = []
const straight: number[] = []
const withMethods: number[] = []
let invoiceId = ''
for (let count = 0; count < invoices; count++) {
  straight.push(await timed(createAtEngine))
  throughUs.push(
    await timed(async () => {
      invoiceId = String((await ask('/api/merchant/invoices', { amount: '10.00' }, signedIn)).invoiceId)
    }),
  )
  // The requests that the engine needs to return as much as our answer does.
  withMethods.push(
    await timed(async () => {
      await askEngine(`/${String((await createAtEngine()).id)}/payment-methods`)
    }),
  )
}
report(
  'a new invoice through our API / straight from the engine',
  median(throughUs) / median(straight),
  limits.invoice,
  `${median(throughUs).toFixed(1)} and ${median(straight).toFixed(1)} ms; with its payment methods ${median(withMethods).toFixed(1)} ms`,
)

const reads = [
  '/api/merchant/balance',
  '/api/merchant/lightning-balance',
  '/api/merchant/wallet',
  '/api/merchant/transactions',
  '/api/merchant/transactions/summary',
  '/api/merchant/invoices',
  `/api/merchant/invoices/${invoiceId}`,
  `/api/checkout/${invoiceId}`,
  '/api/btc-price',
  '/api/status',
]
const well = new Map(reads.map((path) => [path, [] as number[]]))
const ill = new Map(reads.map((path) => [path, [] as number[]]))
const readAll = async (times: Map<string, number[]>) => {
  for (let round = 0; round < readings; round++)
    for (const path of reads) times.get(path)?.push(await timed(() => ask(path, undefined, signedIn)))
}
for (let round = 0; round < rounds; round++) {
  await readAll(well)
  await ask('/api/sandbox/fail', { calls: 100_000, mode: 'timeout' })
  await sleep(2000)
  await readAll(ill)
  await ask('/api/sandbox/fail', { calls: 0, mode: 'timeout' })
  await sleep(2000)
}
const ratios = reads.map((path) => ({ path, ratio: median(ill.get(path) ?? []) / median(well.get(path) ?? []) }))
for (const { path, ratio } of ratios)
  process.stdout.write(`  ${path.replace(invoiceId, ':invoiceId')}: ${ratio.toFixed(2)}\n`)
const sum = (times: Map<string, number[]>) => reads.reduce((total, path) => total + median(times.get(path) ?? []), 0)
report(
  'reading with the engine a black hole / well, all routes together',
  sum(ill) / sum(well),
  limits.reading,
  `${sum(ill).toFixed(1)} and ${sum(well).toFixed(1)} ms`,
)

await server.stop()
sandbox.kill('SIGTERM')
await ended
await rm(folder, { recursive: true, force: true })
process.exit(failed ? 1 : 0)

async function askForKey(): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await fetch(`${sandboxUrl}/sandbox/key`).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { adminKey: string }).adminKey
    await sleep(100)
  }
  throw new Error('the sandbox did not start')
}
