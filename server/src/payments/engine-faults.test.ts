import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { freePort } from '../../test/process.ts'
import { readMoney } from '../balances/queries.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { createMerchant } from '../people/table.merchants.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { runWorkers } from '../platform/workers/run-workers.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { reconcileEngine } from './worker.ts'

let engine: TestEngine
let server: TestApp
let workers: ReturnType<typeof runWorkers>
/** The paths of answered webhooks. A repeated one creates no row of its own. */
const answeredWebhooks: string[] = []
beforeAll(async () => {
  engine = await startTestEngine()
  const port = await freePort()
  server = await startTestApp({ PORT: String(port) }, engine.engine)
  await server.app.listen({ port, host: '127.0.0.1' })
  expect((server.app.server.address() as AddressInfo).port).toBe(port)
  server.app.server.on('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => answeredWebhooks.push(url))
  })
  workers = runWorkers(server.deps.db, [reconcileEngine(server.deps, () => undefined)], () => undefined)
  server.deps.wake = workers.wake
})
afterAll(async () => {
  await workers.stop()
  await server.close()
  await engine.close()
})

const newMerchant = async (name: string) => {
  const { id } = await inTransaction(server.deps.db, (tx) =>
    createMerchant(tx, { email: `${name}@example.test`, storeName: name, passwordHash: null }),
  )
  await provisionStore(server.deps, { merchantId: id, name })
  return id
}
const invoiceFor = async (merchantId: number) => {
  const row = await makeInvoice(server.deps, merchantId, '20.00')
  return row.invoiceId ?? ''
}
const rowsOf = (merchantId: number) =>
  server.deps.db.selectFrom('transactions').selectAll().where('merchantId', '=', merchantId).orderBy('id').execute()
/** Whether there is a payment and the condition is true for every payment. */
const all = async (merchantId: number, isTrue: (row: Awaited<ReturnType<typeof rowsOf>>[number]) => boolean) => {
  const rows = await rowsOf(merchantId)
  return rows.length > 0 && rows.every(isTrue)
}
const owed = async (merchantId: number) => (await readMoney(server.deps.db, merchantId)).feesOwed.btc

const until = (isTrue: () => Promise<boolean>) => expect.poll(isTrue, { timeout: 90_000, interval: 100 }).toBe(true)
/**
 * Moves the clock until it is true. Once isn't enough: a sync that had already begun may make the store due again at the
 * new time plus its pause.
 */
const afterPauses = async (seconds: number, isTrue: () => Promise<boolean>) => {
  const moveAndLook = async () => {
    if (await isTrue()) return true
    await server.advance(seconds)
    return false
  }
  await expect.poll(moveAndLook, { timeout: 90_000, interval: 500 }).toBe(true)
}
/** Every webhook of the merchant's store came twice and was processed, including those of settled invoices. */
const gotEveryWebhookTwice = async (merchantId: number, settledInvoices: number) => {
  const { rows } = await sql<{ type: string; handled: boolean; storeId: string }>`
    select h.type, h.handled_at is not null as handled, s.store_id
    from engine_hooks h join stores s on s.id = h.store_ref
    where s.merchant_id = ${merchantId}`.execute(server.deps.db)
  const settled = rows.filter(({ type }) => type === 'InvoiceSettled')
  const answered = answeredWebhooks.filter((url) => url === `/api/engine-hooks/${rows[0]?.storeId}`)
  return (
    settled.length === settledInvoices && rows.every(({ handled }) => handled) && answered.length === 2 * rows.length
  )
}
const stateOf = (invoiceId: string) =>
  server.deps.db
    .selectFrom('invoices')
    .select(['status', 'paidSats', 'readAt'])
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow()
const isClean = async () => expect((await auditLedger(server.deps.db)).findings).toEqual([])

test('with every webhook dropped, payments are still found', async () => {
  const merchantId = await newMerchant('dropped')
  await engine.control.webhooks({ drop: true })
  await engine.control.pay({ invoiceId: await invoiceFor(merchantId), method: 'onchain' })
  await engine.control.pay({ invoiceId: await invoiceFor(merchantId), method: 'lightning' })
  await engine.control.mine({ blocks: 1 })
  // Without webhooks, stores with open work are synced every ten seconds and open invoices every thirty.
  await afterPauses(31, async () => (await rowsOf(merchantId)).filter(({ booked }) => booked).length === 2)
  await engine.control.webhooks({})
  await isClean()
})

test('with every webhook repeated and shuffled, payments count once', async () => {
  const merchantId = await newMerchant('shuffled')
  await engine.control.webhooks({ duplicate: true, shuffle: true })
  for (const method of ['onchain', 'lightning', 'onchain'] as const) {
    await engine.control.pay({ invoiceId: await invoiceFor(merchantId), method })
  }
  await engine.control.mine({ blocks: 1 })
  await until(async () => (await rowsOf(merchantId)).filter(({ booked }) => booked).length === 3)
  await until(() => gotEveryWebhookTwice(merchantId, 3))
  expect(await rowsOf(merchantId)).toHaveLength(3)
  await engine.control.webhooks({})
  await isClean()
})

