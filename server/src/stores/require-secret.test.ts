import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import { createMerchant } from '../people/table.merchants.ts'
import { createSealer } from '../platform/crypto/seal.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { requireSecret } from './require-secret.ts'
import { secretOf } from './table.ts'

const first = 'the first secret, of thirty-two characters or more'
const second = 'the second secret, of thirty-two characters or more'

test('a server starts with the secret that sealed the database as its current or previous secret', async () => {
  const { db, close } = await openTestDatabase()
  await requireSecret(db, createSealer(first))
  const apiKey = createSealer(first).seal('key', secretOf('platform', 'api-key'))
  await db
    .insertInto('stores')
    .values({ merchantId: null, serverUrl: 'http://x.test', tag: 'platform', apiKey })
    .execute()
  await requireSecret(db, createSealer(first))
  await requireSecret(db, createSealer(second, first))
  const { id: merchantId } = await inTransaction(db, (tx) =>
    createMerchant(tx, { email: 'm@example.test', storeName: 'Damaged', passwordHash: 'x' }),
  )
  const damaged = { merchantId, serverUrl: 'http://y.test', tag: 'damaged', apiKey: 'v1.damaged' }
  await db
    .insertInto('stores')
    .values(damaged)
    .onConflict((row) => row.column('merchantId').where('standing', '=', 'current').doUpdateSet(damaged))
    .execute()
  await requireSecret(db, createSealer(first))
  await expect(requireSecret(db, createSealer(second))).rejects.toThrow('APP_SECRET doesn’t match this database')
  await close()
})
