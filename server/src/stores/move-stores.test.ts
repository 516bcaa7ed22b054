import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { Database, Db } from '../platform/db/connect.ts'
import { storeUses } from '../store-uses.ts'
import { registerEngines } from './register-engines.ts'

const register = (db: Db, url: string) => registerEngines(db, [{ name: 'main', url, apiKey: 'key' }], storeUses)

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('stores on the platform’s BTCPay move with it, and others stay', async () => {
  const { db } = database
  await db.insertInto('platform').values({ mode: 'sandbox', network: 'regtest' }).execute()
  const merchants = await db
    .insertInto('merchants')
    .values(['a', 'b'].map((name) => ({ email: `${name}@example.test`, storeName: name })))
    .returning('id')
    .execute()
  const [ours, theirs] = merchants.map(({ id }) => id)
  await register(db, 'http://127.0.0.1:4001')
  await db
    .insertInto('stores')
    .values([
      { merchantId: null, serverUrl: 'http://127.0.0.1:4000', tag: 'platform' },
      { merchantId: ours ?? 0, serverUrl: 'http://127.0.0.1:4000', tag: 'ours' },
      { merchantId: theirs ?? 0, serverUrl: 'https://btcpay.example.test', tag: 'theirs' },
    ])
    .execute()
  const places = async () =>
    Object.fromEntries(
      (await db.selectFrom('stores').select(['tag', 'serverUrl']).execute()).map(({ tag, serverUrl }) => [
        tag,
        serverUrl,
      ]),
    )

  await register(db, 'http://127.0.0.1:4000')
  expect((await places()).ours).toBe('http://127.0.0.1:4000')
  await register(db, 'http://127.0.0.1:4001')
  expect(await places()).toEqual({
    platform: 'http://127.0.0.1:4001',
    ours: 'http://127.0.0.1:4001',
    theirs: 'https://btcpay.example.test',
  })
  const merchant = await db
    .selectFrom('merchants')
    .select('btcpayServerUrl')
    .where('id', '=', ours ?? 0)
    .executeTakeFirst()
  expect(merchant?.btcpayServerUrl).toBe('http://127.0.0.1:4001')
})
