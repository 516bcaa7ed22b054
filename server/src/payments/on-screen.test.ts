import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { addMerchant, signInAs } from '../../test/people.ts'
import { freePort } from '../../test/process.ts'
import { readStream } from '../../test/read-stream.ts'
import { ensureWebhook } from '../stores/ensure-webhook.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { syncStore } from './sync-store.ts'
import { reconcileEngine } from './worker.ts'

let engine: TestEngine
let server: TestApp
let origin: string
beforeAll(async () => {
  engine = await startTestEngine()
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  server = await startTestApp({ RATE_LIMITS: 'off', PUBLIC_URL: origin }, engine.engine)
  await server.app.listen({ host: '127.0.0.1', port })
  await provisionStore(server.deps, { merchantId: null, name: 'Bitquay' })
})
afterAll(async () => {
  await server.close()
  await engine.close()
})

/** A merchant with an open invoice whose store was just synced, and what its open page hears. */
const openPage = async () => {
  const merchant = await addMerchant(server)
  const store = await provisionStore(server.deps, { merchantId: merchant.id, name: 'Shop' })
  await ensureWebhook(server.deps, store)
  const { invoiceId } = await makeInvoice(server.deps, merchant.id, '20.00')
  await syncStore(server.deps, store.id)
  const stream = await readStream(`${origin}/api/events`, await signInAs(server, merchant))
  return {
    isDue: async () => {
      const { rows } = await sql`select 1 from stores where id = ${store.id} and sync_due_at <= app_now()`.execute(
        server.deps.db,
      )
      return rows.length > 0
    },
    pay: () => engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' }),
    hasHeard: () => stream.text().includes('"topic":"transactions"'),
    close: stream.close,
  }
}
const runWorker = async () => {
  const worker = reconcileEngine(server.deps, () => undefined)
  while (await worker.run(new AbortController().signal));
  await worker.end?.()
}
/** On a busy machine a sync may be broken off, and the next run of the worker does it again. */
const runAndLook = async (hasHeard: () => boolean) => {
  await runWorker()
  return hasHeard()
}
const patience = { timeout: 90_000 }

test('a webhook brings a payment to the merchant’s open page without any waiting time', async () => {
  const page = await openPage()
  expect(await page.isDue()).toBe(false)
  await page.pay()
  await expect.poll(page.isDue, patience).toBe(true)
  await expect.poll(() => runAndLook(page.hasHeard), patience).toBe(true)
  page.close()
})

test('without webhooks a payment is on the merchant’s open page 60 seconds later', async () => {
  const page = await openPage()
  await engine.control.webhooks({ drop: true })
  await page.pay()
  await runWorker()
  expect(page.hasHeard()).toBe(false)
  await server.advance(59)
  await expect.poll(() => runAndLook(page.hasHeard), patience).toBe(true)
  await engine.control.webhooks({ drop: false })
  page.close()
})
