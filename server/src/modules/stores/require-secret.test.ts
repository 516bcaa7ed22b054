import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { createSealer } from '../../platform/crypto/seal.ts'
import { requireSecret } from './require-secret.ts'
import { secretOf } from './store.ts'

const first = 'the first secret, of thirty-two characters or more'
const second = 'the second secret, of thirty-two characters or more'

test('a server starts with the secret that sealed the database, or with that one as the previous', async () => {
  const { db, close } = await openTestDatabase()
  await requireSecret(db, createSealer(first))
  const apiKey = createSealer(first).seal('key', secretOf('platform', 'api-key'))
  await db
    .insertInto('stores')
    .values({ merchantId: null, serverUrl: 'http://x.test', tag: 'platform', apiKey })
    .execute()
  await requireSecret(db, createSealer(first))
  await requireSecret(db, createSealer(second, first))
  await expect(requireSecret(db, createSealer(second))).rejects.toThrow('APP_SECRET is not the one')
  await close()
})
