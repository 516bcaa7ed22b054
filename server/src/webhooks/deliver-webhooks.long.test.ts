import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort, type ServerProcess, startProcess } from '../../test/process.ts'
import { startWebhookReceiver, until } from '../../test/webhook-receiver.ts'

const patience = 900_000
const kills = 20

/** The demo merchant, with requests like those of its browser. */
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
    const receiver = await startWebhookReceiver()
    let requested = 0
    // Every third attempt fails, so that retries are pending when the process dies.
    receiver.answerWith((response) => {
      setTimeout(() => response.writeHead(++requested % 3 === 0 ? 500 : 204).end(), 20)
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
      await until('ten more are acknowledged', () => acknowledged.length >= before + 10, 120_000)
      // The random moment of the kill is what this test varies.
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
    // Leases of a dead process end after a minute, and retries wait for their time, so the clock is moved.
    for (let turn = 0; turn < 40 && (await endpoint())?.waiting !== 0; turn++, await sleep(5_000)) {
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
    await receiver.close()
    await rm(folder, { recursive: true, force: true })
  },
  patience,
)
