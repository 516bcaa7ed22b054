import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { startDelivering } from '../../test/deliver-webhooks.ts'
import { addMerchant } from '../../test/people.ts'
import { recordAnyEvent } from '../../test/record-event.ts'
import { startWebhookReceiver, until } from '../../test/webhook-receiver.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { addEndpoint } from './table.endpoints.ts'

test('a dead endpoint with 1,000 waiting events at most doubles the p95 of another', async () => {
  const server = await startTestApp()
  const { db, sealer } = server.deps
  const { id: merchantId } = await addMerchant(server)
  const [dead, alive] = [await startWebhookReceiver(), await startWebhookReceiver()]
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
  const delivering = startDelivering(server.deps)

  const measure = async () => {
    const latencies: number[] = []
    for (let index = 0; index < 200; index++) {
      const count = alive.received.length
      const written = performance.now()
      await inTransaction(db, (tx) => recordAnyEvent(tx, merchantId, 'invoice.settled', { invoiceId: index }))
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
      await recordAnyEvent(tx, merchantId, 'invoice.created', { invoiceId: index })
  })
  await until('the dead one is tried', () => dead.received.length > 0)
  const beside = await measure()
  process.stdout.write(`p95 alone ${alone.toFixed(0)} ms, beside a dead endpoint ${beside.toFixed(0)} ms\n`)
  expect(beside).toBeLessThan(2 * alone)
  await delivering.stop()
  await dead.close()
  await alive.close()
  await server.close()
})
