import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { auditLog } from '../audit-log/list.ts'
import { listActivityNames } from '../audit-log/queries.ts'
import { listNotifications } from '../dashboard/queries.notifications.ts'
import { allTransactions } from './list.ts'

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>

/** The same platform twice: a small one, and one with a hundred times as many rows. */
const sizes = { young: 1_000, old: 100_000 } as const
let databases: Record<keyof typeof sizes, TestDatabase>

beforeAll(async () => {
  databases = { young: await openTestDatabase(), old: await openTestDatabase() }
  for (const age of ['young', 'old'] as const) await fill(databases[age], sizes[age])
}, 300_000)
afterAll(async () => {
  await databases.young.close()
  await databases.old.close()
})

/**
 * Forty stores. One in a hundred payments is pending, one in five hundred failed, one in three hundred has a
 * description.
 */
const fill = async (database: TestDatabase, rows: number) => {
  const { db, pool } = database
  await sql`insert into platform (mode, network) values ('sandbox', 'regtest') on conflict do nothing`.execute(db)
  await sql`insert into merchants (email, store_name) select 'm' || n || '@example.test', 'Store ' || n || ' of the quay' from generate_series(1, 40) n`.execute(
    db,
  )
  // In parts, since no single statement may take long.
  for (let from = 1; from <= rows; from += piece)
    await fillPiece(database, rows, from, Math.min(rows, from + piece - 1))
  await pool.query('vacuum analyze')
}

const piece = 5_000

const fillPiece = async ({ db }: TestDatabase, rows: number, from: number, to: number) => {
  await sql`
    insert into transactions (merchant_id, txid, engine_key, type, purpose, amount, amount_usd, btc_price, address, status, booked, description, seen_at)
    select (select min(id) from merchants) + n % 40, md5(n::text) || md5((-n)::text), 'key' || n,
      case when n % 10 = 0 then 'outgoing' else 'incoming' end, case when n % 10 = 0 then 'withdrawal' else 'invoice' end,
      0.001, 50 + n % 200, 100000, 'bcrt1q' || md5('a' || n),
      case when n % 100 = 7 then 'pending' when n % 500 = 9 then 'failed' else 'confirmed' end, n % 100 <> 7 and n % 500 <> 9,
      case when n % 300 = 5 then 'Prize of draw ' || n end, now() - (${rows} - n) * interval '1 second'
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await sql`
    insert into act_log (actor_kind, actor_id, actor_email, act, source_address, merchant_id)
    select case when n % 50 = 0 then 'admin' else 'merchant' end, n % 40, 'person-' || n % 40 || '@example.test',
      (array['signed-in', 'settings-changed', 'password-changed', 'invoice-marked-settled'])[1 + n % 4], '10.0.' || n % 250 || '.1', 1 + n % 40
    from generate_series(${from}::int, ${to}::int) n`.execute(db)
}

const page = { limit: 25, cursor: undefined }
type Read = ({ db }: TestDatabase) => Promise<unknown>

const lists: Record<string, Read> = {
  'all transactions': ({ db }) => allTransactions.show(db, undefined, {}, page),
  'transactions of a store': async ({ db }) => allTransactions.show(db, undefined, { merchantId: 7 }, page),
  'pending transactions': ({ db }) => allTransactions.show(db, undefined, { status: 'pending' }, page),
  'confirmed transactions of a store': ({ db }) =>
    allTransactions.show(db, undefined, { merchantId: 7, status: 'confirmed' }, page),
  'transactions by the name of a store': ({ db }) => allTransactions.show(db, undefined, { search: 'store 7' }, page),
  'a transaction by its hash': ({ db }) => allTransactions.show(db, undefined, { search: 'c4ca4238a0b9' }, page),
  'nothing that is searched for': ({ db }) => allTransactions.show(db, undefined, { search: 'zzzzzz' }, page),
  'all acts': ({ db }) => auditLog.show(db, undefined, {}, page),
  'acts of a kind': ({ db }) => auditLog.show(db, undefined, { act: 'password-changed' }, page),
  'acts of admins': ({ db }) => auditLog.show(db, undefined, { actorKind: 'admin' }, page),
  'acts of a store': ({ db }) => auditLog.show(db, undefined, { merchantId: 9 }, page),
  'acts from somewhere': ({ db }) => auditLog.show(db, undefined, { search: '10.0.7.1' }, page),
  'acts of someone': ({ db }) => auditLog.show(db, undefined, { search: 'person-7@example.test' }, page),
  'the names of acts': ({ db }) => listActivityNames(db),
  notifications: ({ db }) => listNotifications(db),
}

test.each(Object.entries(lists))(
  '%s: the first page costs the same with a hundred times as many rows',
  async (name, read) => {
    for (const age of ['young', 'old'] as const) for (let warm = 0; warm < 10; warm++) await read(databases[age])
    const took: Record<keyof typeof sizes, number[]> = { young: [], old: [] }
    // In turns, so that other load on the machine affects both.
    for (let run = 0; run < 60; run++) {
      for (const age of ['young', 'old'] as const) {
        const started = performance.now()
        await read(databases[age])
        took[age].push(performance.now() - started)
      }
    }
    const ratio = quick(took.old) / quick(took.young)
    process.stdout.write(
      `${name}: ${quick(took.young).toFixed(2)} ms, ${quick(took.old).toFixed(2)} ms, ${ratio.toFixed(2)}×\n`,
    )
    expect(ratio).toBeLessThan(1.5)
  },
)

/** The time without interference: the lower quartile. */
const quick = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 4)] ?? Number.NaN
