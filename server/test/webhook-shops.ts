import { reauthenticate } from '@bitquay/contract/accounts'
import type { Call } from '@bitquay/contract/call'
import * as calls from '@bitquay/contract/webhooks'
import type { EventType } from '@bitquay/contract/webhooks.events'
import { expect, onTestFinished } from 'vitest'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { startTestApp } from './app.ts'
import { startDelivering } from './deliver-webhooks.ts'
import { addMerchant, ask as askServer, password, signInAs } from './people.ts'
import { recordAnyEvent } from './record-event.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

type Request = Omit<NonNullable<Parameters<typeof askServer>[2]>, 'token'>

/** A platform that delivers webhooks, and merchants with a server that receives them. */
export const startWebhookShops = async (options: { timeoutMs?: number } = {}) => {
  const server = await startTestApp({ RATE_LIMITS: 'off' })
  const delivering = startDelivering(server.deps, options)

  /** A merchant who is signed in. The receiver closes when the test has finished. */
  const newShop = async () => {
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.close())
    const owner = await addMerchant(server)
    let token = await signInAs(server, owner)
    /** For tests that move the clock by so much that the session ends. */
    const signInAgain = async () => {
      token = await signInAs(server, owner)
    }
    const ask = (call: Call, request: Request = {}) => askServer(server, call, { ...request, token })

    const addEndpoint = async (url = receiver.url, events: string[] = ['*']) => {
      // Tests move the clock, and a new endpoint needs a recent password check.
      await ask(reauthenticate, { body: { password } })
      const { status, body } = await ask(calls.createWebhook, { body: { url, events } })
      expect(status, JSON.stringify(body)).toBe(200)
      return { id: Number(body.id), secret: String(body.secret) }
    }
    const happen = (type: EventType = 'invoice.settled', object: Record<string, unknown> = { invoiceId: 'one' }) =>
      inTransaction(server.deps.db, (tx) => recordAnyEvent(tx, owner.id, type, object))
    const endpointOf = async (id: number) => {
      const { body } = await ask(calls.listWebhooks)
      return (body as unknown as calls.WebhookEndpoint[]).find((endpoint) => endpoint.id === id)
    }
    const deliveriesOf = async (id: number, query: Record<string, string> = {}) =>
      (await ask(calls.listDeliveries, { params: { id }, query })).body as unknown as calls.WebhookDelivery[]
    const firstOf = async (id: number) => {
      const delivery = (await deliveriesOf(id)).at(-1)
      if (!delivery) throw new Error('there is no delivery')
      return delivery
    }

    return { receiver, owner, signInAgain, ask, addEndpoint, happen, endpointOf, deliveriesOf, firstOf }
  }

  const close = async () => {
    await delivering.stop()
    await server.close()
    expect(delivering.failures).toEqual([])
  }
  return { server, newShop, close }
}
