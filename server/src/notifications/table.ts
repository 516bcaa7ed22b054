import type { AttentionReason, NoticeKind } from '@bitquay/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { ChangeAudience } from '../platform/events/emit-change.ts'
import type { PersonRef } from '../platform/http/person.ts'

export type Audience = { merchantId: number } | { partnerId: number }

export type Event = {
  to: Audience
  kind: NoticeKind
  /** Names what happened, such as a payment's ID. Nobody is notified of the same thing twice. */
  subject: string
  reason?: AttentionReason
  amountUsd: string | null
  about: string | null
  invoiceId?: string | null
  /** The owner or the partner gets an email in any case, so their setting doesn't matter. */
  isOwnerEmailed?: boolean
}

const longestAbout = 200

/**
 * Writes the event for everyone whom it concerns and who wants it, and emits it to their screens in the same statement.
 * Returns who wants an email.
 */
export const insertNotifications = async (tx: Tx, event: Event): Promise<string[]> => {
  const { to, kind, subject, reason = null, amountUsd, about, invoiceId = null, isOwnerEmailed = false } = event
  const { rows } = await sql<{ email: string; byEmail: boolean }>`
    with readers as (
      select p.kind, p.id, p.email, coalesce(s.bell, true) as bell,
        coalesce(s.email, false) and not (${isOwnerEmailed} and p.kind in ('merchant', 'partner')) as by_email
      from people p
        left join notification_settings s on s.person_kind = p.kind and s.person_id = p.id and s.kind = ${kind}
      where p.is_active and ${isAddressed(to)}
    ), written as (
      insert into notifications (person_kind, person_id, kind, subject, in_bell, reason, amount_usd, about, invoice_id, at)
      select kind, id, ${kind}, ${subject}, bell, ${reason}, ${amountUsd}::numeric, ${about?.slice(0, longestAbout) ?? null},
        ${invoiceId}, ${tx.now} from readers where bell or by_email
      on conflict on constraint notifications_once do nothing
      returning person_kind, person_id
    )
    -- The subquery runs once, and only if somebody was new.
    select r.email, r.by_email, (select note_change(${audienceOf(to)}, 'notifications')) as noted
    from written w join readers r on r.kind = w.person_kind and r.id = w.person_id
    order by r.email`.execute(tx)
  return rows.filter(({ byEmail }) => byEmail).map(({ email }) => email)
}

const audienceOf = (to: Audience): ChangeAudience =>
  'merchantId' in to ? `merchant:${to.merchantId}` : `partner:${to.partnerId}`

const isAddressed = (to: Audience) =>
  'merchantId' in to ? sql`p.merchant_id = ${to.merchantId}` : sql`p.kind = 'partner' and p.id = ${to.partnerId}`

const ownedBy = ({ kind, id }: PersonRef) => sql`person_kind = ${kind} and person_id = ${id} and in_bell`

/** Returns whether the person has this notification. One that is read stays as it is. */
export const markRead = async (tx: Tx, person: PersonRef, id: number): Promise<boolean> => {
  const { rows } = await sql`
    update notifications set read_at = coalesce(read_at, app_now()) where id = ${id} and ${ownedBy(person)}
    returning id`.execute(tx)
  return rows.length > 0
}

export const markAllRead = async (tx: Tx, person: PersonRef, upTo: number) => {
  await sql`
    update notifications set read_at = app_now()
    where ${ownedBy(person)} and read_at is null and id <= ${upTo}`.execute(tx)
}

/** Marks the notifications of everyone as read, for a history that nobody was there to read. */
export const markHistoryRead = (db: Db) => sql`update notifications set read_at = at where read_at is null`.execute(db)

/** Returns whether that is a change. What isn't set stays, and has its default before the first change. */
export const saveSetting = async (
  tx: Tx,
  person: PersonRef,
  { kind, email, bell }: { kind: NoticeKind; email?: boolean | undefined; bell?: boolean | undefined },
): Promise<boolean> => {
  const { rows } = await sql<{ isChange: boolean }>`
    insert into notification_settings as s (person_kind, person_id, kind, email, bell)
    values (${person.kind}, ${person.id}, ${kind}, ${email ?? false}, ${bell ?? true})
    on conflict on constraint notification_settings_unique do update set
      email = coalesce(${email ?? null}::boolean, s.email), bell = coalesce(${bell ?? null}::boolean, s.bell)
    where s.email <> coalesce(${email ?? null}::boolean, s.email) or s.bell <> coalesce(${bell ?? null}::boolean, s.bell)
    returning s.xmax <> 0 or s.email or not s.bell as is_change`.execute(tx)
  return rows[0]?.isChange ?? false
}

const keptDays = 90
const keptPerPerson = 500

/** Keeps the newest of each person. Unread ones go too: nobody reads back 500. */
export const pruneNotifications = async (db: Db) => {
  await sql`delete from notifications where at < app_now() - make_interval(days => ${keptDays})`.execute(db)
  await sql`
    delete from notifications n using (
      select person_kind, person_id, (array_agg(id order by id desc))[${keptPerPerson}::integer] as oldest from notifications
      group by person_kind, person_id having count(*) > ${keptPerPerson}
    ) too_many
    where n.person_kind = too_many.person_kind and n.person_id = too_many.person_id and n.id < too_many.oldest`.execute(
    db,
  )
}
