import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

/** Forgets what has no use any more, so that the tables that are read on every request stay small. */
export const prune = (db: Db): Worker => ({
  name: 'prune',
  everyMs: 10 * 60_000,
  run: async () => {
    await sql`delete from changes where at < now() - interval '10 minutes'`.execute(db)
    await sql`delete from sessions where expires_at < app_now()`.execute(db)
    await sql`delete from attempt_limits
      where greatest(window_started_at, coalesce(blocked_until, window_started_at)) < app_now() - interval '1 day'`.execute(
      db,
    )
    await sql`delete from sign_in_failures where updated_at < app_now() - interval '7 days'`.execute(db)
    await sql`delete from spent_proofs where expires_at < app_now()`.execute(db)
    await sql`delete from event_streams where leased_until < now()`.execute(db)
    await sql`delete from password_reset_tokens where expires_at < app_now() - interval '30 days'`.execute(db)
    // What was not tried again for a week is no longer there to be tried.
    await sql`delete from work_failures where retry_at < app_now() - interval '7 days'`.execute(db)
    await sql`delete from webhook_attempts where at < app_now() - interval '30 days'`.execute(db)
    await sql`delete from engine_hooks where handled_at < now() - interval '30 days'`.execute(db)
    await sql`delete from customer_email_counts c
      where not exists (select from unnest(c.sent_at) sent where sent > app_now() - interval '1 hour')`.execute(db)
    return false
  },
})
