import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { openSeconds } from './table.sync.ts'

export type Hook = {
  storeRef: number
  deliveryId: string | undefined
  type: string | undefined
  invoiceId: string | undefined
  sentAt: Date | undefined
  body: Buffer
}

/** More waiting webhooks than this say nothing that a sync would not find anyway. */
const mostWaiting = 10_000
/** This many processed webhooks are kept for the operator. */
const mostHandled = 100
/** Only the beginning of a body is ever read. */
const mostKeptBytes = 4096

/**
 * Saves a webhook and marks its store due, in one statement. Without room the webhook is only counted: the sync reads
 * everything itself. The store is locked, so that its counter is right for any number of deliveries at once. Returns
 * whether it is the first with its ID, and how old it is.
 */
export const saveHook = async (db: Db, hook: Hook): Promise<{ isNew: boolean; ageSeconds: number }> => {
  const { rows } = await sql<{ isNew: boolean; ageSeconds: number }>`
    with store as (select waiting_hooks < ${mostWaiting} as has_room from stores where id = ${hook.storeRef} for update),
    inserted as (
      insert into engine_hooks (store_ref, delivery_id, type, invoice_id, sent_at, body)
      select ${hook.storeRef}::int, ${nameOf(hook.deliveryId)}, ${nameOf(hook.type)}, ${nameOf(hook.invoiceId)},
        ${hook.sentAt ?? null}::timestamptz, ${hook.body.subarray(0, mostKeptBytes)}::bytea
      from store where has_room
      -- One row for each delivery, however often it is sent.
      on conflict (store_ref, delivery_id) where delivery_id is not null do nothing
      returning 1
    ), announced as (
      delete from unannounced_payments where store_ref = ${hook.storeRef} and invoice_id = ${nameOf(hook.invoiceId)}
    )
    update stores set sync_due_at = app_now(), sync_pause_seconds = least(sync_pause_seconds, ${openSeconds}), waiting_hooks = waiting_hooks + (select count(*) from inserted)::int,
      dropped_hooks = dropped_hooks + (select count(*) from store where not has_room)
    where id = ${hook.storeRef}
    returning exists (select from inserted) as is_new,
      coalesce(extract(epoch from app_now() - ${hook.sentAt ?? null}::timestamptz), 0)::float8 as age_seconds`.execute(
    db,
  )
  return rows[0] ?? { isNew: false, ageSeconds: 0 }
}

/** BTCPay's names are short and printable. Everything else is ignored. */
const nameOf = (text: string | undefined) => (text !== undefined && /^[\x21-\x7e]{1,100}$/.test(text) ? text : null)

/** The invoices that unprocessed webhooks name. */
export const findWebhookHints = async (db: Db, storeRef: number) => {
  const hooks = await db
    .selectFrom('engineHooks')
    .select(['id', 'invoiceId'])
    .where('storeRef', '=', storeRef)
    .where('handledAt', 'is', null)
    .orderBy('id')
    .limit(1000)
    .execute()
  return {
    hookIds: hooks.map(({ id }) => id),
    invoiceIds: [...new Set(hooks.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId])))],
  }
}

/** Marks webhooks as processed and deletes all processed ones but the newest. */
export const markHandled = async (tx: Tx, storeRef: number, hookIds: readonly bigint[]) => {
  if (hookIds.length === 0) return
  await sql`
    with handled as (
      update engine_hooks set handled_at = now() where id = any(${[...hookIds]}::bigint[]) and handled_at is null returning 1
    )
    update stores set waiting_hooks = greatest(waiting_hooks - (select count(*) from handled), 0)
    where id = ${storeRef}`.execute(tx)
  await sql`
    delete from engine_hooks where store_ref = ${storeRef} and handled_at is not null and id <= (
      select id from engine_hooks where store_ref = ${storeRef} and handled_at is not null
      order by id desc offset ${mostHandled} limit 1)`.execute(tx)
}

export const hasUnhandledHooks = async (tx: Tx, storeRef: number) => {
  const { rows } =
    await sql`select 1 from engine_hooks where store_ref = ${storeRef} and handled_at is null limit 1`.execute(tx)
  return rows.length > 0
}

export const pruneHooks = (db: Db) =>
  sql`delete from engine_hooks where handled_at < now() - interval '30 days'`.execute(db)
