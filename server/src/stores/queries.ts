import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'
import type { Store } from './store.ts'

export const findMerchantsWithoutStore = async (db: Db, most: number) => {
  const { rows } = await sql<{ id: number; storeName: string }>`
    select m.id, m.store_name from merchants m left join stores s on s.merchant_id = m.id
    where m.is_active and (s.id is null or s.status = 'provisioning')
      and not ${isWaiting('provision-stores', sql`'merchant ' || m.id`)}
    order by m.id limit ${most}`.execute(db)
  return rows
}

/** Stores whose webhook does not lead here. */
export const findStoresWithOtherHook = (db: Db, prefix: string, most: number, lane: string): Promise<Store[]> =>
  db
    .selectFrom('stores')
    .selectAll()
    .where('status', '=', 'ready')
    .where(sql<boolean>`webhook_url is distinct from ${prefix} || store_id`)
    .where(sql<boolean>`store_lane(stores) = ${lane}`)
    .where((where) => where.not(isWaiting('provision-stores', sql`'webhook of store ' || stores.id`)))
    .orderBy('id')
    .limit(most)
    .execute()
