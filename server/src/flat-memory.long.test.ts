import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@bitquay/contract/accounts'
import { createApiKey } from '@bitquay/contract/api-keys'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestEngine, type TestEngine } from '../test/engine.ts'
import { freePort, type ServerProcess, startProcess } from '../test/process.ts'
import { until } from '../test/webhook-receiver.ts'

/** Half an hour, or `BITQUAY_MEMORY_MINUTES`. */
const minutes = Number(process.env.BITQUAY_MEMORY_MINUTES ?? 30)

let folder: string
// The sandbox keeps its chain in memory, which grows with every sale, so it runs outside of the server.
let engine: TestEngine
let server: ServerProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-memory-'))
  engine = await startTestEngine()
  const PORT = String(await freePort())
  server = await startProcess({
    PORT,
    DATA_DIR: folder,
    SANDBOX_URL: String(engine.engine.sandboxUrl),
    DEMO_DATA: 'people',
    RATE_LIMITS: 'off',
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
  })
}, 180_000)
afterAll(async () => {
  await server.stop()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const call = async (path: string, token?: string, body?: object): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${server.origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const said = (await answer.json()) as Record<string, unknown>
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${String(said.message)}`)
  return said
}
/** Megabytes of memory in use by the process. */
const readMemory = async () =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

test(
  'the memory of a server under steady load stays flat',
  async () => {
    const { token } = await call(login.path, undefined, { email: 'merchant@bitquay.test', password: 'bitquay-demo-1' })
    const session = String(token)
    await until(
      'the store is set up',
      async () => (await call('/api/merchant/balance', session)).configured === true,
      120_000,
    )
    const { key } = await call(createApiKey.path, session, { name: 'Test', scopes: ['read', 'invoices'] })
    /** What a shop does: an invoice, its payment, a block, and the pages that show it, with a stream that ends. */
    const sell = async () => {
      const { invoiceId } = await call('/api/v1/invoices', String(key), { amount: '20.00' })
      const abort = new AbortController()
      const stream = await fetch(`${server.origin}/api/events`, {
        headers: { authorization: `Bearer ${session}` },
        signal: abort.signal,
      })
      await call('/api/sandbox/pay', undefined, { invoiceId, method: 'onchain' })
      await call('/api/sandbox/mine', undefined, { blocks: 1 })
      for (const path of ['balance', 'wallet', 'transactions', 'invoices']) await call(`/api/merchant/${path}`, session)
      abort.abort()
      await stream.body?.cancel().catch(() => undefined)
    }
    const samples: number[] = []
    const started = performance.now()
    while (performance.now() - started < minutes * 60_000) {
      await sell()
      samples.push(await readMemory())
    }
    expect(samples.length, 'sales').toBeGreaterThan(minutes)
    // The first third fills caches and pools.
    const third = Math.floor(samples.length / 3)
    const [middle, last] = [median(samples.slice(third, 2 * third)), median(samples.slice(2 * third))]
    expect(last, `${samples.length} sales, medians ${middle.toFixed(0)} and ${last.toFixed(0)} MB`).toBeLessThan(
      middle * 1.1 + 10,
    )
  },
  (minutes + 10) * 60_000,
)
