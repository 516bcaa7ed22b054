import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../server/src/platform/root.ts'
import { freePort } from '../../server/test/process.ts'
import { type Running, startRunning } from '../../server/test/running.ts'
import { until } from '../../server/test/webhook-receiver.ts'

/** Starting programs takes long on a busy machine. */
const patience = { timeout: 240_000 }

let running: Running
let shop: ChildProcess
let url: string
let output = ''
beforeAll(async () => {
  running = await startRunning()
  const PORT = String(await freePort())
  url = `http://localhost:${PORT}`
  shop = spawn(process.execPath, [join(projectRoot, 'examples/shop/start.mjs')], {
    env: {
      PATH: process.env.PATH,
      BITQUAY_URL: running.url,
      BITQUAY_KEY: await running.createKey(['read', 'invoices']),
      PORT,
    },
  })
  shop.stdout?.on('data', (part) => (output += String(part)))
  shop.stderr?.on('data', (part) => (output += String(part)))
  await until('the shop is open', async () => output.includes('The shop is open'), 120_000)
}, 240_000)
afterAll(async () => {
  const ended = new Promise((resolve) => shop.once('close', resolve))
  shop.kill('SIGTERM')
  await ended
  await running.close()
})

const buy = async () => {
  const bought = await fetch(`${url}/buy/teapot`, { method: 'POST', redirect: 'manual' })
  expect([bought.status, output]).toEqual([303, expect.any(String)])
  return `${url}${bought.headers.get('location')}`
}
const read = async (order: string) => (await fetch(order)).text()

test('an order is created, paid and shown as paid after its webhook', patience, async () => {
  expect(await (await fetch(url)).text()).toContain('Teapot')
  const [paid, open] = [await buy(), await buy()]
  expect(await read(paid)).toContain('Waiting for payment')
  await fetch(`${paid}/pay`, { method: 'POST' })
  await until('the order is paid', async () => (await read(paid)).includes('>Paid<'))
  // The shop writes before it answers, and the forwarder after that.
  for (const line of ['is paid. Ship it.', '→ 204 in']) await expect.poll(() => output).toContain(line)
  expect(await read(open)).toContain('Waiting for payment')
})

test('a webhook that isn’t signed changes nothing', patience, async () => {
  const order = await buy()
  const forged = await fetch(`${url}/webhooks`, {
    method: 'POST',
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,bm90IG91cnM=',
    },
    body: JSON.stringify({ type: 'invoice.settled', data: { orderId: order.split('/').at(-1) } }),
  })
  expect(forged.status).toBe(401)
  expect(await read(order)).toContain('Waiting for payment')
})