test.each([1, 3, 6])('a reorganization of %i blocks undoes what it removes and books it again', async (depth) => {
  const merchantId = await newMerchant(`reorg-${depth}`)
  const invoiceId = await invoiceFor(merchantId)
  await engine.control.pay({ invoiceId, method: 'onchain' })
  await engine.control.mine({ blocks: depth })
  await afterPauses(11, () => all(merchantId, ({ booked, confirmations }) => booked && confirmations === depth))
  const before = await owed(merchantId)
  expect(before).not.toBe('0.00000000')
  await until(async () => (await stateOf(invoiceId)).status === 'settled')

  await engine.control.reorg({ depth, empty: true })
  // Payments with six confirmations are checked once a minute.
  await afterPauses(61, () => all(merchantId, ({ booked }) => !booked))
  expect(await owed(merchantId)).toBe('0.00000000')
  // BTCPay still reports it as settled, and is asked again.
  const { readAt } = await stateOf(invoiceId)
  await afterPauses(31, async () => (await stateOf(invoiceId)).readAt?.getTime() !== readAt?.getTime())
  expect((await stateOf(invoiceId)).status).toBe('processing')
  await isClean()

  await engine.control.mine({ blocks: 1 })
  await afterPauses(11, () => all(merchantId, ({ booked }) => booked))
  expect(await owed(merchantId)).toBe(before)
  expect((await stateOf(invoiceId)).status).toBe('settled')
  expect(await rowsOf(merchantId)).toHaveLength(1)
  await isClean()
})

test('a payment spent elsewhere after a reorganization is disputed, then fails, and its fee is undone', async () => {
  const merchantId = await newMerchant('double-spent')
  const invoiceId = await invoiceFor(merchantId)
  const paid = (await engine.control.pay({ invoiceId, method: 'onchain' })) as { txid: string }
  await engine.control.mine({ blocks: 1 })
  await until(async () => (await rowsOf(merchantId)).some(({ booked }) => booked))
  await until(async () => (await stateOf(invoiceId)).status === 'settled')
  // A conflict is detected later from the inputs that the explorer reported.
  const { readDetails } = await import('../transactions/read-details.ts')
  const { saveDetails } = await import('../transactions/table.details.ts')
  const details = await readDetails(server.deps, paid.txid)
  if (!details) throw new Error('the explorer does not know it')
  await inTransaction(server.deps.db, (tx) => saveDetails(tx, paid.txid, details))

  await engine.control.reorg({ depth: 1, exclude: [paid.txid] })
  await engine.control.replace({ txid: paid.txid })
  await engine.control.mine({ blocks: 1 })
  await afterPauses(11, () => all(merchantId, ({ status }) => status === 'failed'))
  expect(await owed(merchantId)).toBe('0.00000000')
  expect(await stateOf(invoiceId)).toMatchObject({ status: 'invalid', paidSats: 0n })
  await isClean()
})

test('with the engine down reading works, creating an invoice is refused clearly, and everything recovers by itself', async () => {
  const merchantId = await newMerchant('down')
  const invoiceId = await invoiceFor(merchantId)
  await engine.control.engine({ down: true })
  await expect(invoiceFor(merchantId)).rejects.toMatchObject({ code: 'engine-unavailable' })
  expect((await readMoney(server.deps.db, merchantId)).configured).toBe(true)
  await engine.control.pay({ invoiceId, method: 'onchain' })
  await engine.control.mine({ blocks: 1 })
  await engine.control.engine({ down: false })
  await afterPauses(31, async () => (await rowsOf(merchantId)).some(({ booked }) => booked))
  await isClean()
})

test('a forged or changed webhook is refused and has no effect', async () => {
  const merchantId = await newMerchant('forged')
  const { storeId } = await server.deps.db
    .selectFrom('stores')
    .select('storeId')
    .where('merchantId', '=', merchantId)
    .executeTakeFirstOrThrow()
  const post = (signature: string | undefined, id = storeId ?? '') =>
    server.app.inject({
      method: 'POST',
      url: `/api/engine-hooks/${id}`,
      headers: { 'content-type': 'application/json', ...(signature ? { 'btcpay-sig': signature } : {}) },
      payload: JSON.stringify({ type: 'InvoiceSettled', invoiceId: 'x' }),
    })
  const countWebhooks = async () => (await server.deps.db.selectFrom('engineHooks').select('id').execute()).length
  const before = await countWebhooks()
  for (const signature of [undefined, 'sha256=', `sha256=${'0'.repeat(64)}`, 'md5=abc']) {
    expect((await post(signature)).statusCode).toBe(401)
  }
  expect((await post(`sha256=${'0'.repeat(64)}`, 'no-such-store')).statusCode).toBe(404)
  expect(await countWebhooks()).toBe(before)
})
