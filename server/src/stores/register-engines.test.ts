import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { createMerchant } from '../people/table.merchants.ts'
import type { Database } from '../platform/db/connect.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { storeUses } from '../store-uses.ts'
import { registerEngines } from './register-engines.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
  await database.db.insertInto('platform').values({ mode: 'live', network: 'mainnet' }).execute()
})
afterEach(() => database.close())

const main = { name: 'main', url: 'https://main.test', apiKey: 'key' }
const berlin = { name: 'berlin', url: 'https://berlin.test', apiKey: 'key', capacity: 5 }
const register = (...engines: (typeof main & { capacity?: number })[]) =>
  registerEngines(database.db, engines, storeUses)
const engineRows = () =>
  database.db.selectFrom('engines').select(['id', 'name', 'url', 'capacity']).orderBy('id').execute()

const addStore = async (serverUrl: string) => {
  const { id } = await inTransaction(database.db, (tx) =>
    createMerchant(tx, { email: `${serverUrl.length}@example.test`, storeName: 'Shop', passwordHash: null }),
  )
  return database.db
    .insertInto('stores')
    .values({ merchantId: id, serverUrl, tag: `tag-${id}` })
    .returning(['id', 'engineId'])
    .executeTakeFirstOrThrow()
}
const findEngine = (id: number) =>
  database.db.selectFrom('stores').select(['engineId', 'serverUrl']).where('id', '=', id).executeTakeFirstOrThrow()

test('engines keep their IDs over restarts, new addresses and new names, and take their stores along', async () => {
  expect((await register(main, berlin)).map(({ id, name }) => [id, name])).toEqual([
    [1, 'main'],
    [2, 'berlin'],
  ])
  const store = await addStore(berlin.url)
  const own = await addStore('https://somebody-else.test')
  expect(store.engineId).toBe(2)
  expect(own.engineId).toBeNull()

  await register(main, { ...berlin, url: 'https://new.berlin.test' })
  expect(await findEngine(store.id)).toEqual({ engineId: 2, serverUrl: 'https://new.berlin.test' })
  await register(main, { ...berlin, name: 'east', url: 'https://new.berlin.test', capacity: 9 })
  expect(await engineRows()).toEqual([
    { id: 1, name: 'main', url: 'https://main.test', capacity: null },
    { id: 2, name: 'east', url: 'https://new.berlin.test', capacity: 9 },
  ])
  expect(await findEngine(own.id)).toEqual({ engineId: null, serverUrl: 'https://somebody-else.test' })
})

test('a store that was already at the address of a new engine belongs to it', async () => {
  await register(main)
  const store = await addStore(berlin.url)
  expect(store.engineId).toBeNull()
  await register(main, berlin)
  expect((await findEngine(store.id)).engineId).toBe(2)
})

test('an engine without stores may be removed, one with stores may not', async () => {
  await register(main, berlin)
  expect(await register(main)).toHaveLength(1)
  await addStore(berlin.url)
  await expect(register(main)).rejects.toThrow('BTCPAY_ENGINES has no engine named berlin, but a store is on it.')
  expect(await register(main, berlin)).toHaveLength(2)
})

test('two engines can’t exchange their addresses by accident', async () => {
  await register(main, berlin)
  await expect(register({ ...main, url: berlin.url })).rejects.toThrow('which belongs to the engine berlin')
  expect(await engineRows()).toMatchObject([{ url: main.url }, { url: berlin.url }])
})
