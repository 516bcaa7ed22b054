import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { mostHooksRead, openSeconds } from './table.sync.ts'
import type { Store } from './table.ts'

export type Hook = {
  storeRef: number
  deliveryId: string | undefined
  type: string | undefined
  invoiceId: string | undefined
  sentAt: Date | undefined
  body: Buffer
}

/** Unprocessed webhooks, and the invoices that they name. */
export type WebhookHints = { hookIds: bigint[]; invoiceIds: string[] }

/** More waiting webhooks than this say nothing that a sync would not find anyway. */
const mostWaiting = 10_000
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

/**
 * A store and what its unprocessed webhooks name, in one query. Before its first sync after a restore, also since when
 * the store's server may have created what we don't know, by its clock.
 */
export const findStoreToSync = async (
  db: Db,
  id: number,
): Promise<{ store: Store; hints: WebhookHints; forgottenSince: Date | null } | undefined> => {
  type Row = Store & { hooks: { id: string; invoiceId: string | null }[]; forgottenSince: Date | null }
  const { rows } = await sql<Row>`
    select s.*, (
      select min(r.backup_at - p.clock_offset) from restores r, platform p
      where r.restored_at > coalesce(s.synced_at, s.created_at)
    ) as forgotten_since, (
      select coalesce(json_agg(json_build_object('id', h.id::text, 'invoiceId', h.invoice_id)), '[]') from (
        select id, invoice_id from engine_hooks where store_ref = s.id and handled_at is null
        order by id limit ${mostHooksRead}) h
    ) as hooks
    from stores s where s.id = ${id}`.execute(db)
  if (!rows[0]) return undefined
  const { hooks, forgottenSince, ...store } = rows[0]
  const named = hooks.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId]))
  return {
    store,
    forgottenSince,
    hints: { hookIds: hooks.map((hook) => BigInt(hook.id)), invoiceIds: [...new Set(named)] },
  }
}

export const pruneHooks = (db: Db) =>
  sql`delete from engine_hooks where handled_at < now() - interval '30 days'`.execute(db)
