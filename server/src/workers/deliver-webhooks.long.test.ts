import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { addMerchant } from '../../test/people.ts'
import { freePort, type ServerProcess, startProcess } from '../../test/process.ts'
import { startWebhookReceiver, until, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { addEndpoint } from '../modules/webhooks/endpoints.ts'
import { recordEvent } from '../modules/webhooks/record-event.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { runWorkers } from '../platform/workers/run-workers.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'

const receivers: WebhookReceiver[] = []
const receive = async () => {
  const receiver = await startWebhookReceiver()
  receivers.push(receiver)
  return receiver
}
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close()
})

const patience = 900_000
const kills = 20

/** The demo merchant, as its browser would ask. */
const openPortal = async (server: ServerProcess) => {
  const ask = async (method: string, path: string, body?: unknown, token?: string) => {
    const answer = await fetch(`${server.origin}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const { token } = await ask('POST', '/auth/login', {
    email: 'merchant@bitquay.test',
    password: 'bitquay-demo-1',
  })
  return (method: string, path: string, body?: unknown) => ask(method, path, body, String(token))
}

test(
  `nothing is lost over ${kills} kills of the process that delivers`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bitquay-hooks-'))
    const environment = { DATA_DIR: folder, RATE_LIMITS: 'off', DEMO_DATA: 'people' }
    const receiver = await receive()
    let asked = 0
    // Every third attempt fails, so that retries are under way when the process dies.
    receiver.answerWith((response) => {
      setTimeout(() => response.writeHead(++asked % 3 === 0 ? 500 : 204).end(), 20)
    })
    let server = await startProcess({ ...environment, PORT: String(await freePort()) })
    let portal = await openPortal(server)
    const added = await portal('POST', '/merchant/webhooks', { url: receiver.url, events: ['ping'] })
    const id = Number(added.id)

    const acknowledged: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const write = async () => {
        for (;;) {
          try {
            const { deliveryId } = await portal('POST', `/merchant/webhooks/${id}/test`, {})
            acknowledged.push(Number(deliveryId))
          } catch {
            return
          }
        }
      }
      const before = acknowledged.length
      const writers = [write(), write()]
      while (acknowledged.length < before + 10) await sleep(10)
      await sleep(Math.random() * 400)
      server.child.kill('SIGKILL')
      await server.ended
      await Promise.all(writers)
      server = await startProcess({ ...environment, PORT: String(await freePort()) })
      portal = await openPortal(server)
    }

    receiver.answerWith((response) => response.writeHead(204).end())
    const endpoint = async () =>
      ((await portal('GET', '/merchant/webhooks')) as unknown as { waiting: number; failed: number }[])[0]
    // Leases of the dead end after a minute; retries wait for their time, so time is turned.
    for (let turn = 0; turn < 40 && (await endpoint())?.waiting !== 0; turn++) {
      await sleep(5_000)
      await portal('POST', '/sandbox/clock', { advanceSeconds: 120 })
    }
    expect(await endpoint()).toMatchObject({ waiting: 0, failed: 0 })
    const arrived = new Map<string, number>()
    for (const { headers } of receiver.received) {
      const eventId = String(headers['webhook-id'])
      arrived.set(eventId, (arrived.get(eventId) ?? 0) + 1)
    }
    for (const deliveryId of acknowledged) {
      const { eventId, status } = await portal('GET', `/merchant/webhook-deliveries/${deliveryId}`)
      expect(status, String(deliveryId)).toBe('delivered')
      expect(arrived.has(String(eventId)), String(eventId)).toBe(true)
    }
    expect(await server.stop()).toBe(0)
    await rm(folder, { recursive: true, force: true })
  },
  patience,
)

test(
  'a dead endpoint with 1,000 events waiting does not slow another: p95 within twice what it is alone',
  async () => {
    const server = await startTestApp()
    const { db, sealer } = server.deps
    const { id: merchantId } = await addMerchant(server)
    const [dead, alive] = [await receive(), await receive()]
    dead.answerWith(() => undefined)
    const add = (url: string, events: string[]) =>
      inTransaction(db, (tx) =>
        addEndpoint(tx, sealer, {
          merchantId,
          kind: 'standard',
          url,
          description: undefined,
          events,
          createdBy: 'test',
        }),
      )
    await add(alive.url, ['invoice.settled'])
    const worker = deliverWebhooks(server.deps, () => undefined)
    const workers = runWorkers(db, [worker], () => undefined)

    const measure = async () => {
      const latencies: number[] = []
      for (let index = 0; index < 200; index++) {
        const count = alive.received.length
        const written = performance.now()
        await inTransaction(db, (tx) => recordEvent(tx, merchantId, 'invoice.settled', { invoiceId: index }))
        await until('received', () => alive.received.length > count)
        latencies.push((alive.received.at(-1)?.at ?? 0) - written)
      }
      return latencies.sort((one, other) => one - other)[189] ?? 0
    }
    await measure()
    const alone = await measure()
    await add(dead.url, ['invoice.created'])
    await inTransaction(db, async (tx) => {
      for (let index = 0; index < 1000; index++)
        await recordEvent(tx, merchantId, 'invoice.created', { invoiceId: index })
    })
    await until('the dead one is tried', () => dead.received.length > 0)
    const beside = await measure()
    process.stdout.write(`p95 alone ${alone.toFixed(0)} ms, beside a dead endpoint ${beside.toFixed(0)} ms\n`)
    expect(beside).toBeLessThan(2 * alone)
    await workers.stop()
    await server.close()
  },
  patience,
)
