import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/connect.ts'
import { secretOf } from './table.ts'

const sample = 100

type Sealed = { tag: string; apiKey: string | null }

/**
 * With another secret a server could unseal nothing, and would seal what nobody else can unseal.
 */
export const requireSecret = async (db: Db, sealer: Sealer) => {
  const stores = await db
    .selectFrom('stores')
    .select(['tag', 'apiKey'])
    .where('apiKey', 'is not', null)
    .orderBy('id')
    .limit(sample)
    .execute()
  requireUnsealed(stores, sealer)
}

/** One store with a damaged key does not stop the others. */
export const requireUnsealed = (stores: readonly Sealed[], sealer: Sealer) => {
  const opens = ({ tag, apiKey }: Sealed) => {
    try {
      sealer.open(apiKey ?? '', secretOf(tag, 'api-key'))
      return true
    } catch {
      return false
    }
  }
  const sealed = stores.filter(({ apiKey }) => apiKey !== null)
  if (sealed.length > 0 && !sealed.some(opens))
    throw new Error(
      'APP_SECRET doesn’t match this database. Set the secret that encrypted it as APP_SECRET or APP_SECRET_PREVIOUS.',
    )
}
