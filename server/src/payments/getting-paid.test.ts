import { unwrap } from '@bitquay/btcpay'
import { getCheckout, renewInvoice } from '@bitquay/contract/checkout'
import { getInvoice } from '@bitquay/contract/invoices'
import { toSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { addMerchant, ask, signInAs } from '../../test/people.ts'
import { markInvoice } from '../invoices/mark-invoice.ts'
import { holdLease } from '../invoices/table.leases.ts'
import { finishInvoices } from '../invoices/worker.ts'
import { auditLedger } from '../operations/audit-ledger.ts'
import { turnClock } from '../sandbox/turn-clock.ts'
import { provisionStore } from '../stores/provision-store.ts'
import { fetchDetails } from '../transactions/worker.ts'
import { findLatePayments } from './find-late-payments.ts'
import { syncStore } from './sync-store.ts'

let engine: TestEngine
let server: TestApp
beforeAll(async () => {
  engine = await startTestEngine()
  server = await startTestApp({ RATE_LIMITS: 'off' }, engine.engine)
})
afterAll(async () => {
  await server.close()
  await engine.close()
})

const newShop = async () => {
  const owner = await addMerchant(server)
  const store = await provisionStore(server.deps, { merchantId: owner.id, name: 'Shop' })
  return { owner, store, merchantId: owner.id }
}
const invoiceFor = (merchantId: number, more: { customerEmail?: string; idempotencyKey?: string } = {}) =>
  makeInvoice(server.deps, merchantId, '50.00', {
    description: 'Rope',
    customerEmail: more.customerEmail,
    idempotencyKey: more.idempotencyKey,
  })
/** Lets an invoice expire, by the clocks of platform and sandbox. */
const expire = async (storeRef: number) => {
  await turnClock(server.deps, 20 * 60)
  await syncStore(server.deps, storeRef)
}
const checkout = async (invoiceId: string) => (await ask(server, getCheckout, { params: { invoiceId } })).body
const rowsOf = (merchantId: number) =>
  server.deps.db.selectFrom('transactions').selectAll().where('merchantId', '=', merchantId).orderBy('id').execute()

test('an expired invoice gets a new price once, however many request it at once, and a paid one never', async () => {
  const { store, merchantId } = await newShop()
  const first = await invoiceFor(merchantId, { customerEmail: 'late@example.test' })
  const invoiceId = first.invoiceId ?? ''
  const renew = (id: string) => ask(server, renewInvoice, { params: { invoiceId: id } })
  expect(await renew(invoiceId)).toMatchObject({ status: 409, body: { code: 'invoice-not-renewable' } })
  expect((await renew('nothing')).status).toBe(404)
  await expire(store.id)
  expect(await checkout(invoiceId)).toMatchObject({ status: 'expired' })

  const answers = await Promise.all(Array.from({ length: 8 }, () => renew(invoiceId)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const renewed = new Set(answers.map(({ body }) => body.invoiceId))
  expect(renewed.size).toBe(1)
  const [second] = [...renewed] as string[]
  expect(second).not.toBe(invoiceId)
  expect(await checkout(second ?? '')).toMatchObject({ status: 'new', amount: '50.00', description: 'Rope' })
  expect((await renew(invoiceId)).body).toEqual({ invoiceId: second })
  // A customer at the checkout needs no email, so only the first invoice sent one.
  const emails = await server.deps.db
    .selectFrom('mailOutbox')
    .select('id')
    .where('recipient', '=', 'late@example.test')
    .execute()
  expect(emails).toHaveLength(1)

  const part = await invoiceFor(merchantId)
  await engine.control.pay({ invoiceId: part.invoiceId ?? '', method: 'onchain', amountBtc: '0.0001' })
  await engine.control.mine({ blocks: 1 })
  await expire(store.id)
  expect((await renew(part.invoiceId ?? '')).status).toBe(409)

  const closed = await invoiceFor(merchantId)
  await expire(store.id)
  await sql`update merchants set is_active = false where id = ${merchantId}`.execute(server.deps.db)
  expect((await renew(closed.invoiceId ?? '')).status).toBe(409)
})

test('after a partial payment the checkout has a new BOLT11 for the rest', async () => {
  const { store, merchantId } = await newShop()
  const { invoiceId, lightningInvoice } = await invoiceFor(merchantId)
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', amountBtc: '0.0001' })
  await engine.control.mine({ blocks: 1 })
  await turnClock(server.deps, 31)
  await syncStore(server.deps, store.id)
  const after = await checkout(invoiceId ?? '')
  expect(after).toMatchObject({ status: 'new', paidBtc: '0.00010000' })
  expect(after.lightningInvoice).toMatch(/^lnbcrt/)
  expect(after.lightningInvoice).not.toBe(lightningInvoice)
  expect(String(after.qrCodeData)).toContain(String(after.lightningInvoice))
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'lightning' })
  await turnClock(server.deps, 31)
  await syncStore(server.deps, store.id)
  expect(await checkout(invoiceId ?? '')).toMatchObject({ status: 'settled' })
})

test('a BOLT11 paid after its invoice is over is found at the node, booked once and shown as late', async () => {
  const { owner, store, merchantId } = await newShop()
  const other = await newShop()
  await engine.control.lightning({ outliveSeconds: 7200 })
  const { invoiceId } = await invoiceFor(merchantId)
  const unpaid = await invoiceFor(other.merchantId)
  await turnClock(server.deps, 26 * 3600)
  await syncStore(server.deps, store.id)
  await engine.control.lightning({ outliveSeconds: 200 * 3600 })
  const late = await invoiceFor(merchantId)
  // Longer than BTCPay watches an expired invoice, which is a day.
  await turnClock(server.deps, 25 * 3600)
  await syncStore(server.deps, store.id)
  await engine.control.pay({ invoiceId: late.invoiceId ?? '', method: 'lightning' })
  await turnClock(server.deps, 3700)
  await syncStore(server.deps, store.id)
  expect(await rowsOf(merchantId)).toEqual([])

  await findLatePayments(server.deps, 20)
  await findLatePayments(server.deps, 20)
  const rows = await rowsOf(merchantId)
  expect(rows).toMatchObject([
    { method: 'lightning', status: 'confirmed', booked: true, invoiceId: late.invoiceId, amountUsd: '50.00' },
  ])
  expect(await rowsOf(other.merchantId)).toEqual([])
  // BTCPay still reports no payment. What we know is kept.
  await turnClock(server.deps, 3700)
  await syncStore(server.deps, store.id)
  const token = await signInAs(server, owner)
  const shown = await ask(server, getInvoice, { token, params: { invoiceId: late.invoiceId ?? '' } })
  expect(shown.body).toMatchObject({
    status: 'expired',
    additionalStatus: 'paid-late',
    paidBtc: rows[0]?.amount,
    refundable: { everythingBtc: rows[0]?.amount },
  })
  const { rows: due } = await sql<{ destination: string }>`
    select destination from invoice_destinations where check_due_at is not null
      and invoice_id in (${invoiceId}, ${late.invoiceId}, ${unpaid.invoiceId})`.execute(server.deps.db)
  // Those whose BOLT11 has ended at the node are never asked for again.
  expect(due).toEqual([])
  expect((await auditLedger(server.deps.db)).findings).toEqual([])
  await engine.control.lightning({ outliveSeconds: 0 })
})

test('while our node’s server refuses us, a late payment is not given up', async () => {
  const { merchantId } = await newShop()
  const { invoiceId } = await invoiceFor(merchantId)
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'lightning' })
  const refusing = (status: number): TestApp['deps'] => {
    const { engines } = server.deps
    const getIssuer: typeof engines.getIssuer = (url) => ({
      ...engines.getIssuer(url),
      getInvoice: async () => ({ kind: 'refused', status, code: null, message: '', validation: [] }),
    })
    return { ...server.deps, engines: { ...engines, getIssuer } }
  }
  for (const status of [401, 403, 429]) {
    await turnClock(server.deps, 20 * 60)
    expect(await findLatePayments(refusing(status), 50), String(status)).toBeGreaterThan(0)
  }
  await turnClock(server.deps, 20 * 60)
  await findLatePayments(server.deps, 50)
  expect(await rowsOf(merchantId)).toMatchObject([{ method: 'lightning', booked: true, invoiceId }])
})

