import {
  type Notice,
  type NoticeKind,
  type NoticeSetting,
  type Notices,
  noticeKinds,
} from '@bitquay/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PersonKind, PersonRef } from '../platform/http/person.ts'

const shownCount = 50

type Row = Omit<Notice, 'at' | 'readAt'> & { at: Date; readAt: Date | null }

export const listNotices = async (db: Db | Tx, { kind, id }: PersonRef): Promise<Notices> => {
  const { rows } = await sql<Row>`
    select id, kind, reason, amount_usd, about, invoice_id, at, read_at from notifications
    where person_kind = ${kind} and person_id = ${id} and in_bell order by id desc limit ${shownCount}`.execute(db)
  const { rows: counts } = await sql<{ unread: number }>`
    select count(*)::integer as unread from notifications
    where person_kind = ${kind} and person_id = ${id} and in_bell and read_at is null`.execute(db)
  return {
    unread: counts[0]?.unread ?? 0,
    notifications: rows.map(({ at, readAt, ...row }) => ({
      ...row,
      at: at.toISOString(),
      readAt: readAt?.toISOString() ?? null,
    })),
  }
}

/** Administrators have a bell of the platform's state instead, without settings. */
const kindsOf: Record<PersonKind, readonly NoticeKind[]> = {
  merchant: noticeKinds,
  'merchant-user': noticeKinds,
  partner: ['payout-sent', 'needs-attention'],
  admin: [],
}

export const mayChoose = (person: PersonRef, kind: NoticeKind) => kindsOf[person.kind].includes(kind)

/** Emails about money that left always go to the owner or the partner. */
export const isEmailAlways = (person: PersonRef, kind: NoticeKind) =>
  kind === 'payout-sent' && (person.kind === 'merchant' || person.kind === 'partner')

export const listSettings = async (db: Db | Tx, person: PersonRef): Promise<NoticeSetting[]> => {
  const { rows } = await sql<{ kind: NoticeKind; email: boolean; bell: boolean }>`
    select kind, email, bell from notification_settings
    where person_kind = ${person.kind} and person_id = ${person.id}`.execute(db)
  return kindsOf[person.kind].map((kind) => {
    const saved = rows.find((row) => row.kind === kind)
    const emailAlways = isEmailAlways(person, kind)
    return { kind, email: emailAlways || (saved?.email ?? false), bell: saved?.bell ?? true, emailAlways }
  })
}
