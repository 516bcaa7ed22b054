import type { StatusComponent } from '@bitquay/contract/status'
import { statusComponents } from '@bitquay/contract/status'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Health } from './table.history.ts'

type Row = {
  reachable: boolean | null
  synced: boolean | null
  latencyMs: number | null
  hasRateProblem: boolean
  isPriceOld: boolean
  nodeAnswered: boolean | null
  storesWithoutLightning: boolean
  isWebhookSlow: boolean
  isWebhookDown: boolean
  isEmailSlow: boolean
  emailsFailing: number
  emailsDelivered: number
  isAuditClean: boolean
  isOtherEngineDown: boolean
}

const slowAnswerMs = 3000

/** The health of each component now. Components that were not measured in time are left out. */
export const readHealth = async (db: Db | Tx): Promise<{ component: StatusComponent; health: Health }[]> => {
  const row = await read(db)
  const health: Record<StatusComponent, Health | undefined> = {
    'payment-server': rate(row.reachable, !row.synced || (row.latencyMs ?? 0) > slowAnswerMs || row.isOtherEngineDown),
    lightning: row.nodeAnswered === null ? undefined : rateLightning(row),
    checkout: rate(row.reachable, row.hasRateProblem || row.isPriceOld),
    webhooks: rate(!row.isWebhookDown, row.isWebhookSlow),
    email: rate(row.emailsFailing === 0 || row.emailsDelivered > 0, row.isEmailSlow || mostEmailsFail(row)),
    ledger: rate(true, !row.isAuditClean),
  }
  return statusComponents.flatMap((component) => {
    const found = health[component]
    return found === undefined ? [] : [{ component, health: found }]
  })
}

const rate = (isUp: boolean | null, isSlow: boolean): Health | undefined =>
  isUp === null ? undefined : !isUp ? 'down' : isSlow ? 'slow' : 'healthy'

const rateLightning = ({ reachable, nodeAnswered, storesWithoutLightning }: Row) =>
  rate(reachable === null ? null : reachable && nodeAnswered === true, storesWithoutLightning)

const mostEmailsFail = ({ emailsFailing, emailsDelivered }: Row) => emailsFailing > emailsDelivered

/**
 * One row of what other workers measured. Only first attempts of webhooks count, since a retry waits for its receiver, and
 * not while another delivery of the merchant waits for its answer. Webhooks from BTCPay count only if the server is ours.
 * Emails that were refused count if they are of three senders, as the platform is one: a merchant or a stranger chooses the
 * address. So do emails of merchants that wait, because one with many waits for its own.
 * The node is read with every audit, so two audits may fail before it counts as down. Before the first one, the stores
 * that use it say whether it is there.
 */
const read = async (db: Db | Tx): Promise<Row> => {
  const { rows } = await sql<Row>`
    select c.reachable, c.synced, c.latency_ms, coalesce(c.rate_problem is not null, false) as has_rate_problem,
      coalesce((select max(at) < app_now() - interval '5 minutes' from prices where currency = 'USD'), false) as is_price_old,
      coalesce(
        (select node_read_at > app_now() - interval '40 minutes' from engine_checks),
        (select bool_or(lightning_available) from stores where status = 'ready' and lightning = 'shared')
      ) as node_answered,
      exists (select from stores where status = 'ready' and lightning = 'shared' and not lightning_available) as stores_without_lightning,
      coalesce(w.oldest < app_now() - interval '1 minute', false) or coalesce(h.oldest < now() - interval '1 minute', false) as is_webhook_slow,
      coalesce(w.oldest < app_now() - interval '10 minutes', false) as is_webhook_down,
      m.is_slow as is_email_slow, r.failing + case when r.refused_senders >= 3 then r.refused else 0 end as emails_failing,
      r.delivered as emails_delivered, coalesce(a.is_clean, true) as is_audit_clean,
      exists (select from engines e where e.id <> 1 and exists (select from stores s where s.engine_id = e.id and s.status <> 'left')
        and not coalesce(e.reachable and e.checked_at > app_now() - interval '1 minute', false)) as is_other_engine_down
    from (select 1) one
      left join engine_checks c on c.checked_at > app_now() - interval '1 minute'
      cross join (
        select min(d.due_at) as oldest from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
        where d.status = 'waiting' and d.attempts = 0 and e.enabled and e.deleted_at is null and e.failures = 0
          and (e.paused_until is null or e.paused_until <= app_now())
          and e.merchant_id not in (
            select o.merchant_id from webhook_deliveries u join webhook_endpoints o on o.id = u.endpoint_id
            where u.leased_until > now())
      ) w
      cross join (
        select min(k.received_at) as oldest from engine_hooks k join stores s on s.id = k.store_ref
        where k.handled_at is null and s.engine_id is not null and s.status <> 'left'
      ) h
      cross join (
        select coalesce(bool_or(merchant_id is null), false) or count(distinct merchant_id) >= 3 as is_slow
        from mail_outbox where status = 'waiting' and next_attempt_at < app_now() - interval '5 minutes'
      ) m
      cross join (
        select count(*) filter (where is_unsent and not refused)::int as failing,
          count(*) filter (where is_unsent and refused)::int as refused,
          count(distinct coalesce(merchant_id, 0)) filter (where is_unsent and refused) as refused_senders,
          count(*) filter (where status in ('sent', 'kept'))::int as delivered
        from (
          select status, refused, merchant_id, created_at,
            status = 'failed' or (status = 'waiting' and last_error is not null) as is_unsent
          from mail_outbox order by id desc limit 50
        ) newest
        where created_at > app_now() - interval '1 hour'
      ) r
      left join lateral (
        select jsonb_array_length(findings) = 0 and failure is null as is_clean from audit_runs
        where finished_at is not null order by id desc limit 1
      ) a on true`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('no component health')
  return row
}
