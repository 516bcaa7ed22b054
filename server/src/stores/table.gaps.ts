import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

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
