import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** While a store is being synced, nobody else syncs it. If we die, it is due again after this. A sync takes less. */
const readingLimit = '25 seconds'

/**
 * What happens in a store, which decides when it is read again: something moves, a payment may arrive at any time, a
 * payment gets deeper, or nothing.
 */
export type Activity = 'busy' | 'open' | 'settling' | 'quiet'

/** Something that no webhook announced must be found within 60 seconds, including the time of the sync. */
const busySeconds = 10
export const openSeconds = 50
/** The first pause after the last activity also keeps to those 60 seconds. Each further one is twice as long. */
const firstQuietSeconds = 55
const settlingSeconds = 600
const failedQuietSeconds = 900
/** While somebody looks at the wallet, it is not older than this. */
const visitSeconds = 10

/** How long a store rests for each new transaction that it sent, so that no store can fill our tables at will. */
const restPerRowMs = 50
/** This many at once cost no rest: a shop's busy minutes are not an attack. */
const rowsWithoutRest = 100
const longestRest = '15 minutes'

/** A sync looks at this many webhooks. Further ones need another sync. */
export const mostHooksRead = 1000
/** This many processed webhooks are kept for the operator. */
const mostHandled = 100

/**
 * Which stores wait for each other: those on the same engine (`platform` is the main one), those on merchants' own
 * servers, and of these those whose last syncs failed or took too long.
 */
export type Lane = 'platform' | `engine ${number}` | 'own-server' | 'slow'

/** When the next store is due. */
export const storesDueAt = sql`least(
  (select min(sync_due_at) from stores where status = 'ready' and sync_pause_seconds <= ${sql.lit(openSeconds)}),
  (select min(sync_due_at) from stores where status = 'ready' and sync_pause_seconds > ${sql.lit(openSeconds)}))`

/**
 * Claims stores of a lane that are due to be synced. Quiet ones get what the others leave, so that any number of them
 * delays no payment. One statement needs no transaction: it waits for no lock, and most claims find nothing.
 */
export const claimDueStores = async (db: Db | Tx, lane: Lane, most: number): Promise<{ id: number }[]> => {
  // By the database's clock, which knows microseconds: `tx.now` would miss what became due in this millisecond.
  const isDue = sql`status = 'ready' and sync_due_at <= app_now() and coalesce(sync_not_before, '-infinity') <= app_now()
    and store_lane(stores) = ${lane}`
  const { rows } = await sql<{ id: number }>`
    ${planKept} with open as materialized (
      select id from stores where sync_pause_seconds <= ${sql.lit(openSeconds)} and ${isDue}
      order by sync_due_at limit ${most} for update skip locked
    ), quiet as materialized (
      select id from stores where sync_pause_seconds > ${sql.lit(openSeconds)} and ${isDue}
      order by sync_due_at limit ${most} - (select count(*) from open) for update skip locked
    )
    update stores set sync_due_at = app_now() + ${sql.lit(readingLimit)}::interval
    where id in (select id from open union all select id from quiet)
    returning id`.execute(db)
  return rows
}

/** Something happened in the store: sync it now instead of at its next time, and often for a while. */
export const markSyncDue = (db: Db | Tx, storeRef: number) =>
  db
    .updateTable('stores')
    .set({ syncDueAt: sql<Date>`app_now()`, syncPauseSeconds: sql<number>`least(sync_pause_seconds, ${openSeconds})` })
    .where('id', '=', storeRef)
    .execute()

/** Somebody looks at the wallet: sync it now, unless that was done a moment ago. */
export const markSyncDueIfOld = async (db: Db, merchantId: number): Promise<boolean> => {
  const { rows } = await sql`
    update stores set sync_due_at = app_now(), sync_pause_seconds = least(sync_pause_seconds, ${openSeconds})
    where merchant_id = ${merchantId} and status = 'ready'
      and synced_at < app_now() - make_interval(secs => ${visitSeconds})
      -- A claimed store is being synced, and one that failed has its own times.
      and sync_due_at > app_now() + ${sql.lit(readingLimit)}::interval and sync_failures = 0
    returning 1`.execute(db)
  return rows.length > 0
}

export type Synced = {
  merchantId: number | null
  balanceSats: bigint
  activity: Activity | RawBuilder<Activity>
  /** The longest pause for a quiet store. */
  quietSeconds: number
  /** The webhooks that the sync has read. */
  hookIds: readonly bigint[]
  newRows?: number
  isSlow?: boolean
  /** Whether the transactions of the wallet differed from what was saved. */
  isWalletNew?: boolean
  /** Whether coins and balance were read too. */
  areFundsRead?: boolean
  /** What an operator should know although the sync worked. */
  note?: string | undefined
}

