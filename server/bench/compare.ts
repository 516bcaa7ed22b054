/**
 * Compares two built checkouts, each a server with its own database and sandbox, in turns within one run: creating
 * invoices, settling them, listing, the checkout page. Only the HTTP API is used, so that files may move between the two.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startProcess } from '../test/process.ts'
import { atPart } from './part.ts'

const warmUps = atPart(60)
const creations = atPart(300)
const settlements = { rounds: atPart(12), invoices: 12 }
const listings = atPart(150)
const openings = atPart(150)
const limit = 1.1
/** Only ends what would never end. */
const waitLimitMs = 600_000

type Side = {
  ask: (path: string, body?: object) => Promise<Record<string, unknown>>
  /** Opens the checkout page of an invoice. */
  open: (invoiceId: string) => Promise<void>
  stop: () => Promise<void>
}

const startSide = async (root: string): Promise<Side> => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-bench-'))
  const sandboxUrl = `http://127.0.0.1:${await freePort()}`
  const program = [join(root, 'dist/sandbox/main.js'), '--port', new URL(sandboxUrl).port, '--dir', folder]
  const sandbox = spawn(process.execPath, program, { cwd: root, stdio: 'ignore' })
  await waitFor(async () => (await fetch(`${sandboxUrl}/sandbox/key`)).ok)
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'server'),
    SANDBOX_URL: sandboxUrl,
    RATE_LIMITS: 'off',
    DEMO_DATA: 'people',
  }
  const server = await startProcess(settings, [join(root, 'dist/server/main.js')])
  const signIn = { email: 'merchant@bitquay.test', password: 'bitquay-demo-1' }
  const { token } = await request(server.origin, '/api/auth/login', {}, signIn)
  const headers = { authorization: `Bearer ${String(token)}` }
  const ask = (path: string, body?: object) => request(server.origin, path, headers, body)
  await waitFor(async () => (await ask('/api/merchant/balance')).configured === true)
  return {
    ask,
    open: async (invoiceId) => {
      const page = await fetch(`${server.origin}/i/${invoiceId}`)
      if (!page.ok || !(await page.text()).includes(invoiceId)) throw new Error(`the checkout page: ${page.status}`)
    },
    stop: async () => {
      await server.stop()
      await stop(sandbox)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const request = async (origin: string, path: string, headers: Record<string, string>, body?: object) => {
  const answer = await fetch(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

const waitFor = async (isDone: () => Promise<boolean>) => {
  for (const started = Date.now(); Date.now() - started < waitLimitMs; await sleep(10)) {
    if (await isDone().catch(() => false)) return
  }
  throw new Error('it took too long')
}

const stop = async (child: ChildProcess) => {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

const createInvoice = async ({ ask }: Side) =>
  String((await ask('/api/merchant/invoices', { amount: '10.00' })).invoiceId)

/** The time from the block until every payment in it is booked and its invoice settled. */
const settle = async (side: Side): Promise<number> => {
  const ids: string[] = []
  for (let count = 0; count < settlements.invoices; count++) ids.push(await createInvoice(side))
  for (const invoiceId of ids) await side.ask('/api/sandbox/pay', { invoiceId, method: 'onchain' })
  return timed(async () => {
    await side.ask('/api/sandbox/mine', { blocks: 1 })
    for (const id of ids) {
      await waitFor(async () => (await side.ask(`/api/merchant/invoices/${id}`)).status === 'settled')
    }
  })
}

const lists = [
  '/api/merchant/transactions?limit=25',
  '/api/merchant/transactions?limit=25&status=confirmed',
  '/api/merchant/invoices?limit=25',
  '/api/merchant/transactions/summary',
]
const listAll = async ({ ask }: Side) => {
  for (const path of lists) await ask(path)
}

const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

/** In turns, each side first every other time, so that neither always runs after the other. */
const compare = async (what: string, rounds: number, measure: (side: Side) => Promise<number>) => {
  const times = { before: [] as number[], after: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['before', 'after'] as const) : (['after', 'before'] as const)
    for (const name of order) times[name].push(await measure(sides[name]))
  }
  const [after, before] = [median(times.after), median(times.before)]
  const ratio = after / before
  process.stdout.write(
    `${what}, this checkout / the other commit: ${ratio.toFixed(2)}  (at most ${limit}; ${after.toFixed(1)} and ${before.toFixed(1)} ms)\n`,
  )
  return ratio <= limit
}

const measureAll = async () => {
  for (let turn = 0; turn < warmUps; turn++) {
    for (const side of [sides.before, sides.after]) {
      await createInvoice(side)
      await listAll(side)
    }
  }
  const opened = new Map([
    [sides.before, await createInvoice(sides.before)],
    [sides.after, await createInvoice(sides.after)],
  ])
  const openPage = (side: Side) => side.open(opened.get(side) ?? '')
  for (const side of opened.keys()) await openPage(side)
  return [
    await compare('a new invoice', creations, (side) => timed(() => createInvoice(side))),
    await compare(`settling ${settlements.invoices} payments of one block`, settlements.rounds, settle),
    await compare(`${lists.length} lists`, listings, (side) => timed(() => listAll(side))),
    await compare('the checkout page', openings, (side) => timed(() => openPage(side))),
  ]
}

const [before = '', after = ''] = process.argv.slice(2)
const sides = { before: await startSide(before), after: await startSide(after) }
let passed: boolean[] = []
try {
  passed = await measureAll()
} finally {
  await sides.before.stop()
  await sides.after.stop()
}
process.exit(passed.every(Boolean) ? 0 : 1)
