import { type EmailDetail, emailList, type OutboxEmail } from '@bitquay/contract/mail'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { serveList } from '../platform/lists/serve-list.ts'
import { maskAddress, reasonOf } from './describe-unsent.ts'
import { isUnsent } from './table.ts'

type Row = {
  id: bigint
  state: OutboxEmail['state']
  status: string
  subject: string
  recipient: string
  merchantId: number | null
  storeName: string | null
  attempts: number
  lastError: string | null
  refused: boolean
  createdAt: Date
  sentAt: Date | null
  nextAttemptAt: Date
}

const state = sql`email_state(e.status, e.attempts)`

const readEmails = async (db: Db, found: RawBuilder<unknown>, order: RawBuilder<unknown>) => {
  const { rows } = await sql<Row>`
    select e.id, ${state} as state, e.status, e.subject, e.recipient, e.merchant_id, m.store_name, e.attempts, e.last_error,
      e.refused, e.created_at, e.sent_at, e.next_attempt_at
    from (${found}) found join mail_outbox e on e.id = found.id left join merchants m on m.id = e.merchant_id
    order by ${order}`.execute(db)
  return rows
}

const show = (row: Row): OutboxEmail => ({
  id: Number(row.id),
  state: row.state,
  subject: row.subject,
  recipient: maskAddress(row.recipient),
  merchantId: row.merchantId,
  storeName: row.storeName,
  tries: row.attempts,
  reason: reasonOf(row.status, row.lastError, row.refused),
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
  nextTryAt: row.status === 'waiting' ? row.nextAttemptAt.toISOString() : null,
})

/** The outbox. A search is one whole address, because parts of addresses would make the mask useless. */
export const emails = serveList(emailList, {
  table: sql`mail_outbox e`,
  alias: 'e',
  scope: () => sql`true`,
  at: sql`e.created_at`,
  filters: {
    state: (wanted) => sql`${state} = ${wanted}`,
    merchantId: (merchantId) => sql`e.merchant_id = ${merchantId}`,
  },
  ways: (search) => [{ condition: sql`e.recipient = ${search.toLowerCase()}` }],
  sorts: { date: { by: sql`e.created_at` } },
  read: readEmails,
  show,
  file: {},
  summarize: async (db, _everyone, filter, { where }) => {
    const { rows } = await sql<{ state: string; emails: bigint }>`
      select ${state} as state, count(*) as emails from mail_outbox e
      where ${state} in ('waiting', 'delayed', 'failed') and ${where({ ...filter, state: undefined })}
      group by 1`.execute(db)
    const countOf = (wanted: string) => Number(rows.find((row) => row.state === wanted)?.emails ?? 0)
    return { states: { waiting: countOf('waiting'), delayed: countOf('delayed'), failed: countOf('failed') } }
  },
})

type Known = {
  hasSecretLink: boolean
  isUnsent: boolean
  kind: NonNullable<EmailDetail['invited']>['kind'] | null
  personId: number | null
}

/** Finds an email with what admins may know of it. Its text is read by nobody. */
export const findEmail = async (db: Db, id: number): Promise<EmailDetail | undefined> => {
  const [row] = await readEmails(db, sql`select ${id}::bigint as id`, sql`e.id`)
  if (!row) return undefined
  // A sent email has a dot for the secret part of its links.
  const { rows } = await sql<Known>`
    select e.body_text ~ '[/=](…|[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-]))' as has_secret_link, ${isUnsent} as is_unsent,
      p.kind, p.id as person_id
    from mail_outbox e left join email_addresses a on a.email = e.recipient
      left join people p on p.kind = a.person_kind and p.id = a.person_id and p.password_hash is null and p.is_active
    where e.id = ${id}`.execute(db)
  const { kind = null, personId = null, ...known } = rows[0] ?? { hasSecretLink: false, isUnsent: false }
  return {
    ...show(row),
    ...known,
    answer: row.lastError?.replaceAll(row.recipient, maskAddress(row.recipient)) ?? null,
    invited: kind === null || personId === null ? null : { kind, id: personId },
  }
}
