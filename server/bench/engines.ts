/**
 * Two engines, one of them silent: what the merchants of the other wait for reading and for a new invoice, against the
 * same with both engines well. The merchants of the second one read and create at the same pace all the time, so that
 * nothing but the silence makes a difference.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startProcess } from '../test/process.ts'
import { atPart, exitAfter } from './part.ts'
import { startSandboxProcess } from './sandbox-process.ts'

const merchants = 8
const readings = atPart(30, 2)
const rounds = atPart(3)
const limit = 1.2
const paceMs = 2000
const password = 'bitquay-demo-1'

const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
const [first, second] = [await startSandboxProcess(folder, 'first'), await startSandboxProcess(folder, 'second')]
const server = await startProcess({
  PORT: String(await freePort()),
  DATA_DIR: join(folder, 'server'),
  SANDBOX: 'true',
  SANDBOX_URL: first.url,
  BTCPAY_ENGINES: JSON.stringify([{ name: 'second', url: second.url }]),
  RATE_LIMITS: 'off',
  DEMO_DATA: 'people',
})

type Headers = Record<string, string>
const send = (path: string, body: object | undefined, headers: Headers) =>
  fetch(`${server.origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const ask = async (path: string, body?: object, headers: Headers = {}) => {
  const answer = await send(path, body, headers)
  const parsed = (await answer.json()) as Record<string, unknown>
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(parsed)}`)
  return parsed
}
const signIn = async (email: string): Promise<Headers> => {
  const { token } = await ask('/api/auth/login', { email, password })
  return { authorization: `Bearer ${String(token)}` }
}
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Merchants and where their stores are. */
const admin = await signIn('admin@bitquay.test')
const people: { headers: Headers; serverUrl: string }[] = []
for (let count = 0; count < merchants; count++) {
  const email = `bench-${count}@example.test`
  const { id } = await ask('/api/admin/merchants', { email, password, storeName: `Bench ${count}` }, admin)
  const headers = await signIn(email)
  while (!(await ask('/api/merchant/balance', undefined, headers)).configured) await sleep(200)
  const { btcpayServerUrl } = await ask(`/api/admin/merchants/${String(id)}`, undefined, admin)
  people.push({ headers, serverUrl: String(btcpayServerUrl) })
}
const measured = people.find(({ serverUrl }) => serverUrl === first.url)
const others = people.filter(({ serverUrl }) => serverUrl === second.url)
if (!measured || others.length === 0) throw new Error('the merchants are not on both engines')

const reads = ['/api/merchant/balance', '/api/merchant/wallet', '/api/merchant/transactions', '/api/merchant/invoices']
const create = (headers: Headers) => send('/api/merchant/invoices', { amount: '10.00' }, headers)

/** What merchants of the second engine do at a steady pace, whether it answers or not. */
const act = async ({ headers }: { headers: Headers }) => {
  await send('/api/merchant/balance', undefined, headers).catch(() => undefined)
  const created = await create(headers).catch(() => undefined)
  await created?.text().catch(() => undefined)
}
const running = new Set<Promise<void>>()
const pace = setInterval(() => {
  for (const merchant of others) {
    const acting = act(merchant).finally(() => running.delete(acting))
    running.add(acting)
  }
}, paceMs)

const setSilent = async (isSilent: boolean) => {
  const answer = await fetch(`${second.url}/sandbox/fail`, {
    method: 'POST',
    headers: { authorization: `token ${second.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ calls: isSilent ? 1_000_000 : 0, mode: 'timeout' }),
  })
  if (!answer.ok) throw new Error(`the sandbox refused: ${await answer.text()}`)
  await sleep(3000)
}
type Times = { read: number[]; create: number[] }
const measure = async (times: Times) => {
  for (let count = 0; count < readings; count++) {
    for (const path of reads) times.read.push(await timed(() => ask(path, undefined, measured.headers)))
    times.create.push(await timed(() => ask('/api/merchant/invoices', { amount: '10.00' }, measured.headers)))
  }
}
const well: Times = { read: [], create: [] }
const ill: Times = { read: [], create: [] }
await measure({ read: [], create: [] })
for (let round = 0; round < rounds; round++) {
  await setSilent(false)
  await measure(well)
  await setSilent(true)
  await measure(ill)
}
let failed = false
for (const [what, name] of [
  ['reading', 'read'],
  ['a new invoice', 'create'],
] as const) {
  const ratio = median(ill[name]) / median(well[name])
  failed ||= !(ratio <= limit)
  const detail = `${median(ill[name]).toFixed(1)} and ${median(well[name]).toFixed(1)} ms`
  process.stdout.write(
    `${what} with the other engine silent / well: ${ratio.toFixed(2)}  (at most ${limit}; ${detail})\n`,
  )
}
const system = (await ask('/api/admin/system', undefined, admin)) as { engines?: unknown }
process.stdout.write(`${JSON.stringify(system.engines)}\n`)

clearInterval(pace)
await server.stop()
await Promise.all(running)
await Promise.all([first.stop(), second.stop()])
await rm(folder, { recursive: true, force: true })
exitAfter(!failed)