/**
 * Saves that a store was synced and when it is due again, in one statement. Webhooks that arrived meanwhile and report
 * something new make it due at once.
 */
export const saveSynced = async (tx: Tx, storeRef: number, mirror: Synced) => {
  const { merchantId, balanceSats, activity, quietSeconds, hookIds, newRows = 0, isSlow = false, note } = mirror
  const { isWalletNew = false, areFundsRead = false } = mirror
  const restSeconds = (newRows * restPerRowMs) / 1000
  const creditSeconds = (rowsWithoutRest * restPerRowMs) / 1000
  await sql`
    with now_known as materialized (
      select h.handled, h.has_others, ${activity}::text as activity
      from handle_hooks(${storeRef}, ${merchantId}, ${[...hookIds]}::bigint[], ${mostHooksRead}, ${mostHandled}) h
    ), next as materialized (
      select k.*, case k.activity when 'busy' then ${busySeconds}::int when 'open' then ${openSeconds}::int
        else least(case k.activity when 'settling' then ${Math.min(settlingSeconds, quietSeconds)}::int else ${quietSeconds}::int end,
          case when s.sync_pause_seconds <= ${openSeconds} then ${firstQuietSeconds} else s.sync_pause_seconds * 2 end) end as pause
      from now_known k, stores s where s.id = ${storeRef}
    )
    update stores set balance_sats = ${balanceSats}, synced_at = ${tx.now}, sync_error = ${note?.slice(0, 500) ?? null},
      sync_failures = case when ${isSlow} then least(sync_failures + 2, 12) else greatest(sync_failures - 1, 0) end,
      -- A time in the past is credit that the store has left. It grows back while the store sends little.
      sync_not_before = least(app_now() + ${sql.lit(longestRest)}::interval,
        greatest(coalesce(sync_not_before, '-infinity'), app_now() - make_interval(secs => ${creditSeconds}::numeric))
          + make_interval(secs => ${restSeconds}::numeric)),
      wallet_changed_at = case when ${isWalletNew} then ${tx.now} else wallet_changed_at end,
      funds_read_at = case when ${areFundsRead} then ${tx.now} else funds_read_at end,
      sync_pause_seconds = next.pause,
      -- Quiet stores that were read together don't stay together, and none waits longer than its pause.
      sync_due_at = case when next.has_others then ${tx.now} else app_now() + make_interval(secs => next.pause
        * case when next.pause > ${firstQuietSeconds} then 0.87 + 0.1 * random() else 1 end) end,
      waiting_hooks = greatest(waiting_hooks - next.handled, 0)
    from next where id = ${storeRef}`.execute(tx)
}

/** Has coins and balance read by the next sync, also if its transactions are known. */
export const forgetFunds = (tx: Tx, storeRef: number) =>
  tx.updateTable('stores').set({ fundsReadAt: null }).where('id', '=', storeRef).execute()

/** Saves how far the history has been read, if that differs from what the locked store says. */
export const saveHistoryProgress = async (
  tx: Tx,
  storeRef: number,
  before: { historySkip: number | null; historyComplete: boolean },
  progress: { skip: number | null; isComplete: boolean },
) => {
  if (before.historySkip === progress.skip && before.historyComplete === progress.isComplete) return
  await tx
    .updateTable('stores')
    .set({ historySkip: progress.skip, historyComplete: progress.isComplete })
    .where('id', '=', storeRef)
    .execute()
}

/** Transactions that wait for a coin or a label to explain them, and since when. */
export type Waiting = Map<string, Date>

/** What was forgotten here has been saved or has vanished. */
const longestWait = 3_600_000

export const toWaiting = (tx: Tx, { waitingTransactions }: { waitingTransactions: unknown }): Waiting => {
  const since = Object.entries(waitingTransactions as Record<string, string>)
  const waiting = since.map(([txid, at]) => [txid, new Date(at)] as const)
  return new Map(waiting.filter(([, at]) => tx.now.getTime() - at.getTime() < longestWait))
}

/** Saves which transactions wait, if that differs from what the locked store says. */
export const saveWaiting = async (
  tx: Tx,
  storeRef: number,
  before: { waitingTransactions: unknown },
  waiting: Waiting,
) => {
  const listed = Object.fromEntries([...waiting].map(([txid, at]) => [txid, at.toISOString()]))
  const known = Object.keys(before.waitingTransactions as object)
  if (known.length === waiting.size && known.every((txid) => waiting.has(txid))) return
  await tx
    .updateTable('stores')
    .set({ waitingTransactions: JSON.stringify(listed) })
    .where('id', '=', storeRef)
    .execute()
}

