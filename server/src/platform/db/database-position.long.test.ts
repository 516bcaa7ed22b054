import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSynchronous, type Pair, programs, startPair } from '../../../test/postgres-pair.ts'
import { until } from '../../../test/webhook-receiver.ts'
import { claimPlatform } from './claim-platform.ts'
import { connectDatabase, type Db, writeStateOf } from './connect.ts'
import { openDatabasePosition } from './database-position.ts'
import { migrateDatabase } from './migrate-database.ts'
import { saveBackupTime } from './platform-row.ts'
import { requireDurable } from './require-durable.ts'
import { inTransaction } from './transaction.ts'

if (!programs)
  process.stderr.write(
    'Lost commits are not tested: PostgreSQL 15 or newer (Debian package postgresql) is not installed.\n',
  )

const patienceMs = 240_000
let folder: string
let pair: Pair
const closes: (() => Promise<void>)[] = []
beforeEach(async () => {
  if (programs) folder = await mkdtemp(join(tmpdir(), 'bitquay-position-'))
})
afterEach(async () => {
  if (!programs) return
  for (const close of closes.splice(0).reverse()) await close()
  await pair.stop()
  await rm(folder, { recursive: true, force: true })
})

const begin = async (synchronous: boolean) => {
  pair = await startPair(folder, { synchronous })
  await migrateDatabase(pair.url)
}

/** A server, as far as it knows its database. */
const openServer = async (name: string, url = pair.url) => {
  const lost: Date[] = []
  const position = await openDatabasePosition(join(folder, name), {
    onLost: (since) => lost.push(since),
    onOtherCluster: () => undefined,
  })
  const { db, pool, close } = connectDatabase(url, { maxConnections: 4, readLimitMs: 3_000, position })
  let isOpen = true
  const end = async () => {
    if (!isOpen) return
    isOpen = false
    await close()
    await position.close()
  }
  closes.push(end)
  await position.verify(pool.options)
  await claimPlatform(pool, 'sandbox', 'regtest')
  return { db, position, lost, close: end, file: join(folder, name, 'database-position.json') }
}
/** A commit that is acknowledged. */
const save = (db: Db) => inTransaction(db, (tx) => saveBackupTime(tx))
const beat = (db: Db) =>
  sql`insert into worker_beats (name, started_at) values ('any', now()) on conflict (name) do update set started_at = now()`.execute(
    db,
  )
const isPaused = async (db: Db) => {
  const { rows } = await sql<{ reviews: number; paused: boolean }>`
    select (select count(*)::int from restores where finished_at is null) as reviews, withdrawals_paused as paused from platform`.execute(
    db,
  )
  return rows[0]
}
const works = (db: Db) => async () =>
  save(db).then(
    () => true,
    () => false,
  )
/** The standby gets nothing anymore, and nobody notices. */
const stopReplication = async () => {
  await pair.standby().query(`alter system set primary_conninfo = ''`)
  await pair.standby().query('select pg_reload_conf()')
  await until(
    'the standby is cut off',
    async () => (await pair.primary().query('select 1 from pg_stat_replication')).length === 0,
  )
}
const takeOver = async () => {
  const [old, next] = [pair.primary(), pair.standby()]
  await old.kill()
  await next.promote()
  pair.lead(next)
  return { old, next }
}
const caughtUp = async () => {
  const behind = await pair
    .primary()
    .query<{ is: boolean }>('select pg_current_wal_lsn() > replay_lsn as is from pg_stat_replication')
  return behind.length === 1 && behind[0]?.is === false
}

test.skipIf(!programs)(
  'a standby that has everything takes over without a review, and the position is on disk',
  async () => {
    await begin(false)
    const server = await openServer('one')
    for (let commit = 0; commit < 20; commit++) await save(server.db)
    await until('the standby has it', caughtUp)
    await takeOver()
    await until('the server goes on', works(server.db))
    expect(server.lost).toEqual([])
    expect(await isPaused(server.db)).toEqual({ reviews: 0, paused: false })
    expect(server.position.known()?.timeline).toBe(2)
    await server.close()
    expect(JSON.parse(await readFile(server.file, 'utf8'))).toMatchObject({ timeline: 2, lsn: expect.any(String) })
  },
  patienceMs,
)

