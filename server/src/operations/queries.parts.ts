import type { Output } from '@bitquay/contract/call'
import { fromSats } from '@bitquay/contract/money'
import type { getSystem } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import { maskAddress } from '../mail/index.ts'
import type { Db } from '../platform/db/connect.ts'

type System = Output<typeof getSystem>

/** The longest time that a run takes, and that a worker rests. A worker that was silent for a day is gone. */
const longestRun = '2 minutes'
const longestRest = '15 minutes'
const gone = '1 day'
const manyFailures = 3

type WorkerRow = {
  name: string
  state: 'well' | 'failing' | 'stuck'
  startedAt: Date
  succeededAt: Date | null
  failures: number
  lastError: string | null
}

/** Workers use real time. It is shown in the platform's time, which the sandbox may move. */
export const listWorkers = async (db: Db): Promise<System['workers']> => {
  const { rows } = await sql<WorkerRow>`
    select name, failures, app_now() - (now() - started_at) as started_at, app_now() - (now() - succeeded_at) as succeeded_at,
      case when failures > 0 then last_error end as last_error,
      case
        when started_at < now() - ${sql.lit(longestRest)}::interval
          or (started_at > greatest(succeeded_at, failed_at, '-infinity') and started_at < now() - ${sql.lit(longestRun)}::interval)
          or failures >= ${sql.lit(manyFailures)} then 'stuck'
        when failures > 0 then 'failing'
        else 'well'
      end as state
    from worker_beats where started_at > now() - ${sql.lit(gone)}::interval order by name`.execute(db)
  return rows.map((row) => ({
    name: row.name,
    state: row.state,
    lastStartedAt: row.startedAt.toISOString(),
    lastSucceededAt: row.succeededAt?.toISOString() ?? null,
    failures: row.failures,
    lastError: row.lastError,
  }))
}

type MailRow = Omit<System['failedMail'][number], 'id' | 'createdAt'> & { id: bigint; createdAt: Date }

/** Emails that were given up or held by a restore, and those that failed more than twice. */
export const listFailedMail = async (db: Db): Promise<System['failedMail']> => {
  const { rows } = await sql<MailRow>`
    select id, recipient, subject, status, attempts, last_error, created_at from mail_outbox
    where status = 'failed' or status = 'held' or (status = 'waiting' and attempts > 2 and last_error is not null)
    order by id desc limit 20`.execute(db)
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    recipient: maskAddress(row.recipient),
    lastError: row.lastError?.replaceAll(row.recipient, maskAddress(row.recipient)) ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
}

type SendRow = Omit<System['stuckSends'][number], 'amountBtc' | 'requestedAt' | 'dueAt'> & {
  amountSats: bigint
  requestedAt: Date
  dueAt: Date
}

export const listStuckSends = async (db: Db): Promise<System['stuckSends']> => {
  const { rows } = await sql<SendRow>`
    select s.id, s.kind, s.status, coalesce(m.store_name, p.name, 'Platform') as owner, s.merchant_id, s.amount_sats, s.amount_usd,
      s.txid, s.problem, s.attempts, s.requested_at, s.due_at
    from sends s left join merchants m on m.id = s.merchant_id left join partners p on p.id = s.partner_id
    where s.final_at is null and s.problem is not null
    order by s.id limit 50`.execute(db)
  return rows.map(({ amountSats, requestedAt, dueAt, ...row }) => ({
    ...row,
    amountBtc: fromSats(amountSats),
    requestedAt: requestedAt.toISOString(),
    dueAt: dueAt.toISOString(),
  }))
}

type StoreRow = Omit<System['reconciliation']['worst'][number], 'syncedAt'> & { syncedAt: Date | null }

type GapRow = Omit<System['reconciliation']['gaps'][number], 'since' | 'behind'> & { since: Date; behind: bigint }

/** How far our tables are behind the engine. */
export const readReconciliation = async (db: Db): Promise<System['reconciliation']> => {
  const { rows: counts } = await sql<{ stores: bigint; late: bigint; failing: bigint; oldest: Date | null }>`
    select count(*) as stores, count(*) filter (where sync_error is not null) as failing, min(synced_at) as oldest,
      count(*) filter (where is_sync_late(stores)) as late
    from stores where status = 'ready'`.execute(db)
  const { rows } = await sql<StoreRow>`
    select s.id, s.merchant_id, coalesce(m.store_name, 'Platform') as name, s.status, s.synced_at, s.sync_error as error
    from stores s left join merchants m on m.id = s.merchant_id
    order by s.sync_error is null, s.status = 'ready', not is_sync_late(s), s.synced_at nulls first limit 20`.execute(
    db,
  )
  const { rows: gaps } = await sql<GapRow>`
    select g.server_url, g.reason, g.started_at as since, (select count(*) from stores s
      where s.status = 'ready' and s.server_url = g.server_url and s.synced_at < g.seen_at) as behind
    from webhook_gaps g order by g.started_at limit 20`.execute(db)
  const [count] = counts
  return {
    stores: Number(count?.stores ?? 0n),
    late: Number(count?.late ?? 0n),
    failing: Number(count?.failing ?? 0n),
    oldestSyncedAt: count?.oldest?.toISOString() ?? null,
    worst: rows.map((row) => ({ ...row, syncedAt: row.syncedAt?.toISOString() ?? null })),
    gaps: gaps.map((gap) => ({ ...gap, since: gap.since.toISOString(), behind: Number(gap.behind) })),
  }
}

/** Invoices that BTCPay refused recently, with BTCPay's message. Merchants see a short sentence instead. */
export const listRefusedInvoices = async (db: Db): Promise<System['refusedInvoices']> => {
  const { rows } = await sql<Omit<System['refusedInvoices'][number], 'at'> & { at: Date }>`
    select i.id, i.merchant_id, m.store_name, i.failure_detail as detail, i.created_at as at
    from invoices i join merchants m on m.id = i.merchant_id
    where i.failure_detail is not null and i.status in ('creating', 'failed') and i.created_at > app_now() - interval '24 hours'
    order by i.created_at desc limit 10`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
