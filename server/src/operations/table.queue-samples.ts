import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

export type QueueSample = {
  webhooks: number
  emails: number
  failedEmails: number
  payouts: number
  stuckPayouts: number
}

/** Saves how much waits in this minute. The last sample of a minute stays. */
export const saveQueueSample = async (db: Db, sample: QueueSample) => {
  await sql`
    insert into queue_samples (minute, webhooks, emails, failed_emails, payouts, stuck_payouts)
    values (date_trunc('minute', app_now()), ${sample.webhooks}, ${sample.emails}, ${sample.failedEmails}, ${sample.payouts},
      ${sample.stuckPayouts})
    on conflict (minute) do update set webhooks = excluded.webhooks, emails = excluded.emails,
      failed_emails = excluded.failed_emails, payouts = excluded.payouts, stuck_payouts = excluded.stuck_payouts`.execute(
    db,
  )
}

export const pruneQueueSamples = (db: Db) =>
  sql`delete from queue_samples where minute < app_now() - interval '2 hours'`.execute(db)
