import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'
import type { Store } from './table.ts'

export const findMerchantsWithoutStore = async (db: Db, most: number) => {
  const { rows } = await sql<{ id: number; storeName: string }>`
    select m.id, m.store_name from merchants m left join stores s on s.merchant_id = m.id
    where m.is_active and (s.id is null or s.status = 'provisioning')
      and not ${isWaiting('provision-stores', sql`'merchant ' || m.id`)}
    order by m.id limit ${most}`.execute(db)
  return rows
}

/** Stores whose webhook has another address than ours. */
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

export type StoreBusiness = { sends: boolean; unsettledSends: boolean; invoices: boolean; payments: boolean }

/** What is still open in a store: sends that are not deep yet, open invoices, unconfirmed payments. */
export const findStoreBusiness = async (tx: Tx, storeRef: number, merchantId: number): Promise<StoreBusiness> => {
  const { rows } = await sql<StoreBusiness>`
    select exists (select from sends where store_ref = ${storeRef} and final_at is null
        and status in ('requested', 'signed', 'broadcast')) as sends,
      exists (select from sends where store_ref = ${storeRef} and final_at is null) as unsettled_sends,
      exists (select from invoices where merchant_id = ${merchantId} and status in ('creating', 'new', 'processing')) as invoices,
      exists (select from transactions where merchant_id = ${merchantId} and method = 'on-chain' and not final
        and status = 'pending') as payments`.execute(tx)
  return rows[0] ?? { sends: true, unsettledSends: true, invoices: true, payments: true }
}

/** Whether a merchant's store is on another server than the platform's own store: nothing that it reports is proof. */
export const hasOwnServer = async (db: Db, merchantId: number): Promise<boolean> => {
  const { rows } = await sql<{ own: boolean }>`select has_own_server(${merchantId}) as own`.execute(db)
  return rows[0]?.own ?? true
}

/** Whether an address of a store was created for a loop-out or for one of its own sends. */
export const isAddressReserved = async (
  db: Db,
  { id, merchantId }: Pick<Store, 'id' | 'merchantId'>,
  address: string,
) => {
  const { rows } = await sql`
    (select from lightning_loop_out_requests where merchant_id = ${merchantId} and on_chain_address = ${address} limit 1)
    union all (select from loop_out_addresses where merchant_id = ${merchantId} and address = ${address} limit 1)
    union all (select from sends where store_ref = ${id} and address = ${address} limit 1)`.execute(db)
  return rows.length > 0
}
