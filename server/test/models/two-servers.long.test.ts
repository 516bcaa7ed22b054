import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCluster } from '../database.ts'
import { startTestEngine, type TestEngine } from '../engine.ts'
import { withDatabase } from '../postgres.ts'
import { freePort, type ServerProcess, startProcess } from '../process.ts'
import { until } from '../webhook-receiver.ts'

const name = `bitquay_two_${process.pid}`
const takeoverMs = 30_000

let folder: string
let engine: TestEngine
let database: pg.Client
let ports: number[]
let servers: ServerProcess[]
let proxy: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-two-'))
  engine = await startTestEngine()
  const { url } = ownCluster()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  database = new pg.Client({ connectionString: withDatabase(url, name) }).on('error', () => undefined)
  await database.connect()
  ports = [await freePort(), await freePort()]
  proxy = await startProxy()
  // Both at once on an empty database, as an orchestrator does it.
  servers = await Promise.all([start(0), start(1)])
}, 120_000)

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  proxy.close()
  await database.end()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (which: number) =>
  startProcess({
    PORT: String(ports[which]),
    DATA_DIR: join(folder, String(which)),
    DATABASE_URL: withDatabase(ownCluster().url, name),
    SANDBOX: 'true',
    SANDBOX_URL: String(engine.engine.sandboxUrl),
    PUBLIC_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    APP_SECRET: 'the same thirty-two characters of both',
    RATE_LIMITS: 'off',
    DEMO_DATA: 'people',
  })

/**
 * A proxy in front of several servers: it tries one, and the other when that one is gone. The engine's webhooks come
 * here.
 */
const startProxy = () =>
  new Promise<Server>((resolve) => {
    const server = createServer((incoming, outgoing) => {
      const pass = (turn: number, body: Buffer) => {
        const { method, url, headers } = incoming
        request({ host: '127.0.0.1', port: ports[turn % 2], method, path: url, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        })
          .on('error', () => (turn < 2 ? pass(turn + 1, body) : outgoing.writeHead(502).end()))
          .end(body)
      }
      void incoming.toArray().then((chunks) => pass(0, Buffer.concat(chunks as Buffer[])))
    })
    server.listen(0, '127.0.0.1', () => resolve(server))
  })

type Answer = { status: number; body: Record<string, unknown> }

