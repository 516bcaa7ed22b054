import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { pruneInBatches } from '../platform/db/prune-in-batches.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import type { Rendered } from './email-template.ts'
import { withoutTokens } from './without-tokens.ts'

export type Unsent = { recipient: string; subject: string }

/** An email that a worker sends at this moment isn't: it would be sent twice. */
export const isUnsent = sql<boolean>`(status in ('failed', 'held') or (status = 'waiting' and attempts > 0
  and coalesce(sending_until <= app_now(), true)))`

/** Tries an email again from the beginning, whether it failed, waits for its next attempt or was held by a restore. */
export const retryEmail = async (tx: Tx, id: number): Promise<Unsent | undefined> => {
  const { rows } = await sql<Unsent>`
    update mail_outbox set status = 'waiting', attempts = 0, next_attempt_at = app_now()
    where id = ${id} and ${isUnsent}
    returning recipient, subject`.execute(tx)
  return rows[0]
}

/** Discards an email that nobody wants to be sent any more. */
export const discardEmail = async (tx: Tx, id: number): Promise<Unsent | undefined> => {
  const { rows } = await sql<Unsent>`
    update mail_outbox set status = 'dropped'
    where id = ${id} and ${isUnsent}
    returning recipient, subject`.execute(tx)
  return rows[0]
}

/** Discards an email that says what is no longer true, before it was sent. */
export const dropEmail = (tx: Tx, id: bigint) =>
  tx.updateTable('mailOutbox').set({ status: 'dropped' }).where('id', '=', id).where('status', '=', 'waiting').execute()

/** Discards what a restore held and nobody sent again. */
export const discardHeldEmails = (tx: Tx) =>
  tx.updateTable('mailOutbox').set({ status: 'dropped' }).where('status', '=', 'held').execute()

/** Whom an email waits for. */
export type Place = {
  /** With the merchant whose business it is part of, it takes turns with those of other merchants. Ours don't wait. */
  merchantId?: number | undefined
  /** An email of ours to everyone. It waits for all others of ours. */
  isMass?: boolean | undefined
  /** The receipt or reminder of an invoice that it is. It is checked once more before it is sent. */
  invoiceEmail?: bigint | undefined
  /** It may have been sent before a restore, so it waits for somebody who wants it. */
  isHeld?: boolean | undefined
}

export const insertEmails = async (
  tx: Tx,
  recipients: readonly string[],
  email: Rendered,
  { merchantId, isMass = false, invoiceEmail, isHeld = false }: Place,
) => {
  await sql`
    insert into mail_outbox (recipient, subject, body_text, body_html, merchant_id, is_mass, invoice_email, status)
    select recipient, ${email.subject}, ${email.text}, ${email.html}, ${merchantId ?? null}::integer, ${isMass},
      ${invoiceEmail ?? null}::bigint, ${isHeld ? 'held' : 'waiting'}
    from unnest(${recipients}::text[]) as recipient`.execute(tx)
}

/** Without a mail server, emails are kept for the sandbox's mailbox. */
export const keepWaitingEmails = (db: Db) =>
  db.updateTable('mailOutbox').set({ status: 'kept' }).where('status', '=', 'waiting').execute()

/** Whose emails a worker sends: the platform's own, or those of merchants. */
export type MailLane = 'own' | 'merchants'

/** Longer than a mail server may take for one email, so that nobody else sends it meanwhile. */
const lease = sql`interval '5 minutes'`
const backOff = sql`least(interval '1 hour', interval '25 seconds' * power(2, attempts - 1))`

/** When the next email is due. */
export const emailsDueAt = sql`(select min(next_attempt_at) from mail_outbox where status = 'waiting')`

/** Claims emails by postponing their next attempt. */
export const claimEmails = (db: Db, lane: MailLane, most: number) =>
  inTransaction(db, (tx) =>
    tx
      .updateTable('mailOutbox')
      .set({
        attempts: sql`attempts + 1`,
        nextAttemptAt: sql`app_now() + ${lease}`,
        sendingUntil: sql<Date>`app_now() + ${lease}`,
      })
      .where('id', 'in', (select) =>
        select
          .selectFrom('mailOutbox')
          .select('id')
          .where('id', 'in', lane === 'own' ? nextOwn(most) : nextOfMerchants(most))
          // Another worker may have claimed it since it was chosen.
          .where(isDue)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute(),
  )

const isDue = sql<boolean>`status = 'waiting' and next_attempt_at <= app_now()`

const nextOwn = (most: number) => sql<bigint>`(
  select id from mail_outbox where ${isDue} and merchant_id is null order by is_mass, next_attempt_at, id limit ${most})`

/** One email of each merchant before the second of any. */
const nextOfMerchants = (most: number) => sql<bigint>`(
  with recursive senders (merchant_id) as (
    (select merchant_id from mail_outbox where status = 'waiting' and merchant_id is not null order by merchant_id limit 1)
    union all
    select (
      select m.merchant_id from mail_outbox m where m.status = 'waiting' and m.merchant_id > s.merchant_id
      order by m.merchant_id limit 1
    ) from senders s where s.merchant_id is not null
  )
  select due.id from senders s cross join lateral (
    select id, next_attempt_at, row_number() over (order by next_attempt_at, id) as turn from mail_outbox
    where ${isDue} and merchant_id = s.merchant_id order by next_attempt_at, id limit ${most}
  ) due
  order by due.turn, due.next_attempt_at, due.id limit ${most})`

/** The links in a sent email are no longer needed here, and must not work for a reader of a backup. */
const unreadable = { bodyText: withoutTokens(sql`body_text`), bodyHtml: withoutTokens(sql`body_html`) }

export const markSent = (db: Db, id: bigint) =>
  db
    .updateTable('mailOutbox')
    .set({ status: 'sent', sentAt: sql<Date>`app_now()`, sendingUntil: null, ...unreadable })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()

export const markUnsent = (
  db: Db,
  id: bigint,
  status: 'waiting' | 'failed',
  { error, refused }: { error: string; refused: boolean },
) =>
  db
    .updateTable('mailOutbox')
    .set({
      ...{ status, refused, lastError: error.slice(0, 500), sendingUntil: null },
      nextAttemptAt: sql`app_now() + ${backOff}`,
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()

/** Deletes what was sent on behalf of a merchant. */
export const eraseEmailsOf = async (tx: Tx, merchantId: number) => {
  await tx.deleteFrom('mailOutbox').where('merchantId', '=', merchantId).execute()
}

/** Emails are kept for 3 years, as the privacy policy says. The oldest come first. */
export const pruneEmails = (db: Db) =>
  pruneInBatches(async (most) => {
    const { numAffectedRows } = await sql`
      delete from mail_outbox where id in (
        select id from (select id, created_at, status from mail_outbox order by id limit ${most}) m
        where created_at < app_now() - interval '3 years' and status <> 'waiting'
      )`.execute(db)
    return Number(numAffectedRows ?? 0)
  })

export const pruneCustomerEmailCounts = (db: Db) =>
  sql`delete from customer_email_counts c
    where not exists (select from unnest(c.sent_at) sent where sent > app_now() - interval '1 hour')`.execute(db)
