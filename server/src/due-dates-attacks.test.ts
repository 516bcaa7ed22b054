import { unwrap } from '@bitquay/btcpay'
import { fromSats, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeDueInvoice as makeDue, startDueDateStage } from '../test/due-dates.ts'
import type { Behavior } from '../test/hostile-btcpay.ts'
import type { OwnStore } from '../test/hostile-stage.ts'
import { runWorker } from '../test/run-worker.ts'
import { createDeps } from './create-deps.ts'
import { openInvoice } from './invoices/open-invoice.ts'
import { mostPerHour } from './invoices/table.attempts.ts'
import { finishUncertainAttempts } from './invoices/worker.ts'
import { syncStore } from './payments/sync-store.ts'
import { savePrice } from './prices/table.ts'
import { turnClock } from './sandbox/turn-clock.ts'
import { saveHook } from './stores/table.hooks.ts'

const stage = await startDueDateStage()
const { deps, makeDueInvoice, open, attemptsOf } = stage
const bad = await stage.ownStore('bad')
const honest = await stage.ownStore('honest')
afterAll(() => stage.close())

const source = { address: '198.51.100.7', device: 'test' }
const engineInvoices = async (store: OwnStore) => {
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  return unwrap(await client.invoices.list(store.storeId, { take: 100 }))
}
const rowOf = (invoiceId: string) =>
  deps.db.selectFrom('invoices').selectAll().where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow()
const endLeases = () => sql`update invoice_attempts set leased_until = null where status = 'creating'`.execute(deps.db)

test('after a lost answer the next customer gets the invoice that BTCPay created', async () => {
  const invoiceId = await makeDueInvoice(honest)
  const before = (await engineInvoices(honest)).length
  await stage.money.engine.control.fail({ calls: 1, mode: 'drop-after', method: 'POST', path: '/invoices' })
  expect((await open(invoiceId)).status).toBe(503)
  expect(await attemptsOf(invoiceId)).toMatchObject([{ status: 'creating' }])
  await endLeases()
  expect(await open(invoiceId)).toMatchObject({ status: 200, body: { bitcoinAddress: expect.any(String) } })
  expect(await attemptsOf(invoiceId)).toMatchObject([{ status: 'new' }])
  expect(await engineInvoices(honest)).toHaveLength(before + 1)
})

test('a server that dies after BTCPay created the attempt leaves one that others finish', async () => {
  const invoiceId = await makeDueInvoice(honest)
  await open(invoiceId)
  // The moment between BTCPay's answer and our row.
  await sql`delete from invoice_destinations where invoice_id = ${invoiceId}`.execute(deps.db)
  await sql`update invoice_attempts set status = 'creating', engine_invoice_id = null, leased_until = null
    where invoice_ref = (select id from invoices where invoice_id = ${invoiceId})`.execute(deps.db)
  await sql`update invoices set bitcoin_address = null, lightning_invoice = null, expires_at = null
    where invoice_id = ${invoiceId}`.execute(deps.db)
  const before = (await engineInvoices(honest)).length
  await turnClock(deps, 120)
  await runWorker(finishUncertainAttempts(deps))
  const [attempt] = await attemptsOf(invoiceId)
  expect(attempt).toMatchObject({ status: 'new' })
  expect(await rowOf(invoiceId)).toMatchObject({ bitcoinAddress: attempt?.bitcoinAddress })
  expect(await engineInvoices(honest)).toHaveLength(before)
  await stage.money.engine.control.pay({ invoiceId: attempt?.engineId ?? '', method: 'onchain' })
  await stage.money.mine(1, honest)
  expect(await rowOf(invoiceId)).toMatchObject({ status: 'settled' })
})

test('two servers that open an invoice at once create one attempt', async () => {
  const other = createDeps(deps.config, deps.db, deps.engine)
  const invoiceId = await makeDueInvoice(honest)
  const before = (await engineInvoices(honest)).length
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => openInvoice(index % 2 === 0 ? deps : other, invoiceId, source)),
  )
  await other.engines.close()
  expect(await attemptsOf(invoiceId)).toHaveLength(1)
  expect(await engineInvoices(honest)).toHaveLength(before + 1)
})

test('while BTCPay refuses, strangers cause a bounded number of calls for each invoice', async () => {
  const invoiceId = await makeDueInvoice(honest)
  await stage.money.engine.control.rate({ available: false })
  const before = stage.hostile.seen(honest.storeId)
  const answers = []
  for (let index = 0; index < 3 * mostPerHour; index++) answers.push(await open(invoiceId, `203.0.113.${index}`))
  await stage.money.engine.control.rate({ available: true })
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * mostPerHour)
  expect(await attemptsOf(invoiceId)).toHaveLength(mostPerHour)
  const calls = stage.hostile.seen(honest.storeId) - before
  expect(calls).toBeGreaterThan(0)
  expect(calls).toBeLessThanOrEqual(4 * mostPerHour)
  // An hour later it works again.
  await turnClock(deps, 3_601)
  expect((await open(invoiceId)).status).toBe(200)
})

