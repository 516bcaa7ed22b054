import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Behavior, madeUpTransaction, silent } from '../test/hostile-btcpay.ts'
import { startHostileStage } from '../test/hostile-stage.ts'
import { makeInvoice } from '../test/make-invoice.ts'
import { syncStore } from './payments/sync-store.ts'
import { reconcileEngine } from './payments/worker.ts'

const stage = await startHostileStage()
const { deps } = stage.money
afterAll(() => stage.close())

test('64 stores that hang do not keep another from being read', async () => {
  const honest = await stage.ownStore('reads on')
  const model = await stage.storeOf(honest)
  stage.hostile.behave('hanging', silent)
  const { rows } = await sql<{ id: number }>`
    with people as (
      insert into merchants (email, store_name) select 'hanging' || n || '@example.test', 'Hanging' from generate_series(1, 64) n
      returning id
    )
    insert into stores (merchant_id, status, server_url, store_id, tag, api_key, sync_due_at)
    select id, 'ready', ${stage.hostile.url} || '/' || id, 'hanging', ${model.tag} || id, ${model.apiKey}, app_now() - interval '1 hour'
    from people returning id`.execute(deps.db)
  // Each key is sealed with the tag of its own row, so each is sealed separately.
  for (const { id } of rows) {
    const { tag } = await stage.storeOf({ id })
    const apiKey = deps.sealer.seal('key', `store:${tag}:api-key`)
    await deps.db.updateTable('stores').set({ apiKey }).where('id', '=', id).execute()
  }
  const invoice = await makeInvoice(deps, honest.merchantId, '10.00')
  await stage.money.engine.control.pay({ invoiceId: invoice.invoiceId ?? '', method: 'onchain' })
  await stage.money.engine.control.mine({ blocks: 1 })
  await sql`update stores set sync_due_at = app_now() where id = ${honest.id}`.execute(deps.db)
  const worker = reconcileEngine(deps, () => undefined)
  const { signal } = new AbortController()
  try {
    const isBooked = async () =>
      (await deps.db.selectFrom('transactions').selectAll().where('invoiceId', '=', invoice.invoiceId).execute()).some(
        ({ booked }) => booked,
      )
    // Like the server: each round follows the last one. All 64 are due before the honest store and none ever finishes.
    for (let round = 0; round < 5 && !(await isBooked()); round++) await worker.run(signal)
    await expect.poll(isBooked).toBe(true)
    expect(stage.hostile.seen('hanging')).toBeGreaterThanOrEqual(32)
    const late = await sql<{
      count: bigint
    }>`select count(*) from stores where store_id = 'hanging' and sync_error is not null`.execute(deps.db)
    expect(late.rows[0]?.count).toBe(0n)
  } finally {
    await worker.end?.()
    await sql`delete from stores where store_id = 'hanging'`.execute(deps.db)
  }
})

test('a shutdown ends a sync whose server never answers, and the store is read again right afterwards', async () => {
  const store = await stage.ownStore('stopped')
  stage.hostile.behave(store.storeId, silent)
  await sql`update stores set sync_due_at = app_now() where id = ${store.id}`.execute(deps.db)
  const worker = reconcileEngine(deps, () => undefined)
  await worker.run(new AbortController().signal)
  expect(worker.end).toBeDefined()
  await worker.end?.()
  const { rows } =
    await sql`select from stores where id = ${store.id} and sync_due_at <= app_now() and sync_error is null`.execute(
      deps.db,
    )
  expect(rows).toHaveLength(1)
  // Shorter than one sync may take.
})

test('an interrupted sync keeps what it has read, and the next ones reach the end', async () => {
  const store = await stage.ownStore('long history')
  const total = 330
  let answered = 0
  let mostAnswers = 1
  const history: Behavior = ({ url }, response) => {
    if (!/\/wallet\/transactions\?/.test(url)) return false
    if (++answered > mostAnswers) {
      response.writeHead(500)
      response.end()
      return true
    }
    const skip = Number(new URL(url, 'http://x').searchParams.get('skip'))
    const page = Array.from({ length: Math.max(0, Math.min(100, total - skip)) }, (_, index) =>
      madeUpTransaction(1_000_000 + skip + index),
    )
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(page))
    return true
  }
  stage.hostile.behave(store.storeId, history)
  await syncStore(deps, store.id).catch(() => undefined)
  expect(await stage.countRows(store)).toBe(100)
  for (let sync = 0; sync < 10 && !(await stage.storeOf(store)).historyComplete; sync++) {
    answered = 0
    mostAnswers = 3
    await syncStore(deps, store.id).catch(() => undefined)
  }
  expect(await stage.countRows(store)).toBe(total)
  expect(await stage.storeOf(store)).toMatchObject({ historySkip: null, historyComplete: true })
})
