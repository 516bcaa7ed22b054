import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { writeBtcpayDelivery } from '../greenfield/write-btcpay-delivery.ts'
import { deliverWebhooks } from './worker.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('looking for deliveries takes one round trip for each lane', async () => {
  const worker = deliverWebhooks(server.deps, writeBtcpayDelivery, (_, error) => {
    throw error
  })
  const { result, statements } = await recordStatements(() => worker.run(new AbortController().signal))
  expect(result).toBe(false)
  expect(statements).toEqual([expect.stringContaining('claim_deliveries'), expect.stringContaining('claim_deliveries')])
  await worker.end?.()
})