test('a Lightning payment that the worker found first counts once when BTCPay reports it too', async () => {
  const { store, merchantId } = await newShop()
  const { invoiceId } = await invoiceFor(merchantId)
  // The store is not synced while the payment arrives. The worker asks the node itself.
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'lightning' })
  await turnClock(server.deps, 20 * 60)
  await findLatePayments(server.deps, 50)
  const [row] = await rowsOf(merchantId)
  expect(row).toMatchObject({ method: 'lightning', booked: true, invoiceId })
  const paidSats = async () => {
    const found = await server.deps.db
      .selectFrom('invoices')
      .select(['paidSats', 'lateSats'])
      .where('invoiceId', '=', invoiceId)
      .executeTakeFirstOrThrow()
    return [found.paidSats, found.lateSats]
  }
  const sats = toSats(row?.amount ?? '0')
  expect(await paidSats()).toEqual([sats, sats])
  await turnClock(server.deps, 31)
  await syncStore(server.deps, store.id)
  const client = server.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const methods = unwrap(await client.invoices.paymentMethods(store.storeId, invoiceId ?? ''))
  expect(methods.flatMap(({ payments }) => payments.map(({ id }) => id))).toEqual([row?.engineKey])
  expect(await paidSats()).toEqual([sats, 0n])
  expect(await rowsOf(merchantId)).toHaveLength(1)
  expect((await auditLedger(server.deps.db)).findings).toEqual([])
})

