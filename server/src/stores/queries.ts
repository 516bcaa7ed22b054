import { type RawBuilder, sql } from 'kysely'
import { findBalance } from '../ledger/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'
import type { StoreUses } from './store-use.ts'
import type { Store } from './table.ts'

/** Now if the platform or a merchant has no store, a merchant is about to get another one, or a store has no webhook. */
export const provisioningDueAt = sql`least(
  (select app_now() where not exists (select from stores where merchant_id is null and status = 'ready')),
  (select app_now() from merchants where is_active and btcpay_api_key is null order by id limit 1),
  (select app_now() from stores where standing = 'next' order by merchant_id limit 1),
  (select app_now() from stores where status = 'ready' and webhook_base(webhook_url, store_id) is null
    order by webhook_base(webhook_url, store_id) limit 1))`

/** A merchant has the key of its store as soon as the store is ready. */
export const findMerchantsWithoutStore = async (db: Db, most: number) => {
  const { rows } = await sql<{ id: number; storeName: string }>`${planKept}
    select m.id, m.store_name from merchants m
    where m.is_active and m.btcpay_api_key is null
      and not ${isWaiting('provision-stores', sql`'merchant ' || m.id`)}
    order by m.id limit ${most}`.execute(db)
  return rows
}

/** Stores whose webhook has another address than ours. They are at both ends of an index and between its nulls. */
export const findStoresWithOtherHook = async (db: Db, base: string, most: number, lane: string): Promise<Store[]> => {
  const select = (where: RawBuilder<unknown>) => sql`
    (select * from stores where status = 'ready' and ${webhookBase} ${where} and store_lane(stores) = ${lane}
      and not ${isWaiting('provision-stores', sql`'webhook of store ' || stores.id`)}
    order by ${webhookBase} limit ${most})`
  const parts = [sql`is null`, sql`< ${base}`, sql`> ${base}`].map(select)
  const { rows } = await sql<Store>`${planKept} ${sql.join(parts, sql` union all `)} limit ${most}`.execute(db)
  return rows
}

const webhookBase = sql`webhook_base(webhook_url, store_id)`

