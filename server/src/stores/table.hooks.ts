import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Tx } from '../platform/db/transaction.ts'
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
    ${planKept} with store as (select waiting_hooks < ${mostWaiting} as has_room from stores where id = ${hook.storeRef} for update),
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
    ${planKept} select s.*, (
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

/** Whether a webhook about this invoice has arrived. */
export const findHookOfInvoice = async (db: Db, storeRef: number, invoiceId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from engine_hooks where store_ref = ${storeRef} and invoice_id = ${invoiceId} limit 1`.execute(db)
  return rows.length > 0
}

export const pruneHooks = (db: Db) =>
  sql`delete from engine_hooks where handled_at < now() - interval '30 days'`.execute(db)

/** Why webhooks of a server may be missing: it could not be reached, they came late, or a sync found what none named. */
export type GapReason = 'unreachable' | 'late' | 'missing'

/** A webhook that takes longer than this is late, or lost. */
export const lateSeconds = 60

/** Saves that webhooks of a server may be missing. Its stores are then read sooner than planned. */
export const recordGap = async (db: Db | Tx, serverUrl: string, reason: GapReason) => {
  await sql`
    insert into webhook_gaps as g (server_url, reason) values (${serverUrl}, ${reason})
    on conflict (server_url) do update set reason = excluded.reason, seen_at = excluded.seen_at
    -- Many signs at once say the same.
    where g.seen_at < app_now() - interval '5 seconds'`.execute(db)
}

/** The same for an engine that could not be reached. */
export const recordGapOfEngine = async (db: Db, engineId: number) => {
  const engine = await db.selectFrom('engines').select('url').where('id', '=', engineId).executeTakeFirst()
  if (engine) await recordGap(db, engine.url, 'unreachable')
}

/** Saves that a sync found a payment, unless a webhook has named its invoice a moment ago. */
export const saveUnannounced = async (tx: Tx, storeRef: number, invoiceId: string) => {
  await sql`
    insert into unannounced_payments (store_ref, invoice_id)
    select ${storeRef}, ${invoiceId}
    where not exists (select from engine_hooks where store_ref = ${storeRef} and invoice_id = ${invoiceId}
      and received_at > now() - interval '10 minutes')
    on conflict do nothing`.execute(tx)
}

/** The demo's history is made without webhooks. None of its payments is missing one. */
export const forgetUnannounced = (db: Db) => db.deleteFrom('unannouncedPayments').execute()

/** When the next payment counts as not announced, or now while there is a gap. */
export const gapsDueAt = sql`least(
  (select min(found_at) + make_interval(secs => ${sql.lit(lateSeconds)}) from unannounced_payments),
  (select app_now() from webhook_gaps limit 1))`

/** Takes the payments that no webhook has named in time. Returns the servers of their stores. */
export const takeMissed = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ serverUrl: string }>`
    with missed as (
      delete from unannounced_payments where found_at < app_now() - make_interval(secs => ${lateSeconds}) returning store_ref
    )
    select distinct s.server_url from missed m join stores s on s.id = m.store_ref`.execute(tx)
  return rows.map(({ serverUrl }) => serverUrl)
}

/** Servers with a gap that can be reached now. */
export const listGaps = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ serverUrl: string }>`
    select g.server_url from webhook_gaps g
    where not exists (select from engines e where e.url = g.server_url and not e.reachable)
    order by g.server_url`.execute(tx)
  return rows.map(({ serverUrl }) => serverUrl)
}

/** A server that was silent gets its stores back in a stream of about this many, not all at once. */
const storesPerSecond = 10
const shortestSeconds = 60
const longestSeconds = 3600
const atOnce = 2000

/**
 * Makes stores that were not read since the gap due sooner, spread over a while, some at a time. Returns whether there
 * are more.
 */
export const shortenPauses = async (tx: Tx, serverUrl: string): Promise<boolean> => {
  const { rows } = await sql`
    with spread as (
      select make_interval(secs => least(${longestSeconds}, greatest(${shortestSeconds}, count(*) / ${storesPerSecond}))) as length
      from stores where status = 'ready' and server_url = ${serverUrl}
    ), behind as materialized (
      select s.id from stores s, spread w
      where s.status = 'ready' and s.server_url = ${serverUrl} and s.sync_due_at > app_now() + w.length
        and s.synced_at < (select seen_at from webhook_gaps where server_url = ${serverUrl})
      limit ${atOnce} for update of s skip locked
    )
    update stores s set sync_due_at = app_now() + w.length * random()
    from behind b, spread w where s.id = b.id returning 1`.execute(tx)
  return rows.length === atOnce
}

/** Ends gaps whose stores have all been read since. A store that fails by itself is not waited for. */
export const endGaps = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql`
    delete from webhook_gaps g
    where g.seen_at < app_now() - make_interval(secs => ${lateSeconds})
      and not exists (select from stores s where s.status = 'ready' and s.server_url = g.server_url
        and s.synced_at < g.seen_at and s.sync_failures < 6)
    returning 1`.execute(tx)
  return rows.length > 0
}