test('a Lightning payment of an invoice that was marked manually counts once', async () => {
  const { owner, merchantId } = await newShop()
  const { invoiceId } = await invoiceFor(merchantId)
  const actor = { kind: 'merchant', id: merchantId, merchantId, email: owner.email } as const
  await markInvoice(server.deps, actor, invoiceId ?? '', 'invalid')
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'lightning' })
  // The amount that BTCPay reports as paid is saved with the mark, before the payment itself is recorded.
  await markInvoice(server.deps, actor, invoiceId ?? '', 'settled')
  await turnClock(server.deps, 20 * 60)
  await findLatePayments(server.deps, 50)
  const rows = await rowsOf(merchantId)
  expect(rows).toMatchObject([{ booked: true, invoiceId }])
  const { paidSats } = await server.deps.db
    .selectFrom('invoices')
    .select('paidSats')
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow()
  expect(paidSats).toBe(toSats(rows[0]?.amount ?? '0'))
  expect((await auditLedger(server.deps.db)).findings).toEqual([])
})

test('the Lightning payment of an invoice that was found after it was paid is booked at the next sync', async () => {
  const { merchantId, store } = await newShop()
  await engine.control.fail({ calls: 1, mode: 'drop-after', method: 'POST', path: '/invoices' })
  await expect(invoiceFor(merchantId, { idempotencyKey: 'paid-unseen' })).rejects.toMatchObject({
    code: 'engine-unavailable',
  })
  const client = server.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const [created] = unwrap(await client.invoices.list(store.storeId, { take: 1 }))
  await engine.control.pay({ invoiceId: created?.id ?? '', method: 'lightning' })
  await turnClock(server.deps, 60)
  await sql`update invoices set leased_until = null where merchant_id = ${merchantId}`.execute(server.deps.db)
  expect(await invoiceFor(merchantId, { idempotencyKey: 'paid-unseen' })).toMatchObject({ invoiceId: created?.id })
  expect((await auditLedger(server.deps.db)).findings).toEqual([])
  await syncStore(server.deps, store.id)
  const rows = await rowsOf(merchantId)
  expect(rows).toMatchObject([{ booked: true, invoiceId: created?.id }])
  const { paidSats } = await server.deps.db
    .selectFrom('invoices')
    .select('paidSats')
    .where('invoiceId', '=', created?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(paidSats).toBe(toSats(rows[0]?.amount ?? '0'))
  expect((await auditLedger(server.deps.db)).findings).toEqual([])
})

test('a repeated request waits no longer than for a dead process, and not at all when nothing was started', async () => {
  const { merchantId, store } = await newShop()
  const { db } = server.deps
  const setUrl = (serverUrl: string) => db.updateTable('stores').set({ serverUrl }).where('id', '=', store.id).execute()
  await setUrl('http://127.0.0.1:1')
  await expect(invoiceFor(merchantId, { idempotencyKey: 'deaf' })).rejects.toMatchObject({ code: 'engine-unavailable' })
  await setUrl(store.serverUrl)
  const askedAt = Date.now()
  expect((await invoiceFor(merchantId, { idempotencyKey: 'deaf' })).status).toBe('new')
  expect(Date.now() - askedAt).toBeLessThan(5_000)

  await engine.control.fail({ calls: 1, mode: 'drop-after', method: 'POST', path: '/invoices' })
  await expect(invoiceFor(merchantId, { idempotencyKey: 'lost' })).rejects.toMatchObject({ code: 'engine-unavailable' })
  const { id } = await db
    .selectFrom('invoices')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'creating')
    .executeTakeFirstOrThrow()
  const leased = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from leased_until - now())::float8 as seconds from invoices where id = ${id}`.execute(db)
    return rows[0]?.seconds ?? 0
  }
  expect(await leased()).toBeLessThan(30)
  // A process that is still working keeps its lease.
  await sql`update invoices set leased_until = now() + interval '1 second' where id = ${id}`.execute(db)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const expectRenewal = async () => {
    vi.advanceTimersByTime(5_000)
    await expect.poll(leased).toBeGreaterThan(10)
  }
  await holdLease(db, 'invoices', id, expectRenewal)
  // So does a later search for it, while the engine is slow.
  await server.advance(61)
  await sql`update invoices set leased_until = now() - interval '1 second' where id = ${id}`.execute(db)
  const list = async () => {
    await sql`update invoices set leased_until = now() + interval '1 second' where id = ${id}`.execute(db)
    await expectRenewal()
    return { kind: 'unreachable' }
  }
  const engines = { at: () => ({ invoices: { list } }) } as unknown as typeof server.deps.engines
  await finishInvoices({ ...server.deps, engines }, 20)
})

test('an unfinished invoice is completed when the engine has it and fails when the engine never had it', async () => {
  const { merchantId } = await newShop()
  await engine.control.fail({ calls: 1, mode: 'drop-after', method: 'POST', path: '/invoices' })
  const lost = { customerEmail: 'lost@example.test', idempotencyKey: 'lost' }
  await expect(invoiceFor(merchantId, lost)).rejects.toMatchObject({ code: 'engine-unavailable' })
  await engine.control.fail({ calls: 1, mode: 'drop-before', method: 'POST', path: '/invoices' })
  await expect(invoiceFor(merchantId, { idempotencyKey: 'never' })).rejects.toMatchObject({
    code: 'engine-unavailable',
  })
  await engine.control.fail({ calls: 0, mode: 'drop-before' })
  const statuses = async () =>
    (
      await server.deps.db
        .selectFrom('invoices')
        .select('status')
        .where('merchantId', '=', merchantId)
        .orderBy('id')
        .execute()
    ).map(({ status }) => status)
  expect(await statuses()).toEqual(['creating', 'creating'])
  // The process that started it may still be working.
  await server.advance(61)
  await finishInvoices(server.deps, 20)
  expect(await statuses()).toEqual(['creating', 'creating'])
  await sql`update invoices set leased_until = now() - interval '1 second'`.execute(server.deps.db)
  await finishInvoices(server.deps, 20)
  expect(await statuses()).toEqual(['new', 'creating'])
  await server.advance(601)
  await sql`update invoices set leased_until = now() - interval '1 second'`.execute(server.deps.db)
  await finishInvoices(server.deps, 20)
  expect(await statuses()).toEqual(['new', 'failed'])
  const emails = await server.deps.db
    .selectFrom('mailOutbox')
    .select('id')
    .where('recipient', '=', 'lost@example.test')
    .execute()
  expect(emails).toEqual([])
})

test('an explorer’s answer is requested once and emits a change', async () => {
  const { store, merchantId } = await newShop()
  const { invoiceId } = await invoiceFor(merchantId)
  await engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
  await turnClock(server.deps, 31)
  await syncStore(server.deps, store.id)
  await sql`delete from changes`.execute(server.deps.db)
  await server.advance(1)
  await fetchDetails(server.deps).run(new AbortController().signal)
  const { rows } = await sql<{ audience: string; topic: string }>`select audience, topic from changes`.execute(
    server.deps.db,
  )
  expect(rows).toContainEqual({ audience: `merchant:${merchantId}`, topic: 'transactions' })
  const [row] = await rowsOf(merchantId)
  expect(row?.detailsDueAt).toBeNull()
  const details = await server.deps.db
    .selectFrom('transactionDetails')
    .selectAll()
    .where('txid', '=', row?.txid ?? '')
    .execute()
  expect(details).toHaveLength(1)
})