/** Answers every read of an invoice with another invoice, which is paid. */
const claiming =
  (found: object): Behavior =>
  ({ url, method }, response) => {
    if (method !== 'GET' || !/\/invoices\/[^/?]+(\?|$)/.test(url)) return false
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found))
    return true
  }

test('a hostile server that reports payments of another merchant’s attempt takes nothing and settles nothing', async () => {
  const theirs = await makeDueInvoice(honest)
  await open(theirs)
  const own = await makeDueInvoice(bad)
  await open(own)
  const [victim] = await attemptsOf(theirs)
  const [attempt] = await attemptsOf(own)
  const client = deps.engines.at({ serverUrl: bad.serverUrl, apiKey: bad.openedKey })
  const honestAnswer = unwrap(
    await client.invoices.find(bad.storeId, attempt?.engineId ?? '', { includePaymentMethods: true }),
  )
  const chain = honestAnswer?.paymentMethods?.find(({ paymentMethodId }) => paymentMethodId === 'BTC-CHAIN')
  const paid = [
    {
      ...chain,
      destination: victim?.bitcoinAddress,
      payments: [
        {
          id: `${'ab'.repeat(32)}-0`,
          receivedDate: 1_790_000_000,
          value: fromSats(100_000n),
          fee: '0',
          status: 'Settled',
          destination: victim?.bitcoinAddress,
        },
      ],
    },
  ]
  for (const id of [victim?.engineId, theirs]) {
    stage.hostile.behave(bad.storeId, claiming({ ...honestAnswer, id, status: 'Settled', paymentMethods: paid }))
    for (const named of [victim?.engineId, attempt?.engineId, theirs, own]) {
      await saveHook(deps.db, {
        storeRef: bad.id,
        deliveryId: `${id}-${named}`,
        type: 'InvoiceSettled',
        invoiceId: named,
        sentAt: undefined,
        body: Buffer.from('{}'),
      })
    }
    await turnClock(deps, 31)
    await syncStore(deps, bad.id)
  }
  stage.hostile.behave(bad.storeId, undefined)
  await syncStore(deps, honest.id)
  for (const invoiceId of [theirs, own]) {
    expect(await rowOf(invoiceId)).toMatchObject({ status: 'new', paidSats: 0n })
    const rows = await deps.db.selectFrom('transactions').selectAll().where('invoiceId', '=', invoiceId).execute()
    expect(rows).toEqual([])
  }
  // The victim's own payment still counts.
  await stage.money.engine.control.pay({ invoiceId: victim?.engineId ?? '', method: 'onchain' })
  await stage.money.mine(1, honest)
  expect(await rowOf(theirs)).toMatchObject({ status: 'settled' })
  await stage.money.expectCleanAudit()
})

test('a hostile server that names one invoice for two attempts, or none that can be paid, is refused', async () => {
  const [first, second] = [await makeDueInvoice(bad), await makeDueInvoice(bad)]
  await open(first)
  const [attempt] = await attemptsOf(first)
  const client = deps.engines.at({ serverUrl: bad.serverUrl, apiKey: bad.openedKey })
  const same = unwrap(await client.invoices.find(bad.storeId, attempt?.engineId ?? '', { includePaymentMethods: true }))
  for (const answer of [same, { ...same, id: 'Another1', paymentMethods: [] }]) {
    stage.hostile.behave(bad.storeId, ({ url, method }, response) => {
      const isCreation = method === 'POST' && url.endsWith('/invoices')
      if (!isCreation && !url.includes('/payment-methods')) return false
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isCreation ? answer : []))
      return true
    })
    expect((await open(second)).body).toMatchObject({ code: 'engine-refused' })
  }
  stage.hostile.behave(bad.storeId, undefined)
  expect(await open(second)).toMatchObject({ status: 200, body: { bitcoinAddress: expect.any(String) } })
  expect((await attemptsOf(second)).map(({ status }) => status)).toEqual(['failed', 'failed', 'new'])
})

test('on a merchant’s own server a payment was seen when we saw it, whatever the server says', async () => {
  const setPrice = async (usd: string) => {
    await stage.money.engine.control.rate({ usd })
    await savePrice(deps.db, { cents: toCents(usd), source: 'test' })
  }
  await setPrice('100000.00')
  const payInTime = async (store: { merchantId: number }) => {
    const invoiceId = await makeDue(deps, store.merchantId)
    await open(invoiceId)
    const [attempt] = await attemptsOf(invoiceId)
    await stage.money.engine.control.pay({ invoiceId: attempt?.engineId ?? '', method: 'onchain' })
    return invoiceId
  }
  const ours = await stage.money.newStore('ours')
  const [own, shared] = [await payInTime(honest), await payInTime(ours)]
  await turnClock(deps, 50 * 60)
  await setPrice('50000.00')
  await stage.money.mine(1, honest, ours)
  expect(await rowOf(own)).toMatchObject({ status: 'new', additionalStatus: 'paid-partial', dueSats: 100_000n })
  expect(await rowOf(shared)).toMatchObject({ status: 'settled', additionalStatus: 'none' })
  await setPrice('100000.00')
})
