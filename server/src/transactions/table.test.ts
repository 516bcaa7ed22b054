import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { Database } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { markDisputed, markFailed, markFinal, markLightningConfirmed, markRefiled, markUnbooked } from './table.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into platform (mode, network) values ('sandbox', 'regtest')`.execute(database.db)
  await sql`insert into merchants (email, store_name) values ('m@example.test', 'M')`.execute(database.db)
})
afterAll(() => database.close())

type State = { status?: string; method?: string; booked?: boolean; final?: boolean }

let made = 0
const makePayment = async ({ status = 'pending', method = 'on-chain', booked = false, final = false }: State) => {
  const { rows } = await sql<{ id: number }>`
    insert into transactions (merchant_id, txid, engine_key, type, purpose, amount, status, method, booked, final)
    values (1, 'aa', ${String(++made)}, 'incoming', 'deposit', 0.001, ${status}, ${method}, ${booked}, ${final})
    returning id`.execute(database.db)
  return rows[0]?.id ?? 0
}

const read = async (id: number) =>
  database.db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const booked = { status: 'confirmed', booked: true }
const cases: [name: string, (tx: Tx, id: number) => Promise<unknown>, right: State, wrong: State][] = [
  ['unbooked', markUnbooked, booked, { status: 'confirmed' }],
  ['refiled', markRefiled, booked, { status: 'confirmed' }],
  ['a confirmed Lightning payment', markLightningConfirmed, { method: 'lightning' }, {}],
  [
    'a confirmed Lightning payment',
    markLightningConfirmed,
    { method: 'lightning' },
    { ...booked, method: 'lightning' },
  ],
  ['final', (tx, id) => markFinal(tx, [id]), { status: 'confirmed' }, { status: 'pending' }],
  ['disputed', markDisputed, {}, { status: 'failed', final: true }],
  ['failed', markFailed, {}, { status: 'failed', final: true }],
]

test.each(cases)('a transaction is marked as %s only in the right state', async (_, mark, right, wrong) => {
  const [good, bad] = [await makePayment(right), await makePayment(wrong)]
  const before = [await read(good), await read(bad)]
  await inTransaction(database.db, (tx) => mark(tx, good))
  await expect(inTransaction(database.db, (tx) => mark(tx, bad))).rejects.toThrow(String(bad))
  expect(await read(good)).not.toEqual(before[0])
  expect(await read(bad)).toEqual(before[1])
})

test('of several transactions none is final if one isn’t confirmed', async () => {
  const ids = [await makePayment({ status: 'confirmed' }), await makePayment({})]
  await expect(inTransaction(database.db, (tx) => markFinal(tx, ids))).rejects.toThrow('isn’t confirmed')
  expect(await Promise.all(ids.map(async (id) => (await read(id)).final))).toEqual([false, false])
})