/** A node that cannot be read now keeps its last figure. */
export const saveNodeBalance = (tx: Tx, storeRef: number, nodeSats: bigint) =>
  tx.updateTable('stores').set({ nodeSats }).where('id', '=', storeRef).execute()

/**
 * Pauses grow with each failure: to a minute on the platform's own server, whose stores should be synced soon after it
 * is back, and to five minutes on others. Quiet stores wait longer: they catch up once their server is back. A webhook
 * still makes the store due at once.
 */
export const saveSyncError = async (db: Db, storeRef: number, error: string) => {
  await sql`
    update stores s set sync_error = ${error.slice(0, 500)}, sync_failures = least(s.sync_failures + 2, 12),
      sync_due_at = app_now() + make_interval(secs => least(10 * 2 ^ (s.sync_failures / 2),
        case when s.sync_pause_seconds > ${openSeconds} then ${failedQuietSeconds}
          when s.engine_id is not null then 60 else 300 end))
    where s.id = ${storeRef}`.execute(db)
}

export type MirroredCoin = { outpoint: string; address: string; amountSats: bigint; spendable: boolean }

/**
 * Updates the mirror of a wallet's coins to what the engine listed. Unchanged coins are not written. Their sum is saved
 * here, so that the two agree also when a sync ends before its last page.
 */
export const saveCoins = async (tx: Tx, storeRef: number, coins: readonly MirroredCoin[]) => {
  const listed = JSON.stringify(coins.map((coin) => ({ ...coin, amountSats: coin.amountSats.toString() })))
  const spendableSats = coins.reduce((sum, coin) => (coin.spendable ? sum + coin.amountSats : sum), 0n)
  await sql`
    with listed as (
      select * from jsonb_to_recordset(${listed}::jsonb)
        as c (outpoint text, address text, "amountSats" bigint, spendable boolean)
    ), gone as (
      delete from store_coins c where store_ref = ${storeRef} and not exists (select from listed l where l.outpoint = c.outpoint)
    ), summed as (
      update stores set spendable_sats = ${spendableSats} where id = ${storeRef} and spendable_sats <> ${spendableSats}
    )
    insert into store_coins as c (store_ref, outpoint, amount_sats, address, spendable)
    select ${storeRef}, outpoint, "amountSats", address, spendable from listed
    -- The amount of a coin never changes, but a merchant's own server may declare another one.
    on conflict (store_ref, outpoint) do update set amount_sats = excluded.amount_sats, spendable = excluded.spendable
    where (c.amount_sats, c.spendable) <> (excluded.amount_sats, excluded.spendable)`.execute(tx)
}

/** Others take over from a dead process after this. A living process renews it, up to a limit. */
const leaseSeconds = 20
const renewMs = 5_000
const longestMs = 10 * 60_000

const renewals = new Map<string, NodeJS.Timeout>()

const until = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

/** Takes the store's lease for work that must not run twice at once. Undefined when another process has it. */
export const takeLease = async (db: Db, storeRef: number): Promise<string | undefined> => {
  const lease = randomBytes(8).toString('hex')
  const taken = await db
    .updateTable('stores')
    .set({ lease, leasedUntil: until })
    .where('id', '=', storeRef)
    .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<', sql<Date>`now()`)]))
    .returning('id')
    .executeTakeFirst()
  if (!taken) return undefined
  const takenAt = Date.now()
  const renewal = setInterval(() => {
    if (Date.now() - takenAt > longestMs) stopRenewing(lease)
    else void extendLease(db, storeRef, lease).catch(() => undefined)
  }, renewMs)
  renewals.set(lease, renewal.unref())
  return lease
}

const stopRenewing = (lease: string) => {
  clearInterval(renewals.get(lease))
  renewals.delete(lease)
}

/** Extends the lease. Returns whether it was still ours. */
export const extendLease = async (db: Db, storeRef: number, lease: string): Promise<boolean> => {
  const extended = await db
    .updateTable('stores')
    .set({ leasedUntil: until })
    .where('id', '=', storeRef)
    .where('lease', '=', lease)
    .returning('id')
    .executeTakeFirst()
  return extended !== undefined
}

export const releaseLease = async (db: Db, storeRef: number, lease: string) => {
  stopRenewing(lease)
  await db
    .updateTable('stores')
    .set({ lease: null, leasedUntil: null })
    .where('id', '=', storeRef)
    .where('lease', '=', lease)
    .execute()
}