/** A store on one of the operator's servers through which the server can be asked: the platform's own if it is there. */
export const findStoreOfEngine = (db: Db, engineId: number): Promise<Store | undefined> =>
  db
    .selectFrom('stores')
    .selectAll()
    .where('engineId', '=', engineId)
    .where('status', '=', 'ready')
    .orderBy(sql`merchant_id is not null`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export type StoreBusiness = { sends: boolean; unsettledSends: boolean; invoices: boolean; payments: boolean }

/** What is still open in a store: sends that are not deep yet, open invoices, unconfirmed payments. */
export const findStoreBusiness = async (
  tx: Tx,
  { sends, invoices }: StoreUses,
  storeRef: number,
  merchantId: number,
): Promise<StoreBusiness> => {
  const { rows } = await sql<StoreBusiness>`
    select ${sends.isLeaving(storeRef)} as sends,
      ${sends.isUnsettled(storeRef)} as unsettled_sends,
      ${invoices.isOpen(merchantId)} as invoices,
      exists (select from transactions where merchant_id = ${merchantId} and method = 'on-chain' and not final
        and status = 'pending') as payments`.execute(tx)
  return rows[0] ?? { sends: true, unsettledSends: true, invoices: true, payments: true }
}

/**
 * The store whose wallet a merchant's fees are collected from: the one with the most coins, which may be one that the
 * merchant is leaving. Nothing can be collected from a wallet that only the merchant has the keys of.
 */
export const payingStore = (merchantId: RawBuilder<unknown>) => sql<Store>`
  select * from stores where merchant_id = ${merchantId} and status = 'ready' and standing <> 'next' and own_wallet is null
  order by spendable_sats desc, id limit 1`

export const findPayingStore = async (db: Db, merchantId: number): Promise<Store | undefined> =>
  (await payingStore(sql`${merchantId}`).execute(db)).rows[0]

/** The coins in all of a merchant's wallets, from which fees can be collected. Null without a wallet. */
export const spendableOf = (merchantId: RawBuilder<unknown>) => sql`
  select sum(case when own_wallet is null then spendable_sats else 0 end)::bigint as spendable_sats from stores where merchant_id = ${merchantId} and standing <> 'next'`

/**
 * The ID of a merchant's store for programs that speak BTCPay's API. It stays the first one after a move, so that nothing
 * has to be set up again, and the IDs of later stores are accepted too. Undefined for an ID of somebody else.
 */
export const findProgramStoreId = async (db: Db, merchantId: number, named?: string): Promise<string | undefined> => {
  const { rows } = await sql<{ storeId: string | null }>`
    select store_id from stores where merchant_id = ${merchantId} and standing <> 'next'
      and ${named === undefined ? sql`replaces is null` : sql`store_id = ${named}`} limit 1`.execute(db)
  return rows[0]?.storeId ?? (named === undefined ? '' : undefined)
}

/** Whether a merchant's store is on none of the platform's own servers: nothing that it reports is proof. */
export const hasOwnServer = async (db: Db, merchantId: number): Promise<boolean> => {
  const { rows } = await sql<{ own: boolean }>`select has_own_server(${merchantId}) as own`.execute(db)
  return rows[0]?.own ?? true
}

export type LightningBalance = { engineId: number; sats: bigint }

/**
 * The Lightning balance that a merchant can move now, and the engine whose node holds it. A merchant that was moved may
 * have a balance on several nodes. Each is paid from its own node, so the largest comes first.
 */
export const findLightningBalance = async (db: Db, merchantId: number): Promise<LightningBalance> => {
  const total = await findBalance(db, { kind: 'merchant', id: merchantId }, 'lightning')
  const { rows } = await sql<LightningBalance>`
    select e.id as engine_id, lightning_at(${merchantId}, e.id) as sats from engines e
    where exists (select from stores where merchant_id = ${merchantId} and standing = 'former')
    order by sats desc, e.id limit 1`.execute(db)
  const [largest] = rows
  if (largest) return { engineId: largest.engineId, sats: largest.sats < total ? largest.sats : total }
  const { rows: holders } = await sql<{ id: number }>`select balance_engine(${merchantId}) as id`.execute(db)
  if (!holders[0]) throw new Error(`merchant ${merchantId} has no engine`)
  return { engineId: holders[0].id, sats: total }
}

/**
 * What keeps a merchant from changing to a store at another of our engines: a Lightning balance at the present one's
 * node, or a Lightning invoice that can still be paid there. Moving to a merchant's own server leaves the balance with us.
 */
export const findLightningLeft = async (
  tx: Tx,
  { invoices }: StoreUses,
  merchantId: number,
  serverUrl: string,
): Promise<'balance' | 'invoices' | undefined> => {
  const { rows } = await sql<{ left: 'balance' | 'invoices' | null }>`
    select case
      when exists (select from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = ${merchantId} and a.kind in ('lightning', 'loop-out-hold')
          and b.balance_sats <> 0) then 'balance'
      when ${invoices.isLightningLeft(merchantId)} then 'invoices'
      end as left
    from engines e where e.url = ${serverUrl} and e.id <> balance_engine(${merchantId})`.execute(tx)
  return rows[0]?.left ?? undefined
}

/** Whether an address of a store was created for a loop-out or for one of its own sends. */
export const isAddressReserved = async (
  db: Db,
  { loopOuts, sends }: StoreUses,
  { id, merchantId }: Pick<Store, 'id' | 'merchantId'>,
  address: string,
) => {
  const { rows } = await sql`
    ${loopOuts.toAddress(merchantId, address)}
    union all (${sends.toAddress(id, address)} limit 1)`.execute(db)
  return rows.length > 0
}

/** Whether a Lightning payment to an earlier invoice of this merchant may still arrive. */
export const hasOpenPaymentHashes = async (tx: Tx, { invoices }: StoreUses, merchantId: number): Promise<boolean> => {
  const { rows } = await sql`${invoices.awaitingLightning(merchantId)} limit 1`.execute(tx)
  return rows.length > 0
}

/** How rows name a store of which only the ID is known, as part of a statement. */
export const atStoreOfRef = (storeRef: number) =>
  sql<number | null>`(select id from stores where id = ${storeRef} and replaces is not null)`
