import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

type AlertCondition = { kind: string; subject: string; sentence: string }

/** Only one process updates the alerts at a time. */
export const lockAlerts = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('alerts'))`.execute(tx)
}

/** Opens new alerts, rewords changed ones and closes those that are over. Returns whether anything changed. */
export const saveAlerts = async (tx: Tx, conditions: readonly AlertCondition[]): Promise<boolean> => {
  const now = JSON.stringify(conditions)
  const { rows } = await sql<{ changed: boolean }>`
    with found as (select * from jsonb_to_recordset(${now}::jsonb) as t (kind text, subject text, sentence text)),
    opened as (
      insert into alerts as a (kind, subject, sentence) select kind, subject, sentence from found
      on conflict (kind, subject) where over_at is null do update set sentence = excluded.sentence
        where a.sentence <> excluded.sentence
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
export const claimUnnotifiedAlerts = async (tx: Tx, patienceSeconds: number): Promise<string[]> => {
  const { rows } = await sql<{ sentence: string }>`
    update alerts set told_at = app_now()
    where over_at is null and told_at is null
      and (kind = 'audit-not-clean' or since <= app_now() - make_interval(secs => ${patienceSeconds}))
    returning sentence`.execute(tx)
  return rows.map(({ sentence }) => sentence)
}
