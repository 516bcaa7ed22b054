import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { runInContext } from '../request-context.ts'
import { connectDatabase, type Database } from './connect.ts'
import { planKept } from './kept-plans.ts'
import { inTransaction } from './transaction.ts'

let opened: Database
/** With one connection, so that its names can be read. */
let database: Database
beforeAll(async () => {
  opened = await openTestDatabase()
  await sql`create table things (id integer primary key, name text not null)`.execute(opened.db)
  await sql`insert into things values (1, 'one'), (2, 'two')`.execute(opened.db)
})
afterAll(() => opened.close())
beforeEach(() => {
  database = connectDatabase(opened.pool.options.connectionString ?? '', { maxConnections: 1 })
  return () => database.close()
})

type Thing = { id: number; name: string }

const readInTransaction = (id: number) =>
  inTransaction(database.db, async (tx) => (await sql<Thing>`select * from things where id = ${id}`.execute(tx)).rows)
const readMarked = async (id: number) =>
  (await sql<Thing>`${planKept} select * from things where id = ${id}`.execute(database.db)).rows
const readPlain = async (id: number) =>
  (await sql<Thing>`select * from things where id = ${id}`.execute(database.db)).rows

const findKept = async () => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database.db)
  return rows.map(({ statement }) => statement)
}

const repeat = async (read: (id: number) => Promise<unknown>, times = 5) => {
  for (let time = 0; time < times; time++) await read(1 + (time % 2))
}

test('plans of a transaction’s statements are kept once they were used a few times', async () => {
  await repeat(readInTransaction, 3)
  expect(await findKept()).toEqual([])
  await repeat(readInTransaction)
  expect(await findKept()).toEqual([expect.stringContaining('select * from things')])
  expect(await readInTransaction(2)).toEqual([{ id: 2, name: 'two' }])
})

test('outside of a transaction only plans of marked statements are kept', async () => {
  await readInTransaction(1)
  await repeat(readPlain)
  expect(await findKept()).toEqual([])
  await repeat(readMarked)
  expect(await findKept()).toEqual([expect.stringContaining('plan kept')])
  expect(await readMarked(2)).toEqual([{ id: 2, name: 'two' }])
})

test('a worker repeats its statements, so their plans are kept', async () => {
  await readInTransaction(1)
  await runInContext({ requestId: 'any', worker: 'any' }, () => repeat(readPlain))
  expect(await findKept()).toEqual([expect.stringContaining('select * from things')])
})

test('a pooler, which may change the session, gets no names', async () => {
  const connect = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: never[]
  ) {
    // A pooler makes up the number of the process that it names to its clients.
    Object.assign(this, { processID: 1 })
    return Reflect.apply(query, this, given)
  } as never)
  try {
    await repeat(readInTransaction)
    await repeat(readMarked)
    expect(await findKept()).toEqual([])
  } finally {
    connect.mockRestore()
  }
})
const { query } = pg.Client.prototype

test('a migration that changes what a kept plan returns fails nothing', async () => {
  await repeat(readInTransaction)
  await repeat(readMarked)
  expect(await findKept()).toHaveLength(2)
  await sql`alter table things add column size integer`.execute(opened.db)
  try {
    expect(await readInTransaction(1)).toEqual([{ id: 1, name: 'one', size: null }])
    expect(await readMarked(1)).toEqual([{ id: 1, name: 'one', size: null }])
  } finally {
    await sql`alter table things drop column size`.execute(opened.db)
  }
  expect(await readInTransaction(1)).toEqual([{ id: 1, name: 'one' }])
  expect(await readMarked(1)).toEqual([{ id: 1, name: 'one' }])
})

test('statements that differ each time get no names, and what is known of them stays small', async () => {
  await inTransaction(database.db, async (tx) => {
    for (let number = 0; number < 450; number++) {
      for (let time = 0; time < 4; time++) await sql`select ${sql.lit(number)}::int`.execute(tx)
    }
  })
  expect(await findKept()).toHaveLength(400)
})
