import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Delivering, startDelivering } from '../../test/deliver-webhooks.ts'
import { addMerchant } from '../../test/people.ts'
import { recordAnyEvent } from '../../test/record-event.ts'
import { startWebhookReceiver, until, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { addEndpoint } from './table.endpoints.ts'

let server: TestApp
let delivering: Delivering
beforeAll(async () => {
  server = await startTestApp()
  // Nothing ends by itself while a test runs.
  delivering = startDelivering(server.deps, { timeoutMs: 600_000 })
})
afterAll(async () => {
  await delivering.stop()
  await server.close()
})

/** A merchant whose endpoints, so many, all post to one receiver. */
const newMerchant = async (endpoints = 1) => {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.close())
  const { id: merchantId } = await addMerchant(server)
  const about = { kind: 'standard', description: undefined, events: ['*'], createdBy: 'test' } as const
  await inTransaction(server.deps.db, async (tx) => {
    for (let count = 0; count < endpoints; count++) {
      await addEndpoint(tx, server.deps.sealer, { merchantId, url: receiver.url, ...about })
    }
  })
  const happen = (events: number) =>
    inTransaction(server.deps.db, async (tx) => {
      for (let count = 0; count < events; count++) {
        await recordAnyEvent(tx, merchantId, 'invoice.created', { invoiceId: String(count) })
      }
    })
  return { receiver, merchantId, endpoints, happen }
}
type Merchant = Awaited<ReturnType<typeof newMerchant>>

/** Sends events one by one, so that each endpoint has answered each of them. */
const answerQuickly = async ({ receiver, endpoints, happen }: Merchant, times: number) => {
  for (let count = 0; count < times; count++) {
    const before = receiver.received.length
    await happen(1)
    await until('answered', () => receiver.received.length === before + endpoints)
  }
}
/** From now on it accepts requests and answers none before the test has finished. */
const hold = (receiver: WebhookReceiver) => {
  const held: ServerResponse[] = []
  receiver.answerWith((response) => void held.push(response))
  onTestFinished(() => held.forEach((response) => void response.writeHead(204).end()))
  return held
}
/** Long enough for two looks at the queue on a busy machine, and far shorter than any held answer. */
const soonMs = 20_000

test('endpoints of two merchants that don’t answer don’t delay a webhook of a third', async () => {
  const honest = await newMerchant()
  await answerQuickly(honest, 3)
  const slow = [await newMerchant(3), await newMerchant(3)]
  const held = slow.map(({ receiver }) => hold(receiver))
  await Promise.all(slow.map(({ happen }) => happen(10)))
  await until('each of them is tried', () => held.every((requests) => requests.length >= 3))
  await honest.happen(1)
  await until('the third got it', () => honest.receiver.received.length === 4, soonMs)
})

test('nor do they if they answered quickly before', async () => {
  const honest = await newMerchant()
  await answerQuickly(honest, 3)
  const slow = [await newMerchant(3), await newMerchant(3)]
  for (const merchant of slow) await answerQuickly(merchant, 3)
  const held = slow.map(({ receiver }) => hold(receiver))
  await Promise.all(slow.map(({ happen }) => happen(10)))
  await until('they hold every place', () => held.every((requests) => requests.length === 15))
  await honest.happen(1)
  await until('the third got it', () => honest.receiver.received.length === 4, soonMs)
})

test('a new endpoint gets its first webhooks beside slow ones', async () => {
  const slow = await Promise.all(Array.from({ length: 20 }, () => newMerchant(3)))
  const held = slow.map(({ receiver }) => hold(receiver))
  await Promise.all(slow.map(({ happen }) => happen(5)))
  await until('each of them is tried', () => held.every((requests) => requests.length >= 1))
  const honest = await newMerchant()
  await honest.happen(10)
  await until('it got them all', () => honest.receiver.received.length === 10, soonMs)
  expect(held.flat().every((response) => !response.writableEnded)).toBe(true)
})
