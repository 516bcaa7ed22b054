import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import { secretOf } from './store.ts'

/** With another secret a server could open nothing that is there, and would seal what nobody else can open. */
export const requireSecret = async (db: Db, sealer: Sealer) => {
  const stores = await db.selectFrom('stores').select(['tag', 'apiKey']).where('apiKey', 'is not', null).execute()
  for (const { tag, apiKey } of stores) {
    try {
      sealer.open(apiKey ?? '', secretOf(tag, 'api-key'))
    } catch {
      throw new Error(
        'APP_SECRET is not the one with which this database was sealed: set that one, here or as APP_SECRET_PREVIOUS.',
      )
    }
  }
}
