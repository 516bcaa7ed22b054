import { createHmac, randomUUID } from 'node:crypto'
import { getSystem } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, ask, signInAs } from '../../test/people.ts'
import { checkEngine } from '../operations/check-servers.ts'
import { closeGaps } from '../stores/close-gaps.ts'
import { receiveHook } from '../stores/receive-hook.ts'
import { secretOf } from '../stores/table.ts'

import { syncStore } from './sync-store.ts'

type Store = Awaited<ReturnType<Money['newStore']>>

let money: Money
let busy: Store
let quiet: Store
let elsewhere: Store
beforeAll(async () => {
  money = await startMoney()
  busy = await money.newStore('busy')
  quiet = await money.newStore('quiet')
  elsewhere = await money.newStore('elsewhere')
  await sql`update stores set server_url = 'https://other.example.test' where id = ${elsewhere.id}`.execute(
    money.deps.db,
  )
})
afterAll(() => money.close())
beforeEach(async () => {
  await sql`delete from webhook_gaps`.execute(money.deps.db)
  await sql`delete from unannounced_payments`.execute(money.deps.db)
  await money.pass(10)
  await sql`update stores set sync_pause_seconds = 20000, synced_at = app_now() - interval '1 hour', sync_failures = 0,
    sync_due_at = app_now() + interval '4 hours'`.execute(money.deps.db)
})

/** Seconds until a store is due. */
const pauseOf = async ({ id }: { id: number }) => {
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from sync_due_at - app_now())::float8 as pause from stores where id = ${id}`.execute(
    money.deps.db,
  )
  return rows[0]?.pause ?? Number.NaN
}
const gapsOf = async () =>
  (await money.deps.db.selectFrom('webhookGaps').selectAll().execute()).map(({ serverUrl, reason }) => [
    serverUrl,
    reason,
  ])
const nowSeconds = async () => {
  const { rows } = await sql<{ now: number }>`select extract(epoch from app_now())::float8 as now`.execute(
    money.deps.db,
  )
  return Math.floor(rows[0]?.now ?? 0)
}
/** Sends a webhook as the store's server would. */
const deliver = async (store: Store, event: object) => {
  const { webhookSecret, tag } = await money.deps.db
    .selectFrom('stores')
    .selectAll()
    .where('id', '=', store.id)
    .executeTakeFirstOrThrow()
  const secret = money.deps.sealer.open(webhookSecret ?? '', secretOf(tag, 'webhook-secret'))
  const envelope = { webhookId: 'w', originalDeliveryId: 'o', isRedelivery: false, storeId: store.storeId }
  const body = Buffer.from(
    JSON.stringify({ deliveryId: randomUUID(), type: 'InvoiceReceivedPayment', ...envelope, ...event }),
  )
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  await receiveHook(money.deps, store.storeId, body, signature)
}

test('a webhook older than 60 seconds has all quiet stores of its server read soon, and no others', async () => {
  await deliver(busy, { timestamp: (await nowSeconds()) - 30, invoiceId: 'x' })
  expect(await gapsOf()).toEqual([])
  await deliver(busy, { timestamp: (await nowSeconds()) - 70, invoiceId: 'x' })
  expect(await gapsOf()).toEqual([[busy.serverUrl, 'late']])
  await closeGaps(money.deps)
  expect(await pauseOf(quiet)).toBeLessThanOrEqual(60)
  expect(await pauseOf(elsewhere)).toBeGreaterThan(3600)
})

test('an old webhook that is sent again is no sign', async () => {
  const event = { deliveryId: randomUUID(), timestamp: await nowSeconds(), invoiceId: 'x' }
  await deliver(busy, event)
  await money.pass(120)
  await deliver(busy, event)
  expect(await gapsOf()).toEqual([])
})

test('a payment found by a sync that no webhook names within 60 seconds is a sign', async () => {
  const pay = async () => {
    const { invoiceId } = await makeInvoice(money.deps, busy.merchantId, '20.00')
    await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain' })
    await money.pass(31)
    await syncStore(money.deps, busy.id)
    return invoiceId
  }
  const announced = await pay()
  await closeGaps(money.deps)
  expect(await gapsOf(), 'it may still come').toEqual([])
  await deliver(busy, { timestamp: await nowSeconds(), invoiceId: announced })
  await money.pass(61)
  await closeGaps(money.deps)
  expect(await gapsOf(), 'it came').toEqual([])

  await pay()
  await money.pass(61)
  await closeGaps(money.deps)
  expect(await gapsOf()).toEqual([[busy.serverUrl, 'missing']])
  expect(await pauseOf(quiet)).toBeLessThanOrEqual(60)
})

test('after a failed health check the stores are read once the server is back, until all have caught up', async () => {
  const token = await signInAs(money.server, await addAdmin(money.server))
  const readGaps = async () => {
    const { body } = await ask(money.server, getSystem, { token })
    return (body.reconciliation as { gaps: object[] }).gaps
  }
  const check = () => checkEngine(money.deps).run(new AbortController().signal)
  await money.engine.control.engine({ down: true })
  await check()
  await closeGaps(money.deps)
  expect(await gapsOf()).toEqual([[money.deps.engine.url, 'unreachable']])
  expect(await pauseOf(quiet), 'not while nobody answers').toBeGreaterThan(3600)

  await money.engine.control.engine({ down: false })
  await check()
  await closeGaps(money.deps)
  expect(await pauseOf(quiet)).toBeLessThanOrEqual(60)
  expect(await readGaps()).toMatchObject([{ serverUrl: money.deps.engine.url, reason: 'unreachable', behind: 3 }])

  await money.pass(61)
  for (const { id } of [busy, money.platform]) await syncStore(money.deps, id)
  await closeGaps(money.deps)
  expect(await readGaps()).toMatchObject([{ behind: 1 }])
  await syncStore(money.deps, quiet.id)
  await closeGaps(money.deps)
  expect(await readGaps()).toEqual([])
  await syncStore(money.deps, quiet.id)
  expect(await pauseOf(quiet), 'its pauses go on growing').toBeGreaterThan(3600)
})