/** Undefined when no answer came: then nobody knows whether it was done. */
const ask = async (
  server: ServerProcess | undefined,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer | undefined> => {
  try {
    const answer = await fetch(`${server?.origin}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  } catch {
    return undefined
  }
}

const signIn = async (server: ServerProcess | undefined) => {
  const answer = await ask(server, 'POST', '/api/auth/login', {
    email: 'merchant@bitquay.test',
    password: 'bitquay-demo-1',
  })
  return { authorization: `Bearer ${String(answer?.body.token)}` }
}

type Load = { applications: string[]; invoices: Map<string, string>; keys: number; end: () => Promise<void> }

/**
 * Creates applications and invoices through both servers at once. What one server does not answer is sent to the other
 * again, an invoice under the same key. Only acknowledged ones are recorded.
 */
const startLoad = (headers: Record<string, string>): Load => {
  let over = false
  const load = { applications: [] as string[], invoices: new Map<string, string>(), keys: 0 }
  const persist = async (first: number, attempt: (server: ServerProcess | undefined) => Promise<boolean>) => {
    for (let turn = first; !over; turn += 1, await sleep(50)) {
      if (await attempt(servers[turn % 2])) return
    }
  }
  const apply = async (which: number) => {
    while (!over) {
      const contactEmail = `${randomUUID()}@example.test`
      await persist(which, async (server) => {
        const answer = await ask(server, 'POST', '/api/merchant-applications', {
          businessName: 'Corner Shop',
          businessType: 'E-commerce',
          businessDescription: 'Sells useful things to people nearby',
          contactName: 'Sam Shop',
          contactEmail,
          contactPhone: '555 010 0200',
          monthlyVolume: 'Less than $10,000',
        })
        if (answer?.status === 200) load.applications.push(contactEmail)
        return answer?.status === 200
      })
    }
  }
  const invoice = async (which: number) => {
    while (!over) {
      const key = randomUUID()
      load.keys += 1
      await persist(which, async (server) => {
        const answer = await ask(
          server,
          'POST',
          '/api/merchant/invoices',
          { amount: '10.00', description: key },
          { ...headers, 'idempotency-key': key },
        )
        if (answer?.status === 200) load.invoices.set(key, String(answer.body.invoiceId))
        return answer?.status === 200
      })
    }
  }
  const writers = [apply(0), apply(1), apply(0), apply(1), invoice(0), invoice(1), invoice(0), invoice(1)]
  return Object.assign(load, {
    end: async () => {
      over = true
      await Promise.all(writers)
    },
  })
}

const statusOf = async (server: ServerProcess | undefined, invoiceId: string, headers: Record<string, string>) =>
  (await ask(server, 'GET', `/api/merchant/invoices/${invoiceId}`, undefined, headers))?.body.status

test('with one of two servers killed under load, nothing acknowledged is lost and the other takes over within 30 s', async () => {
  const headers = await signIn(servers[0])
  // A session belongs to the platform and not to a server.
  await expect
    .poll(async () => (await ask(servers[1], 'GET', '/api/merchant/balance', undefined, headers))?.body.configured, {
      timeout: 60_000,
    })
    .toBe(true)

  for (const victim of [0, 1, 0]) {
    const survivor = servers[1 - victim]
    const load = startLoad(headers)
    await until('there is something to lose', () => load.applications.length >= 20 && load.invoices.size >= 20, 120_000)
    // The random moment of the kill is what this test varies.
    await sleep(Math.random() * 1000)
    servers[victim]?.child.kill('SIGKILL')
    const killedAt = Date.now()
    await servers[victim]?.ended
    const [before] = [load.invoices.size + load.applications.length]
    await expect
      .poll(() => load.invoices.size + load.applications.length, {
        timeout: takeoverMs,
        message: 'the other carries on',
      })
      .toBeGreaterThan(before + 20)
    await load.end()

    // Everything that either server acknowledged exists once.
    for (const email of load.applications) {
      const { rows } = await database.query(
        'select count(*)::int as count from merchant_applications where email = $1',
        [email],
      )
      expect(rows[0]?.count, email).toBe(1)
    }
    const { rows: created } = await database.query<{ description: string; invoice_id: string }>(
      `select description, invoice_id from invoices where description = any($1)`,
      [[...load.invoices.keys()]],
    )
    expect(new Map(created.map((row) => [row.description, row.invoice_id]))).toEqual(load.invoices)
    expect(created).toHaveLength(load.invoices.size)

    // The other server continues the work of the dead one: it notices payments, syncs stores, and every worker runs.
    const [first = '', second = ''] = [...load.invoices.values()].slice(-2)
    expect((await ask(survivor, 'POST', '/api/sandbox/pay', { invoiceId: first, method: 'onchain' }))?.status).toBe(200)
    expect((await ask(survivor, 'POST', '/api/sandbox/pay', { invoiceId: second, method: 'lightning' }))?.status).toBe(
      200,
    )
    expect((await ask(survivor, 'POST', '/api/sandbox/mine', { blocks: 1 }))?.status).toBe(200)
    const paidAt = Date.now()
    for (const invoiceId of [first, second])
      await expect
        .poll(() => statusOf(survivor, invoiceId, headers), {
          timeout: takeoverMs - (Date.now() - paidAt),
          interval: 200,
        })
        .toMatch(/^(processing|settled)$/)
    await expect
      .poll(
        async () => {
          const { rows } = await database.query(
            `select name from worker_beats where succeeded_at < to_timestamp($1) and name not in ('prune', 'audit-ledger')
             union all select 'store ' || id from stores where merchant_id is not null and status = 'ready' and sync_due_at < app_now() - interval '5 seconds'
             union all select 'lease of ' || id from stores where leased_until < now() - interval '5 seconds'`,
            [killedAt / 1000],
          )
          return rows.map((row: { name: string }) => row.name)
        },
        { timeout: takeoverMs, interval: 500 },
      )
      .toEqual([])
    servers[victim] = await start(victim)
  }
})
