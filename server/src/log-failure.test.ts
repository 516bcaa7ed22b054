import { createBtcpayClient, createTransport, unwrap } from '@bitquay/btcpay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HostileBtcpay, startHostileBtcpay } from '../test/hostile-btcpay.ts'
import { logFailure } from './log-failure.ts'

let hostile: HostileBtcpay
beforeAll(async () => {
  hostile = await startHostileBtcpay('http://127.0.0.1:9')
})
afterAll(() => hostile.close())

/** What is logged when BTCPay answers the call for a store like this. */
const levelsOf = async (status: number, body: string) => {
  hostile.behave('store', (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
    return true
  })
  const transport = createTransport({ policy: { allowPrivate: true } })
  const client = createBtcpayClient({ url: hostile.url, auth: 'anonymous', transport })
  const failed = await client.wallet
    .overview('store', { timeoutMs: 60_000 })
    .then(unwrap)
    .catch((error: unknown) => error)
  await transport.close()
  const levels: string[] = []
  const log = { info: () => levels.push('info'), warn: () => levels.push('warn'), error: () => levels.push('error') }
  for (const level of ['warn', 'error'] as const) logFailure(log as never, failed, { level, message: 'x', about: {} })
  return levels
}

test('a BTCPay Server that starts is no error in the log, and one that fails is', async () => {
  const starting = JSON.stringify({ code: 'not-available', message: 'BTC-CHAIN services are not currently available' })
  expect(await levelsOf(503, starting)).toEqual(['info', 'info'])
  // Its proxy answers while it isn't there yet.
  expect(await levelsOf(503, '<html>')).toEqual(['info', 'info'])
  expect(await levelsOf(500, '')).toEqual(['warn', 'error'])
  expect(await levelsOf(403, '')).toEqual(['warn', 'error'])
})
