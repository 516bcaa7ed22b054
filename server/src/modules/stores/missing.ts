import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Store } from './store.ts'

export const findMerchantsWithoutStore = async (db: Db, most: number) => {
  const { rows } = await sql<{ id: number; storeName: string }>`
    select m.id, m.store_name from merchants m left join stores s on s.merchant_id = m.id
    where m.is_active and (s.id is null or s.status = 'provisioning') order by m.id limit ${most}`.execute(db)
  return rows
}

/** Stores whose webhook does not lead here. */
export const findStoresWithOtherHook = (db: Db, prefix: string, most: number): Promise<Store[]> =>
  db
    .selectFrom('stores')
    .selectAll()
    .where('status', '=', 'ready')
    .where(sql<boolean>`webhook_url is distinct from ${prefix} || store_id`)
    .orderBy('id')
    .limit(most)
    .execute()