test.skipIf(!programs)(
  'a takeover that lost the last commit starts one review, whoever notices and however late',
  async () => {
    await begin(false)
    const [first, second, idle] = [await openServer('one'), await openServer('two'), await openServer('three')]
    await beat(first.db)
    for (const { db } of [first, second, idle]) await save(db)
    const stopped = await openServer('four')
    await save(stopped.db)
    await stopped.close()
    await until('the standby has it', caughtUp)
    await stopReplication()
    // One commit is the smallest loss. Another server may use its number again before anybody looks.
    await save(first.db)
    await save(second.db)
    await takeOver()
    await until('the first goes on', works(first.db))
    await until('the second goes on', works(second.db))
    await until('the idle one goes on', works(idle.db))
    expect(first.lost.length + second.lost.length).toBe(1)
    expect(idle.lost).toEqual([])
    const opened = await isPaused(first.db)
    expect(opened).toEqual({ reviews: 1, paused: true })
    const since = [...first.lost, ...second.lost][0] ?? new Date(0)
    const { rows } = await sql<{ is: boolean }>`select started_at >= ${since} as is from worker_beats`.execute(first.db)
    expect(rows[0]?.is).toBe(true)
    const late = await openServer('four')
    expect(late.lost).toEqual([])
    // Each of them has forgotten what is gone, so nothing starts again.
    for (const { db } of [first, second, late]) await save(db)
    const { rows: reviews } = await sql<{ count: number }>`select count(*)::int as count from restores`.execute(
      first.db,
    )
    expect(reviews[0]?.count).toBe(1)
  },
  patienceMs,
)

test.skipIf(!programs)(
  'a server writes nothing to an old primary, and refuses to start with it',
  async () => {
    await begin(false)
    const server = await openServer('one')
    await save(server.db)
    await until('the standby has it', caughtUp)
    const { old, next } = await takeOver()
    await until('the server goes on', works(server.db))
    // Somebody starts it again, and the address leads back to it.
    await old.start()
    pair.lead(old)
    const saved = async () => JSON.stringify(await old.query('select backed_up_at from platform'))
    const before = await saved()
    for (let attempt = 0; attempt < 5; attempt++) await expect(save(server.db)).rejects.toThrow()
    await expect(sql`update platform set backed_up_at = app_now()`.execute(server.db)).rejects.toThrow(/old primary/)
    expect(await writeStateOf(server.db).check()).toBeDefined()
    expect(await saved()).toBe(before)
    await server.close()
    await expect(openServer('one', old.url)).rejects.toThrow(
      /^DATABASE_URL leads to an old primary: it is on timeline 1/,
    )
    pair.lead(next)
    await save((await openServer('one')).db)
  },
  patienceMs,
)

test.skipIf(!programs)(
  'a commit that no synchronous standby has is never acknowledged, and the start refuses the standby',
  async () => {
    await begin(true)
    const server = await openServer('one')
    await save(server.db)
    await pair.standby().kill()
    await expect(save(server.db)).rejects.toThrow(/read timeout/i)
    const acknowledged = server.position.known()?.commit
    await pair.standby().start()
    await until('it is synchronous again', () => isSynchronous(pair.primary()))
    await until('the server goes on', works(server.db))
    expect(server.position.known()?.commit?.lsn).toBeGreaterThan(acknowledged?.lsn ?? 0n)
    const { pool, close } = connectDatabase(pair.standby().url, { maxConnections: 1 })
    await expect(requireDurable(pool)).rejects.toThrow(/^DATABASE_URL leads to a standby/)
    await close()
  },
  patienceMs,
)

test.skipIf(!programs)(
  'an older copy on the same timeline starts a review, and a file that a crash cut off says nothing',
  async () => {
    await begin(false)
    const server = await openServer('one')
    await save(server.db)
    const known = server.position.known()
    await server.close()
    const saved = JSON.parse(await readFile(server.file, 'utf8')) as Record<string, unknown>
    expect(known?.commit).toBeDefined()
    // As if it had seen more than this copy has.
    const ahead = {
      ...saved,
      lsn: String(BigInt(String(saved.lsn)) + 10_000_000n),
      xid: String(BigInt(String(saved.xid)) + 50n),
    }
    await writeFile(server.file, JSON.stringify(ahead))
    const again = await openServer('one')
    expect(again.lost).toHaveLength(1)
    expect(await isPaused(again.db)).toEqual({ reviews: 1, paused: true })
    await again.close()
    await writeFile(again.file, '{"systemId":"7')
    expect((await openServer('one')).lost).toEqual([])
  },
  patienceMs,
)
