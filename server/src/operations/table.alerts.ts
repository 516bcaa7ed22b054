import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

type AlertCondition = { kind: string; subject: string; title: string; sentence: string; follows?: readonly unknown[] }

/** Only one process updates the alerts at a time. */
export const lockAlerts = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('alerts'))`.execute(tx)
}

/** Opens new alerts, rewords changed ones and closes those that are over. Returns whether anything changed. */
export const saveAlerts = async (tx: Tx, conditions: readonly AlertCondition[]): Promise<boolean> => {
  const now = JSON.stringify(conditions.map((condition) => ({ follows: [], ...condition })))
  const { rows } = await sql<{ changed: boolean }>`
    with found as (select * from jsonb_to_recordset(${now}::jsonb) as t (kind text, subject text, title text, sentence text, follows jsonb)),
    opened as (
      insert into alerts as a (kind, subject, title, sentence, follows) select kind, subject, title, sentence, follows from found
      on conflict (kind, subject) where over_at is null do update set title = excluded.title, sentence = excluded.sentence,
          follows = excluded.follows
        where (a.title, a.sentence, a.follows) is distinct from (excluded.title, excluded.sentence, excluded.follows)
      returning 1
    ),
    closed as (
      update alerts a set over_at = app_now()
      where over_at is null and not exists (select from found f where f.kind = a.kind and f.subject = a.subject)
      returning 1
    )
    select exists (select from opened) or exists (select from closed) as changed`.execute(tx)
  return rows[0]?.changed === true
}

/** Claims alerts that lasted long enough to email about, each once. An audit finding is emailed at once. */
export const claimUnnotifiedAlerts = async (tx: Tx, patienceSeconds: number) => {
  const { rows } = await sql<{ title: string; sentence: string }>`
    update alerts set told_at = app_now()
    where over_at is null and told_at is null
      and (kind = 'audit-not-clean' or since <= app_now() - make_interval(secs => ${patienceSeconds}))
    returning title, sentence`.execute(tx)
  return rows
}
