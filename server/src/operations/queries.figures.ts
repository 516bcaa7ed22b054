import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { readPlatformWallet } from './queries.system.ts'
import type { HealthKind } from './table.health-checks.ts'

/** Longer queues are not counted to their end, so that reading a figure stays cheap while something is wrong. */
const mostCounted = 100_000

export type Queue = { queue: string; items: number; oldestSeconds: number }

type QueueRow = { queue: string; items: bigint; oldestSeconds: number | null }

/**
 * What waits in each queue, and for how long the oldest item has been due. Every part reads a partial index that holds
 * only what waits.
 */
export const listQueues = async (db: Db): Promise<Queue[]> => {
  const limit = sql.lit(mostCounted)
  const { rows } = await sql<QueueRow>`
    select 'sends' as queue, count(*) as items, extract(epoch from app_now() - min(at))::float8 as oldest_seconds
    from (select due_at as at from sends where final_at is null order by due_at limit ${limit}) s
    union all
    select 'emails', count(*), extract(epoch from app_now() - min(at))::float8
    from (select next_attempt_at as at from mail_outbox where status = 'waiting' order by next_attempt_at limit ${limit}) m
    union all
    select 'webhooks', count(*), extract(epoch from app_now() - min(at))::float8
    from (select due_at as at from webhook_deliveries where status = 'waiting' limit ${limit}) w
    union all
    select 'engine-hooks', count(*), extract(epoch from now() - min(at))::float8
    from (select received_at as at from engine_hooks where handled_at is null limit ${limit}) h
    union all
    select 'stores', count(*), extract(epoch from app_now() - min(at))::float8
    from (
      select sync_due_at as at from stores where status = 'ready' and sync_due_at <= app_now() order by sync_due_at limit ${limit}
    ) t`.execute(db)
  return rows.map(({ queue, items, oldestSeconds }) => ({
    queue,
    items: Number(items),
    oldestSeconds: Math.max(0, oldestSeconds ?? 0),
  }))
}

export type Figures = {
  sendsStuck: number
  emailsFailed: number
  webhookLagSeconds: number
  priceAgeSeconds: number | null
  openAlerts: number
  auditFindings: number | null
  auditFailed: boolean
  auditFinishedAt: number | null
  admins: number
  backedUpAt: number | null
}

type FigureRow = {
  [Name in keyof Figures]: Figures[Name] extends number ? bigint | number : Figures[Name]
}

export const readFigures = async (db: Db): Promise<Figures> => {
  const { rows } = await sql<FigureRow>`
    select
      (select count(*) from sends where final_at is null and problem is not null) as sends_stuck,
      (select count(*) from (select 1 from mail_outbox where status = 'failed' limit ${sql.lit(mostCounted)}) f) as emails_failed,
      coalesce((select extract(epoch from coalesce(h.handled_at, now()) - h.received_at)::float8
        from engine_hooks h order by h.id desc limit 1), 0) as webhook_lag_seconds,
      (select extract(epoch from app_now() - max(at))::float8 from prices where currency = 'USD') as price_age_seconds,
      (select count(*) from alerts where over_at is null) as open_alerts,
      (select count(*) from admins where is_active) as admins,
      (select extract(epoch from backed_up_at)::float8 from platform) as backed_up_at,
      a.findings as audit_findings, coalesce(a.failed, false) as audit_failed, a.finished_at as audit_finished_at
    from (select 1) one
      left join lateral (
        select jsonb_array_length(findings) as findings, failure is not null as failed,
          extract(epoch from finished_at)::float8 as finished_at
        from audit_runs where finished_at is not null order by id desc limit 1
      ) a on true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no figures')
  return {
    ...row,
    sendsStuck: Number(row.sendsStuck),
    emailsFailed: Number(row.emailsFailed),
    webhookLagSeconds: Number(row.webhookLagSeconds),
    openAlerts: Number(row.openAlerts),
    admins: Number(row.admins),
  }
}

export type EngineFigure = { name: string; reachable: boolean; synced: boolean; latencySeconds: number | null }

/** The operator's BTCPay Servers at their last check. One that wasn't checked for a minute is down, for a day gone. */
export const listEngineFigures = async (db: Db): Promise<EngineFigure[]> => {
  const { rows } = await sql<EngineFigure>`
    select name, coalesce(reachable and is_recent, false) as reachable, coalesce(synced and is_recent, false) as synced,
      latency_ms / 1000.0::float8 as latency_seconds
    from engines, lateral (select checked_at > app_now() - interval '1 minute' as is_recent) r
    where checked_at > app_now() - interval '1 day'`.execute(db)
  return rows
}

export type HealthFigure = {
  kind: HealthKind
  subject: string
  isWell: boolean
  figure: number | null
  whole: number | null
}

/** What was measured outside the database. What was not measured for 10 minutes is unknown. */
export const listHealthFigures = async (db: Db): Promise<HealthFigure[]> => {
  const { rows } = await sql<HealthFigure>`
    select kind, subject, problem is null as is_well, figure, whole from health_checks
    where checked_at > app_now() - interval '10 minutes'`.execute(db)
  return rows
}

export type WorkerFigure = { name: string; succeededAt: number | null; failures: number }

/** By the clock of the database, as workers record it. A worker that was silent for a day is gone. */
export const listWorkerFigures = async (db: Db): Promise<WorkerFigure[]> => {
  const { rows } = await sql<WorkerFigure>`
    select name, extract(epoch from succeeded_at)::float8 as succeeded_at, failures from worker_beats
    where started_at > now() - interval '1 day'`.execute(db)
  return rows
}

type Totals = Record<'walletSats' | 'ledgerSats' | 'freeSats' | 'hooksDropped', number>

/**
 * Figures that are summed up: what the platform's wallet holds according to BTCPay and according to the ledger, and
 * BTCPay's webhooks that were dropped.
 */
export const readTotals = async (db: Db): Promise<Totals> => {
  const { freeSats } = await readPlatformWallet(db)
  const { rows } = await sql<Record<Exclude<keyof Totals, 'freeSats'>, bigint>>`
    select coalesce((select balance_sats from stores where merchant_id is null), 0)::bigint as wallet_sats,
      (select coalesce(sum(e.amount_sats), 0)::bigint from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.owner_kind = 'platform' and a.kind = 'wallet') as ledger_sats,
      (select coalesce(sum(dropped_hooks), 0)::bigint from stores) as hooks_dropped`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no totals')
  return {
    walletSats: Number(row.walletSats),
    ledgerSats: Number(row.ledgerSats),
    freeSats: Number(freeSats),
    hooksDropped: Number(row.hooksDropped),
  }
}

/**
 * Transfers of the ledger by type that were committed since the last time. Identities become visible out of order, so
 * they are counted by transaction, up to the oldest one that is still running.
 */
export const countPostings = async (db: Db, since: string | undefined) => {
  const { rows } = await sql<{ horizon: string; kind: string | null; count: bigint }>`
    select h.horizon::text, p.kind, p.count
    from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) h left join lateral (
      select kind, count(*) as count from ledger_transfers
      where posted_in >= coalesce(${since ?? null}::xid8, h.horizon) and posted_in < h.horizon group by kind
    ) p on true`.execute(db)
  return {
    horizon: rows[0]?.horizon,
    postings: rows.flatMap(({ kind, count }) => (kind === null ? [] : [{ kind, count: Number(count) }])),
  }
}
