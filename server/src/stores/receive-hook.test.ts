import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Money, shareMoney } from '../../test/money.ts'
import { syncStore } from '../payments/sync-store.ts'
import { pruneWorker } from '../prune-worker.ts'
import { secretOf } from './table.ts'

let money: Money
beforeAll(async () => {
  money = await shareMoney()
})

type Store = Awaited<ReturnType<Money['newStore']>>

const rowOf = ({ id }: Store) =>
  money.deps.db.selectFrom('stores').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const webhooksOf = ({ id }: Store) =>
  money.deps.db.selectFrom('engineHooks').selectAll().where('storeRef', '=', id).orderBy('id').execute()

const eventOf = (more: object = {}) =>
  JSON.stringify({
    deliveryId: randomUUID(),
    webhookId: 'w',
    originalDeliveryId: 'o',
    isRedelivery: false,
    type: 'InvoiceCreated',
    timestamp: 1_700_000_000,
    storeId: 's',
    invoiceId: 'x',
    ...more,
  })

/** Sends a webhook as a server that knows the store's secret. */
const post = async (store: Store, body: string) => {
  const { webhookSecret, tag, storeId } = await rowOf(store)
  const secret = money.deps.sealer.open(webhookSecret ?? '', secretOf(tag, 'webhook-secret'))
  const answer = await money.server.app.inject({
    method: 'POST',
    url: `/api/engine-hooks/${storeId}`,
    headers: {
      'content-type': 'application/json',
      'btcpay-sig': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    payload: body,
  })
  return answer.statusCode
}
/** As if it had been synced a while ago and were not due for an hour. */
const rest = ({ id }: Store) =>
  sql`update stores set sync_due_at = app_now() + interval '1 hour' where id = ${id}`.execute(money.deps.db)
const isDue = async ({ id }: Store) => {
  const { rows } = await sql`select 1 from stores where id = ${id} and sync_due_at <= app_now()`.execute(money.deps.db)
  return rows.length > 0
}

test('keeps at most 10,000 unprocessed webhooks of a store with 50 simultaneous deliveries', async () => {
  const store = await money.newStore('flood')
  const other = await money.newStore('neighbor')
  const fill = 9_980
  await sql`
    insert into engine_hooks (store_ref, delivery_id, body)
    select ${store.id}, 'filled-' || n, '{}' from generate_series(1, ${sql.lit(fill)}) n`.execute(money.deps.db)
  await sql`update stores set waiting_hooks = ${fill} where id = ${store.id}`.execute(money.deps.db)
  await rest(store)

  const answers = await Promise.all(Array.from({ length: 50 }, () => post(store, eventOf())))
  // BTCPay retries everything that is not answered with 2xx. A dropped hint is not worth a retry.
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await webhooksOf(store)).toHaveLength(10_000)
  expect(await rowOf(store)).toMatchObject({ waitingHooks: 10_000, droppedHooks: 30n })
  await rest(store)
  expect(await post(store, eventOf())).toBe(200)
  expect(await isDue(store)).toBe(true)
  expect(await webhooksOf(store)).toHaveLength(10_000)

  // Another store has its own limit.
  expect(await post(other, eventOf())).toBe(200)
  expect(await rowOf(other)).toMatchObject({ droppedHooks: 0n })

  // Syncs process them, free space and keep the newest for the operator.
  for (let syncs = 0; syncs < 10; syncs++) await syncStore(money.deps, store.id)
  expect(await rowOf(store)).toMatchObject({ waitingHooks: 0, droppedHooks: 31n })
  const left = await webhooksOf(store)
  expect(left).toHaveLength(100)
  expect(left.every(({ handledAt }) => handledAt !== null)).toBe(true)
  expect(await post(store, eventOf())).toBe(200)
  expect(await rowOf(store)).toMatchObject({ waitingHooks: 1, droppedHooks: 31n })
})

test('a repeated delivery is stored once', async () => {
  const store = await money.newStore('replay')
  await syncStore(money.deps, store.id)
  const before = (await webhooksOf(store)).length
  const { waitingHooks } = await rowOf(store)
  const body = eventOf()
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(store, body)))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await webhooksOf(store)).toHaveLength(before + 1)
  expect(await rowOf(store)).toMatchObject({ waitingHooks: waitingHooks + 1, droppedHooks: 0n })
})

test('a body over 64 KiB is refused with 413 and the store is still synced', async () => {
  const store = await money.newStore('huge')
  await rest(store)
  const before = await webhooksOf(store)
  expect(await post(store, eventOf({ metadata: { text: 'x'.repeat(64 * 1024) } }))).toBe(413)
  expect(await webhooksOf(store)).toHaveLength(before.length)
  expect(await isDue(store)).toBe(true)
  // Only the beginning of an accepted body is stored.
  expect(await post(store, eventOf({ metadata: { text: 'x'.repeat(60_000) } }))).toBe(200)
  const kept = (await webhooksOf(store)).at(-1)
  expect(kept?.invoiceId).toBe('x')
  expect(kept?.body.length).toBeLessThanOrEqual(4096)
})

test('invalid names and times in a signed webhook are left out instead of failing', async () => {
  const store = await money.newStore('absurd')
  for (const absurd of [
    { deliveryId: 'd'.repeat(10_000) },
    { invoiceId: 'i'.repeat(10_000) },
    { invoiceId: 'a\u0000b' },
    { type: 't'.repeat(10_000) },
    { timestamp: Number.MAX_SAFE_INTEGER },
    { timestamp: -1 },
  ]) {
    expect(await post(store, eventOf(absurd)), JSON.stringify(absurd).slice(0, 50)).toBe(200)
  }
})

test('processed webhooks are deleted after a month, also of a store that is no longer synced', async () => {
  const store = await money.newStore('old-hooks')
  await post(store, eventOf())
  await syncStore(money.deps, store.id)
  await sql`update engine_hooks set handled_at = now() - interval '31 days' where store_ref = ${store.id}`.execute(
    money.deps.db,
  )
  expect((await webhooksOf(store)).length).toBeGreaterThan(0)
  await pruneWorker(money.deps).run(new AbortController().signal)
  expect(await webhooksOf(store)).toEqual([])
})
