import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { madeUpTransaction, oversized } from '../test/hostile-btcpay.ts'
import { startHostileStage } from '../test/hostile-stage.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { findAlertConditions } from './operations/find-alert-conditions.ts'
import { syncStore } from './payments/sync-store.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { claimDueStores, saveSynced } from './stores/table.sync.ts'

const stage = await startHostileStage()
const { deps } = stage.money
afterAll(() => stage.close())

test('a page with more rows than requested is not saved, and the store says why', async () => {
  const store = await stage.ownStore('oversized')
  const before = await stage.countRows(store)
  stage.hostile.behave(store.storeId, oversized(2000))
  await expect(syncStore(deps, store.id)).rejects.toThrow('2000 rows, but at most 100 were requested')
  expect(await stage.countRows(store)).toBe(before)
  expect(await stage.storeOf(store)).toMatchObject({
    syncError: expect.stringContaining('2000 rows'),
    syncFailures: 2,
  })
})

test('pauses between failed syncs grow', async () => {
  const store = await stage.ownStore('grows')
  stage.hostile.behave(store.storeId, oversized(200))
  const pauses: number[] = []
  for (let failure = 0; failure < 4; failure++) {
    await syncStore(deps, store.id).catch(() => undefined)
    const { rows } = await sql<{ pause: number }>`
      select round(extract(epoch from sync_due_at - app_now()))::int as pause from stores where id = ${store.id}`.execute(
      deps.db,
    )
    pauses.push(rows[0]?.pause ?? 0)
  }
  expect(pauses).toEqual([...pauses].sort((one, other) => one - other))
  expect(pauses.at(-1)).toBeGreaterThan(5 * (pauses[0] ?? 0))
})

test('a sync interrupted after its first page leaves the spendable amount equal to the coins', async () => {
  const store = await stage.ownStore('stopped-early', 100_000n)
  stage.hostile.behave(store.storeId, ({ url }, response) => {
    if (!/\/wallet\/transactions\?/.test(url)) return false
    const isFirst = new URL(url, 'http://x').searchParams.get('skip') === '0'
    response.writeHead(isFirst ? 200 : 500, { 'content-type': 'application/json' })
    response.end(JSON.stringify(Array.from({ length: 100 }, (_, index) => madeUpTransaction(2_000_000 + index))))
    return true
  })
  await expect(stage.money.fund(store, 500_000n)).rejects.toThrow()
  const coins = deps.db.selectFrom('storeCoins').select('amountSats').where('storeRef', '=', store.id)
  expect(await coins.orderBy('amountSats').execute()).toEqual([{ amountSats: 100_000n }, { amountSats: 500_000n }])
  expect(await stage.storeOf(store)).toMatchObject({ spendableSats: 600_000n })
})

test('an invoice unknown to BTCPay stops nothing, is shown to operators and ends, and recovers if it comes back', async () => {
  // On the platform's own BTCPay, which returns 403 as a real one does.
  const store = await stage.money.newStore('restored')
  const lost = await makeInvoice(deps, store.merchantId, '10.00')
  const kept = await makeInvoice(deps, store.merchantId, '20.00')
  const gone = 'NoSuchInvoice111111111'
  await sql`delete from invoice_destinations where invoice_id = ${lost.invoiceId}`.execute(deps.db)
  const rename = (from: string | null, to: string | null) =>
    sql`update invoices set invoice_id = ${to} where invoice_id = ${from}`.execute(deps.db)
  await rename(lost.invoiceId, gone)
  await stage.money.engine.control.pay({ invoiceId: kept.invoiceId ?? '', method: 'onchain' })
  await stage.money.engine.control.mine({ blocks: 1 })
  await stage.money.pass(31)
  await syncStore(deps, store.id)
  const rows = await deps.db.selectFrom('transactions').selectAll().where('merchantId', '=', store.merchantId).execute()
  expect(rows).toMatchObject([{ invoiceId: kept.invoiceId, booked: true }])
  expect(await stage.storeOf(store)).toMatchObject({ syncError: null, syncFailures: 0 })
  const conditions = await findAlertConditions(deps.db, deps)
  expect(conditions.map(({ sentence }) => sentence).join('\n')).toContain(`doesn’t know invoice ${gone}`)

  const lostOne = () => deps.db.selectFrom('invoices').selectAll().where('id', '=', lost.id).executeTakeFirstOrThrow()
  expect(await lostOne()).toMatchObject({ status: 'new', unknownLooks: 1 })
  for (let attempt = 0; attempt < 2; attempt++) {
    await stage.money.pass(31 * 60)
    await syncStore(deps, store.id)
  }
  expect(await lostOne()).toMatchObject({ status: 'invalid', failure: expect.stringContaining('no longer knows') })
  const events = await deps.db
    .selectFrom('apiEvents')
    .select('type')
    .where('merchantId', '=', store.merchantId)
    .execute()
  expect(events.map(({ type }) => type)).toContain('invoice.invalid')

  await rename(gone, lost.invoiceId)
  await stage.money.pass(25 * 3600)
  await syncStore(deps, store.id)
  expect(await lostOne()).toMatchObject({ unknownSince: null, failure: null, status: 'new' })
})

test('a key that lost its permission does not make invoices count as unknown', async () => {
  const store = await stage.ownStore('no permission')
  const invoice = await makeInvoice(deps, store.merchantId, '10.00')
  stage.hostile.behave(store.storeId, ({ url }, response) => {
    if (!/\/invoices/.test(url)) return false
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 'missing-permission', message: 'x', missingPermission: 'y' }))
    return true
  })
  await stage.money.pass(31)
  await syncStore(deps, store.id)
  const row = await deps.db.selectFrom('invoices').selectAll().where('id', '=', invoice.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'new', unknownSince: null, readFailures: 1 })
  expect((await stage.storeOf(store)).syncError).toContain('403')
})

test('a burst of payments does not make a store rest, and more than a burst does', async () => {
  const store = await stage.ownStore('busy shop')
  const { db } = deps
  const bring = (newRows: number) =>
    inTransaction(db, async (tx) => {
      const { balanceSats } = await tx
        .selectFrom('stores')
        .select('balanceSats')
        .where('id', '=', store.id)
        .executeTakeFirstOrThrow()
      await saveSynced(tx, store.id, {
        merchantId: store.merchantId,
        balanceSats,
        activity: 'busy',
        quietSeconds: 21_600,
        hookIds: [],
        newRows,
      })
    })
  const isClaimed = async () => {
    // Some time ago, because a transaction knows its time by the millisecond and the column by the microsecond.
    await sql`update stores set sync_due_at = app_now() - interval '1 second' where id = ${store.id}`.execute(db)
    const claimed = await inTransaction(db, (tx) => claimDueStores(tx, 'own-server', 1000))
    return claimed.some(({ id }) => id === store.id)
  }
  await bring(60)
  expect(await isClaimed()).toBe(true)
  await bring(600)
  expect(await isClaimed()).toBe(false)
  // 560 rows over the limit, at 50 ms each.
  await stage.money.pass(29)
  expect(await isClaimed()).toBe(true)
  await bring(1_000_000)
  await stage.money.pass(15 * 60 + 1)
  expect(await isClaimed()).toBe(true)
})
