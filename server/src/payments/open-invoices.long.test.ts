import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { type EngineProxy, startEngineProxy } from '../../test/engine-proxy.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { addMerchant } from '../../test/people.ts'
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { allWorkers } from '../workers.ts'

let engine: TestEngine
let proxy: EngineProxy
let server: TestApp
beforeAll(async () => {
  engine = await startTestEngine()
  proxy = await startEngineProxy(engine.engine.url)
  server = await startTestApp({ RATE_LIMITS: 'off' }, { ...engine.engine, url: proxy.url })
  await provisionStore(server.deps, { merchantId: null, name: 'Bitquay' })
})
afterAll(async () => {
  await server.close()
  await proxy.close()
  await engine.close()
})

const merchants = 20
const invoicesEach = 50
const minutes = 6
const stepSeconds = 5

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** Health and prices are left out: they don't depend on invoices. */
const isCounted = (request: string) => !/\/health|\/server\/info|\/rates|feerate|fee-rate|\/misc\//.test(request)

test('1,000 open invoices of 20 merchants cost at most 100 calls a minute, and lost webhooks are made up for in 60 s', async () => {
  const { deps } = server
  const { db } = deps
  const creating = createConcurrencyLimit(4)
  const invoiceIds: string[] = []
  for (let number = 0; number < merchants; number++) {
    const { id: merchantId } = await addMerchant(server)
    await provisionStore(deps, { merchantId, name: `Shop ${number}` })
    await Promise.all(
      Array.from({ length: invoicesEach }, () =>
        creating.run(async () => {
          const order = { options: { expirationMinutes: 600 } } as never
          invoiceIds.push(String((await makeInvoice(deps, merchantId, '20.00', order)).invoiceId))
        }),
      ),
    )
  }
  // All webhooks are lost, so everything is found on schedule.
  await engine.control.webhooks({ drop: true })
  const workers = allWorkers(deps, undefined, quiet as never)
  /** One turn of everything that runs on a schedule and is due in this step. */
  const ranAt = new Map<string, number>()
  let seconds = 0
  const runAll = async () => {
    for (const worker of workers) {
      if (seconds * 1000 - (ranAt.get(worker.name) ?? Number.NEGATIVE_INFINITY) < worker.everyMs) continue
      ranAt.set(worker.name, seconds * 1000)
      for (let more = true; more; ) more = await worker.run(new AbortController().signal)
      await worker.finish?.()
    }
  }
  const step = async () => {
    await server.advance(stepSeconds)
    await engine.control.clock({ advanceSeconds: stepSeconds })
    seconds += stepSeconds
    await runAll()
  }
  // What follows from the creation of stores and invoices is over after some minutes.
  for (let passed = 0; passed < 300; passed += stepSeconds) await step()

  const perMinute: number[] = []
  for (let minute = 0; minute < minutes; minute++) {
    proxy.forget()
    for (let passed = 0; passed < 60; passed += stepSeconds) await step()
    perMinute.push(proxy.requests().filter(isCounted).length)
  }
  // The figures show in the message.
  expect(perMinute.filter((calls) => calls > 100)).toEqual([])
  const { rows: ages } = await sql<{ oldest: number }>`
    select max(extract(epoch from app_now() - read_at))::float8 as oldest from invoices`.execute(db)
  expect(ages[0]?.oldest).toBeLessThanOrEqual(60)

  const seenOf = async (invoiceId: string) =>
    (await db.selectFrom('invoices').select('status').where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow())
      .status
  for (const method of ['lightning', 'onchain'] as const) {
    for (const shop of [0, merchants / 2, merchants - 1]) {
      const invoiceId = invoiceIds[shop * invoicesEach + (method === 'lightning' ? 0 : 1)] ?? ''
      await engine.control.pay({ invoiceId, method })
      let waited = 0
      while (waited < 120 && (await seenOf(invoiceId)) === 'new') {
        await step()
        waited += stepSeconds
      }
      expect(waited).toBeLessThanOrEqual(60)
    }
  }
})
