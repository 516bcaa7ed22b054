import { unwrap } from '@bitquay/btcpay'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { addMerchant } from '../../test/people.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { provisionStore } from '../stores/provision-store.ts'
import type { ReadyStore } from '../stores/table.ts'
import { readInvoice, saveInvoice } from './sync-invoice.ts'

let engine: TestEngine
let server: TestApp
let store: ReadyStore
let merchantId: number
beforeAll(async () => {
  engine = await startTestEngine()
  server = await startTestApp({}, engine.engine)
  merchantId = (await addMerchant(server)).id
  store = await provisionStore(server.deps, { merchantId, name: 'Reader' })
})
afterAll(async () => {
  await server.close()
  await engine.close()
})

const read = async (invoiceId: string) => {
  const client = server.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const reading = unwrap(await readInvoice(client, store.storeId, invoiceId, []))
  if (!reading) throw new Error('the engine has no such invoice')
  return reading.snapshot
}
const save = (snapshot: Awaited<ReturnType<typeof read>>) =>
  recordStatements(() =>
    inTransaction(server.deps.db, (tx) => saveInvoice(tx, 'http://localhost', merchantId, snapshot, store)),
  )
const readAndSave = async (invoiceId: string) => save(await read(invoiceId))
const rowOf = async (invoiceId: string) => {
  const { db } = server.deps
  const row = await db.selectFrom('invoices').selectAll().where('invoiceId', '=', invoiceId).executeTakeFirstOrThrow()
  const { readAt, checkDueAt, ...others } = row
  return { readAt: Number(readAt), pauseMs: Number(checkDueAt) - Number(readAt), others }
}
const destinationsOf = (invoiceId: string) =>
  server.deps.db
    .selectFrom('invoiceDestinations')
    .select(['kind', 'destination', 'node', 'checkDueAt', 'serverUrl', 'storeId'])
    .where('invoiceId', '=', invoiceId)
    .orderBy('kind')
    .execute()

test('an unpaid invoice that is as it was is saved in one statement', async () => {
  const invoiceId = String((await makeInvoice(server.deps, merchantId, '20.00')).invoiceId)
  const minute = sql`interval '1 minute'`
  await sql`update invoices set read_at = read_at - ${minute}, check_due_at = check_due_at - ${minute}
    where invoice_id = ${invoiceId}`.execute(server.deps.db)
  const before = await rowOf(invoiceId)
  const { result, statements } = await readAndSave(invoiceId)
  expect(result).toBe(false)
  expect(statements.slice(1, -1)).toEqual([expect.stringContaining('select mark_unchanged(')])
  const after = await rowOf(invoiceId)
  expect(after).toEqual({ ...before, readAt: after.readAt })
  expect(after.readAt).toBeGreaterThan(before.readAt)
})

const differences = {
  'what is due': sql`due_sats = 1`,
  'its status': sql`status = 'processing'`,
  'its additional status': sql`additional_status = 'paid-partial'`,
  'what was paid': sql`paid_sats = 5`,
  'what was paid late': sql`late_sats = 5`,
  'how it may be marked': sql`may_be_marked = '{}'`,
  'when it expires': sql`expires_at = expires_at + interval '1 hour'`,
  'its address': sql`bitcoin_address = null`,
  'its Lightning invoice': sql`lightning_invoice = 'lnbcrt1'`,
  'failed reads': sql`read_failures = 2`,
  'that BTCPay did not know it': sql`unknown_since = app_now(), unknown_looks = 1`,
}
test.each(Object.entries(differences))('a read corrects a record that differs in %s', async (_, difference) => {
  const invoiceId = String((await makeInvoice(server.deps, merchantId, '20.00')).invoiceId)
  const { others: before } = await rowOf(invoiceId)
  await sql`update invoices set ${difference} where invoice_id = ${invoiceId}`.execute(server.deps.db)
  await readAndSave(invoiceId)
  expect((await rowOf(invoiceId)).others).toEqual(before)
})

test.each(['address', 'payment-hash'] as const)('a read remembers a missing destination: %s', async (kind) => {
  const invoiceId = String((await makeInvoice(server.deps, merchantId, '20.00')).invoiceId)
  const before = await destinationsOf(invoiceId)
  expect(before).toHaveLength(2)
  await server.deps.db
    .deleteFrom('invoiceDestinations')
    .where('invoiceId', '=', invoiceId)
    .where('kind', '=', kind)
    .execute()
  await readAndSave(invoiceId)
  expect(await destinationsOf(invoiceId)).toEqual(before)
})

test('a Lightning payment that we booked counts, although BTCPay reports an unpaid invoice', async () => {
  const invoiceId = String((await makeInvoice(server.deps, merchantId, '20.00')).invoiceId)
  const unpaid = await read(invoiceId)
  await engine.control.pay({ invoiceId, method: 'lightning' })
  await sql`update invoices set check_due_at = app_now() where invoice_id = ${invoiceId}`.execute(server.deps.db)
  await syncStore(server.deps, store.id)
  const { paidSats } = (await rowOf(invoiceId)).others
  expect(paidSats).toBeGreaterThan(0n)
  await sql`update invoices set status = 'new', additional_status = ${unpaid.additionalStatus}, paid_sats = 0, paid_at = null,
    payment_seen_at = null, due_sats = ${unpaid.dueSats ?? null}, may_be_marked = ${unpaid.mayBeMarked}::text[]
    where invoice_id = ${invoiceId}`.execute(server.deps.db)
  await save(unpaid)
  expect((await rowOf(invoiceId)).others).toMatchObject({ paidSats, lateSats: paidSats })
})
