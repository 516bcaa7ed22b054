import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBtcpayClient, unwrap } from '@bitquay/btcpay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import type { TestApp } from '../test/app.ts'
import { startTestEngine, type TestEngine } from '../test/engine.ts'
import { ask, signIn } from '../test/models/two-server-load.ts'
import { isSynchronous, type Pair, programs, startPair } from '../test/postgres-pair.ts'
import { freePort, type ServerProcess, startProcess } from '../test/process.ts'
import { until } from '../test/webhook-receiver.ts'
import { auditLedger } from './operations/audit-ledger.ts'
import { connectDatabase } from './platform/db/connect.ts'

if (!programs)
  process.stderr.write(
    'Failovers are not tested: PostgreSQL 15 or newer (Debian package postgresql) is not installed.\n',
  )

const rounds = Number(process.env.FAILOVER_ROUNDS ?? 10)
const limitMs = 60_000
/** Nobody’s, so what it gets has left for good. */
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let folder: string
let engine: TestEngine
let pair: Pair
let webs: ServerProcess[]
let workers: ServerProcess[]
beforeAll(async () => {
  if (!programs) return
  folder = await mkdtemp(join(tmpdir(), 'bitquay-failover-'))
  engine = await startTestEngine()
  pair = await startPair(folder, { synchronous: true })
  const ports = await Promise.all([0, 1, 2, 3].map(freePort))
  const PUBLIC_URL = `http://127.0.0.1:${ports[0]}`
  const start = (index: number, ROLE: string) =>
    startProcess(
      {
        ROLE,
        PUBLIC_URL,
        PORT: String(ports[index]),
        DATA_DIR: join(folder, `server-${index}`),
        DATABASE_URL: pair.url,
        SANDBOX: 'true',
        SANDBOX_URL: String(engine.engine.sandboxUrl),
        APP_SECRET: 'thirty-two characters for a failover',
        RATE_LIMITS: 'off',
        DEMO_DATA: 'people',
        LOG_LEVEL: 'error',
      },
      undefined,
      limitMs,
    )
  webs = [await start(0, 'web')]
  webs.push(await start(1, 'web'))
  workers = [await start(2, 'worker'), await start(3, 'worker')]
}, 2 * limitMs)
afterAll(async () => {
  if (!programs) return
  for (const server of [...(webs ?? []), ...(workers ?? [])]) server.child.kill('SIGKILL')
  await pair?.stop()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!programs)(
  `after ${rounds} takeovers nothing acknowledged is missing, nothing is paid twice, and servers went on by themselves`,
  async () => {
    const database = connectDatabase(pair.url, { maxConnections: 4 })
    const headers = await signIn(webs[0])
    const configured = async () =>
      (await ask(webs[0], 'GET', '/api/merchant/balance', undefined, headers))?.body.configured === true
    await until('the store is set up', configured, limitMs)
    const merchant = await database.db.selectFrom('merchants').select('id').executeTakeFirstOrThrow()
    const deps = { db: database.db, config: { mode: 'sandbox' } }
    const key = await addApiKey({ deps } as TestApp, merchant.id, ['invoices', 'withdrawals'], {
      withdrawalAddresses: [payee],
    })
    const byKey = { authorization: `Bearer ${key}` }
    const wallet = await ask(webs[0], 'GET', '/api/merchant/wallet/address', undefined, headers)
    for (let coin = 0; coin < 20; coin++)
      await engine.control.faucet({ address: String(wallet?.body.address), amountBtc: '0.10000000' })
    await engine.control.mine({ blocks: 1 })
    const isFunded = async () =>
      Number((await ask(webs[0], 'GET', '/api/merchant/balance', undefined, headers))?.body.btc) >= 2
    await until('the coins are there', isFunded, limitMs)

    // Everything that was acknowledged, and when.
    const invoices = new Map<string, string>()
    const withdrawals = new Map<string, number>()
    let lastAck = performance.now()
    let isOver = false
    let refusal: unknown
    const persist = async (path: string, body: object, first: number) => {
      const once = randomUUID()
      for (let turn = first; !isOver; turn += 1, await sleep(100)) {
        const answer = await ask(webs[turn % 2], 'POST', path, body, { ...byKey, 'idempotency-key': once })
        if (answer && answer.status < 300) {
          lastAck = performance.now()
          return { once, body: answer.body }
        }
        refusal = answer && [path, answer.status, answer.body]
        // What is refused for good would never be acknowledged.
        if (answer && answer.status !== 503 && answer.status !== 409 && answer.status < 500)
          throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      return undefined
    }
    const makeInvoices = async (first: number) => {
      for (; !isOver; await sleep(500)) {
        const made = await persist('/api/v1/invoices', { amount: '3.00', currency: 'USD' }, first)
        if (!made) return
        const invoiceId = String(made.body.invoiceId)
        invoices.set(made.once, invoiceId)
        await engine.control
          .pay({ invoiceId, method: invoices.size % 3 === 0 ? 'lightning' : 'onchain' })
          .catch(() => {})
        if (invoices.size % 5 === 0) await engine.control.mine({ blocks: 1 })
      }
    }
    const withdraw = async (first: number) => {
      for (; !isOver; await sleep(300)) {
        const made = await persist('/api/v1/withdrawals', { address: payee, amountUsd: '2.00' }, first)
        if (made) withdrawals.set(made.once, Number((made.body.withdrawal as { id: number } | undefined)?.id))
      }
    }
    const loads = Promise.all([makeInvoices(0), makeInvoices(1), withdraw(0)])
    let failed: unknown
    loads.catch((error: unknown) => {
      failed = error
      isOver = true
    })
    const going = async (more: number) => {
      const [from, paid] = [invoices.size, withdrawals.size]
      await until(
        'writes go on',
        () => isOver || (invoices.size >= from + more && withdrawals.size > paid),
        limitMs,
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}, at last ${JSON.stringify(refusal)}`)
      })
      if (failed) throw failed
    }

    const measured: { silent: number; promotion: number; standby: number }[] = []
    for (let round = 1; round <= rounds; round++) {
      await going(4)
      const [old, next] = [pair.primary(), pair.standby()]
      await old.kill()
      const killedAt = performance.now()
      const acksBefore = lastAck
      await next.promote()
      pair.lead(next)
      const promotedAt = performance.now()
      await old.rebuildFrom(next)
      await until('the old primary is the synchronous standby', () => isSynchronous(next), limitMs)
      const standbyAt = performance.now()
      // It never accepts a write again.
      await expect(old.query('create table written_twice (id integer)')).rejects.toThrow(/read-only/)
      await until('writes are acknowledged again', () => isOver || lastAck > standbyAt, limitMs)
      measured.push({
        silent: lastAck - acksBefore,
        promotion: promotedAt - killedAt,
        standby: standbyAt - promotedAt,
      })
    }
    await going(4)
    isOver = true
    await loads

    const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(6)
    process.stderr.write(
      `${[
        'takeover  without writes  promotion  new standby (seconds)',
        ...measured.map(
          ({ silent, promotion, standby }, index) =>
            `${String(index + 1).padStart(8)}  ${seconds(silent)}          ${seconds(promotion)}     ${seconds(standby)}`,
        ),
      ].join('\n')}\n`,
    )

    for (const server of [...webs, ...workers]) expect(server.child.exitCode, server.output()).toBeNull()
    const kept = await database.db.selectFrom('invoices').select('invoiceId').execute()
    const known = new Set(kept.map(({ invoiceId }) => invoiceId))
    expect([...invoices.values()].filter((id) => !known.has(id))).toEqual([])
    const countPaid = async () => {
      await engine.control.mine({ blocks: 1 })
      const rows = await database.db.selectFrom('invoices').select(['invoiceId', 'status']).execute()
      const acknowledged = new Set(invoices.values())
      return rows.filter(({ invoiceId, status }) => acknowledged.has(String(invoiceId)) && status === 'settled').length
    }
    const listSends = () => database.db.selectFrom('sends').selectAll().where('kind', '=', 'withdrawal').execute()
    await until(
      'all withdrawals are confirmed',
      async () => {
        await engine.control.mine({ blocks: 1 })
        return (await listSends()).every(({ status }) => status === 'confirmed')
      },
      limitMs,
    )
    const sends = await listSends()
    // One more may have been accepted without its answer arriving when the load ended.
    expect(sends.length - withdrawals.size).toBeGreaterThanOrEqual(0)
    expect(sends.length - withdrawals.size).toBeLessThanOrEqual(1)
    const paid = await database.db.selectFrom('sends').select('txid').where('txid', 'is not', null).execute()
    const store = await database.db
      .selectFrom('stores')
      .selectAll()
      .where('merchantId', '=', merchant.id)
      .executeTakeFirstOrThrow()
    const { url, apiKey } = engine.engine
    const client = createBtcpayClient({ url, auth: { apiKey }, transport: { policy: { allowPrivate: true } } })
    const left: string[] = []
    for (let skip = 0; ; skip += 100) {
      const page = unwrap(await client.wallet.listTransactions(String(store.storeId), { skip, limit: 100 }))
      for (const { amount, transactionHash } of page) if (amount.startsWith('-')) left.push(transactionHash)
      if (page.length < 100) break
    }
    await client.close()
    const sent = new Set(paid.map(({ txid }) => txid))
    expect(left.filter((txid) => !sent.has(txid))).toEqual([])
    expect(new Set(sends.map(({ txid }) => txid)).size).toBe(sends.length)
    await until('all acknowledged invoices are paid', async () => (await countPaid()) === invoices.size, 3 * limitMs)
    expect((await auditLedger(database.db)).findings).toEqual([])
    await database.close()
  },
  limitMs * (rounds + 4),
)
