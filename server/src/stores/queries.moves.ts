import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'
import type { StoreUses } from './store-use.ts'

/** Stores that merchants are about to get, on the engine of a lane. */
export const findNextStores = async (db: Db, lane: string, most: number) => {
  const { rows } = await sql<{ id: number; merchantId: number; storeName: string }>`${planKept}
    select s.id, s.merchant_id, m.store_name from stores s join merchants m on m.id = s.merchant_id
    where s.standing = 'next' and s.status <> 'left' and store_lane(s) = ${lane}
      and not ${isWaiting('provision-stores', sql`'move ' || s.id`)}
    order by s.id limit ${most}`.execute(db)
  return rows
}

export type MoveTarget = { id: number; url: string; isFull: boolean; isInUse: boolean }

/**
 * The engine with this name, whether it is full, and whether the merchant already has a store there. Those who choose an
 * engine wait for each other, so that none gets more merchants than its capacity.
 */
export const findMoveTarget = async (tx: Tx, merchantId: number, name: string): Promise<MoveTarget | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtext('engine room'))`.execute(tx)
  const { rows } = await sql<MoveTarget>`
    select e.id, e.url, e.capacity is not null and e.capacity <= (
        select count(*) from stores s where s.engine_id = e.id and s.merchant_id is not null and s.status <> 'left') as is_full,
      exists (select from stores s where s.engine_id = e.id and s.merchant_id = ${merchantId} and s.status <> 'left') as is_in_use
    from engines e where e.name = ${name}`.execute(tx)
  return rows[0]
}

/** What must end before the store in use can be replaced: its coins or the Lightning balance are on their way out. */
export const findOpenBusiness = async (
  tx: Tx,
  { sends, loopOuts }: StoreUses,
  storeRef: number,
  merchantId: number,
): Promise<'send' | 'loop-out' | undefined> => {
  const { rows } = await sql<{ send: boolean; loopOut: boolean }>`
    select ${sends.isLeavingMerchant(storeRef, merchantId)} as send,
      ${loopOuts.isOpen(merchantId)} as loop_out`.execute(tx)
  const [open] = rows
  if (open?.loopOut) return 'loop-out'
  return open?.send ? 'send' : undefined
}

/** Whether a merchant has a store beside the one in use: one that it is about to get, or one that is still watched. */
export const isMoving = async (tx: Tx, merchantId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from stores where merchant_id = ${merchantId} and standing <> 'current' and status <> 'left' limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

export const getOwner = (tx: Tx, merchantId: number) =>
  tx.selectFrom('merchants').select(['email', 'storeName']).where('id', '=', merchantId).executeTakeFirstOrThrow()

/** Less than this can't be sent for a sensible fee. */
const mostDustSats = 1000

/**
 * Former stores in which nothing can happen anymore: a recent sync found the wallet empty, nothing is on its way, every
 * invoice ended a week ago, and no address in it is for good. A server that doesn't respond proves nothing.
 */
export const findDoneStores = async (db: Db | Tx, { sends, depositAddresses, invoices }: StoreUses, only?: number) => {
  const { rows } = await sql<{ id: number; merchantId: number; engine: string }>`
    select s.id, s.merchant_id, e.name as engine from stores s join engines e on e.id = s.engine_id
      cross join lateral (select case when s.replaces is not null then s.id end as at_store) r
    where s.standing = 'former' and s.status = 'ready' and (${only ?? null}::int is null or s.id = ${only ?? null})
      and s.former_since < app_now() - interval '1 hour'
      and s.synced_at > s.former_since and s.synced_at > app_now() - interval '7 hours'
      and s.sync_failures = 0 and s.history_skip is null and s.waiting_hooks = 0
      and s.balance_sats <= ${mostDustSats} and s.spendable_sats <= ${mostDustSats}
      ${noneOf(sends.inFormer)}
      and not exists (select from transactions t where t.merchant_id = s.merchant_id and not t.final
        and t.method = 'on-chain' and t.status <> 'failed' and t.at_store is not distinct from r.at_store)
      ${noneOf([...depositAddresses.inFormer, ...invoices.inFormer])}
    order by s.id`.execute(db)
  return rows
}

const noneOf = (conditions: readonly RawBuilder<boolean>[]) =>
  sql.join(
    conditions.map((condition) => sql`and not ${condition}`),
    sql` `,
  )
