import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { claimPlatform } from '../platform/db/claim-platform.ts'
import type { Database } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { findMerchantsWithoutStore, findStoresWithOtherHook } from './queries.ts'
import { claimDueStores, type Lane } from './table.sync.ts'

const stores = 20_000
/** As many as one statement inserts well within its limit. */
const atOnce = 2_000

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await claimPlatform(database.pool, 'sandbox', 'regtest')
  await sql`insert into merchants (email, store_name)
    select 'm' || n || '@example.test', 'Store' from generate_series(1, ${stores}::int) n`.execute(database.db)
  await sql`insert into engines (id, name, url) values (1, 'main', 'https://btcpay.example.test')`.execute(database.db)
  for (let first = 1; first <= stores; first += atOnce)
    await sql`
      insert into stores (merchant_id, status, server_url, store_id, tag, api_key, sync_pause_seconds, sync_due_at)
      select id, 'ready', 'https://btcpay.example.test', 's' || id, 't' || id, 'sealed',
        case when id % 2 = 0 then 50 else 20000 end, app_now() + interval '1 hour' + random() * interval '4 hours'
      from merchants where id between ${first} and ${first + atOnce - 1}`.execute(database.db)
  await database.pool.query('vacuum analyze stores')
})
afterAll(() => database.close())

/** Rows of stores and merchants that this connection has read, in a scan of the table and by an index. */
const countRead = async (tx: Tx) => {
  const { rows } = await sql<{ scanned: number; fetched: number }>`
    select sum(seq_tup_read)::int as scanned, sum(idx_tup_fetch)::int as fetched
    from pg_stat_xact_user_tables where relname in ('stores', 'merchants')`.execute(tx)
  return rows[0] ?? { scanned: 0, fetched: 0 }
}
const claim = (lane: Lane) =>
  inTransaction(database.db, async (tx) => {
    const before = await countRead(tx)
    const { length: claimed } = await claimDueStores(tx, lane, 24)
    const after = await countRead(tx)
    return { claimed, scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched }
  })

test('claiming due stores reads only those that are due, however many stores there are', async () => {
  await sql`update stores set sync_due_at = app_now() where id % 2000 in (0, 1)`.execute(database.db)
  const other = await claim('own-server')
  expect(other).toMatchObject({ claimed: 0, scanned: 0 })
  expect(other.fetched).toBeLessThan(200)
  const own = await claim('platform')
  expect(own).toMatchObject({ claimed: 20, scanned: 0 })
  expect(own.fetched).toBeLessThan(200)
})

const base = 'https://pay.example.test/api/engine-hooks/'
/** What the worker that sets up stores finds, and how many rows it reads for it. */
const findWork = () =>
  inTransaction(database.db, async (tx) => {
    const before = await countRead(tx)
    const merchants = await findMerchantsWithoutStore(tx, 8)
    const hooks = await findStoresWithOtherHook(tx, base, 8, 'platform')
    const after = await countRead(tx)
    return {
      merchants: merchants.map(({ id }) => id),
      hooks: hooks.map(({ id }) => id).sort((a, b) => a - b),
      scanned: after.scanned - before.scanned,
      fetched: after.fetched - before.fetched,
    }
  })

test('looking for stores to set up reads only those, however many stores there are', async () => {
  for (let first = 1; first <= stores; first += atOnce)
    await sql`update stores set webhook_url = ${base} || store_id
      where merchant_id between ${first} and ${first + atOnce - 1}`.execute(database.db)
  await database.pool.query('vacuum analyze stores')
  await database.pool.query('vacuum analyze merchants')
  const nothing = await findWork()
  expect(nothing).toMatchObject({ merchants: [], hooks: [], scanned: 0 })
  expect(nothing.fetched).toBeLessThan(50)
  const { rows: some } = await sql<{ id: number }>`select id from stores order by id limit 4`.execute(database.db)
  const [never = 0, moved = 0, older = 0, other = 0] = some.map(({ id }) => id)
  await sql`update stores set webhook_url = null where id = ${never}`.execute(database.db)
  await sql`update stores set webhook_url = 'https://z.example.test/api/engine-hooks/' || store_id where id = ${moved}`.execute(
    database.db,
  )
  await sql`update stores set webhook_url = 'https://a.example.test/api/engine-hooks/' || store_id where id = ${older}`.execute(
    database.db,
  )
  await sql`update stores set webhook_url = ${base} || 'another' where id = ${other}`.execute(database.db)
  const { rows: added } = await sql<{ id: number }>`
    insert into merchants (email, store_name, is_active) values ('new@example.test', 'New', true), ('off@example.test', 'Off', false)
    returning id`.execute(database.db)
  const found = await findWork()
  expect(found).toMatchObject({ merchants: [added[0]?.id], hooks: [never, moved, older, other], scanned: 0 })
  expect(found.fetched).toBeLessThan(100)
})
