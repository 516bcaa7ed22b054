import type { Output } from '@bitquay/contract/call'
import { type getSystem, queueMinutes } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { QueueSample } from './table.queue-samples.ts'

type System = Output<typeof getSystem>

type Queues = Record<
  'hooksWaiting' | 'hooksDropped' | 'mailWaiting' | 'mailFailed' | 'requested' | 'signed' | 'broadcast' | 'stuck',
  bigint
> & { oldestHookSeconds: number | null }

/** How much waits in each queue now. */
export const countQueues = async (db: Db): Promise<System['queues']> => {
  const { rows } = await sql<Queues>`${planKept}
    select h.hooks_waiting, h.oldest_hook_seconds,
      (select coalesce(sum(dropped_hooks), 0)::bigint from stores) as hooks_dropped,
      (select count(*) from mail_outbox where status = 'waiting') as mail_waiting,
      (select count(*) from mail_outbox where status = 'failed') as mail_failed,
      s.requested, s.signed, s.broadcast, s.stuck
    from (
        select count(*) as hooks_waiting, extract(epoch from now() - min(received_at))::float8 as oldest_hook_seconds
        from engine_hooks where handled_at is null
      ) h
      cross join (
        select count(*) filter (where status = 'requested') as requested, count(*) filter (where status = 'signed') as signed,
          count(*) filter (where status = 'broadcast') as broadcast, count(*) filter (where problem is not null) as stuck
        from sends where final_at is null
      ) s`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no queues')
  return {
    hooksWaiting: Number(row.hooksWaiting),
    hooksDropped: Number(row.hooksDropped),
    oldestHookSeconds: row.oldestHookSeconds,
    mailWaiting: Number(row.mailWaiting),
    mailFailed: Number(row.mailFailed),
    sends: {
      requested: Number(row.requested),
      signed: Number(row.signed),
      broadcast: Number(row.broadcast),
      stuck: Number(row.stuck),
    },
  }
}

/** What waited in each of the last minutes, the oldest first. A minute without a sample counts as none. */
export const readQueueHistory = async (db: Db): Promise<System['queueHistory']> => {
  const { rows } = await sql<Record<keyof QueueSample, bigint>>`
    select coalesce(q.webhooks, 0) as webhooks, coalesce(q.emails, 0) as emails, coalesce(q.failed_emails, 0) as failed_emails,
      coalesce(q.payouts, 0) as payouts, coalesce(q.stuck_payouts, 0) as stuck_payouts
    from generate_series(0, ${queueMinutes - 1}::int) n
      left join queue_samples q on q.minute = date_trunc('minute', app_now()) - make_interval(mins => ${queueMinutes - 1}::int - n)
    order by n`.execute(db)
  const seriesOf = (name: keyof QueueSample) => rows.map((row) => Number(row[name]))
  return {
    webhooks: seriesOf('webhooks'),
    emails: seriesOf('emails'),
    failedEmails: seriesOf('failedEmails'),
    payouts: seriesOf('payouts'),
    stuckPayouts: seriesOf('stuckPayouts'),
  }
}
