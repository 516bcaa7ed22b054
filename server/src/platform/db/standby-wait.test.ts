import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../test/webhook-receiver.ts'
import { startEmbeddedPostgres } from '../postgres/embedded.ts'
import { connectDatabase } from './connect.ts'
import { inTransaction } from './transaction.ts'

/** A primary of its own, because waiting for a standby that isn't there is a setting of the whole server. */
let folder: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let operator: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bitquay-standby-'))
  postgres = await startEmbeddedPostgres(folder)
  operator = new pg.Client({ connectionString: postgres.url })
  await operator.connect()
  await operator.query(`create function app_now() returns timestamptz language sql as 'select now()'`)
  await operator.query('create table kept (value integer)')
})
afterAll(async () => {
  await operator.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const waitFor = async (standby: string) => {
  await operator.query(`alter system set synchronous_standby_names = '${standby}'`)
  await operator.query('select pg_reload_conf()')
  await until('the setting counts', async () => {
    const { rows } = await operator.query<{ shown: string }>(
      `select current_setting('synchronous_standby_names') as shown`,
    )
    return rows[0]?.shown === standby
  })
}

const kept = async () =>
  (await operator.query<{ value: number }>('select value from kept order by value')).rows.map(({ value }) => value)
const countWaiting = async () => {
  const { rows } = await operator.query<{ count: string }>(
    `select count(*) as count from pg_stat_activity where wait_event = 'SyncRep'`,
  )
  return Number(rows[0]?.count)
}

test('a commit that no standby confirms is an error, and nobody reads it while it waits', async () => {
  const { db, close } = connectDatabase(postgres.url, { maxConnections: 2, readLimitMs: 1_500 })
  const save = (value: number) =>
    inTransaction(db, async (tx) => {
      // Shorter than the driver waits: a limit that ended the wait would report success.
      await sql`select set_config('statement_timeout', '300ms', true)`.execute(tx)
      await sql`insert into kept (value) values (${value})`.execute(tx)
    })
  try {
    await save(1)
    await waitFor('nobody')
    await expect(save(2)).rejects.toThrow('Query read timeout')
    // The same for a statement outside a transaction.
    await expect(sql`insert into kept (value) values (3)`.execute(db)).rejects.toThrow('Query read timeout')
    expect([await kept(), await countWaiting()]).toEqual([[1], 2])
  } finally {
    await waitFor('')
    await close()
  }
  // Nothing is lost: it was only too late to say so.
  await until('the wait is over', async () => (await countWaiting()) === 0)
  expect(await kept()).toEqual([1, 2, 3])
})
