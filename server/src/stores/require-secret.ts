import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/connect.ts'
import { secretOf } from './table.ts'

const sample = 100

/**
 * With another secret a server could unseal nothing, and would seal what nobody else can unseal. One store with a
 * damaged key does not stop the others.
 */
export const requireSecret = async (db: Db, sealer: Sealer) => {
  const stores = await db
    .selectFrom('stores')
    .select(['tag', 'apiKey'])
    .where('apiKey', 'is not', null)
    .orderBy('id')
    .limit(sample)
    .execute()
  const opens = ({ tag, apiKey }: (typeof stores)[number]) => {
    try {
      sealer.open(apiKey ?? '', secretOf(tag, 'api-key'))
      return true
    } catch {
      return false
    }
  }
  if (stores.length > 0 && !stores.some(opens))
    throw new Error(
      'APP_SECRET doesn’t match this database. Set the secret that encrypted it as APP_SECRET or APP_SECRET_PREVIOUS.',
    )
}
