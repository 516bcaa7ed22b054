import type { Admin } from '@bitquay/contract/accounts.admins'
import { type RawBuilder, sql } from 'kysely'
import type { Credentials } from '../people/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { hasWords } from '../platform/db/search-query.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** Lists all admins, oldest first. */
export const listAdmins = async (db: Db, requestedBy: number): Promise<Admin[]> => {
  type Row = Omit<Admin, 'createdAt' | 'lastSeenAt' | 'invitedUntil' | 'isYou'> &
    Record<'lastSeenAt' | 'invitedUntil', Date | null> & { createdAt: Date }
  const { rows } = await sql<Row>`
    select a.id, a.name, a.email::text as email, a.is_active, a.two_factor_enabled, a.password_hash is null as invited,
      a.created_at, a.last_seen_at, ${invitedUntil({ kind: sql`'admin'`, id: sql`a.id`, email: sql`a.email` })} as invited_until
    from admins a order by a.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    isYou: row.id === requestedBy,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    invitedUntil: row.invitedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
}

/**
 * Lists the email addresses of the others who manage the same store: its owner and its admins. For an admin, the other
 * admins.
 */
export const listCoOwners = async (tx: Tx, person: Credentials): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select email from people
    where is_active and password_hash is not null and not (kind = ${person.kind} and id = ${person.id})
      and ((${person.kind} = 'admin' and kind = 'admin') or (merchant_id = ${person.merchantId} and role in ('owner', 'admin')))
    order by email`.execute(tx)
  return rows.map(({ email }) => email)
}

/** Until when the last invitation of a person works, as SQL. Null if there is none, or if it has run out. */
export const invitedUntil = ({ kind, id, email }: Record<'kind' | 'id' | 'email', RawBuilder<unknown>>) => sql`(
  select max(t.expires_at) from password_reset_tokens t where t.email = ${email} and t.user_type = ${kind}
    and coalesce(t.person_id, ${id}) = ${id} and t.purpose = 'invitation' and not t.used and t.expires_at > app_now())`

/** Finds admins by the start of words in their names and addresses. There are few. */
export const findAdmins = async (db: Db, search: string, requestedBy: number): Promise<Admin[]> => {
  const words = hasWords(sql`a.name || ' ' || a.email::text`, search)
  if (!words) return []
  const { rows } = await sql<{ id: number }>`select a.id from admins a where ${words} and a.erased_at is null`.execute(
    db,
  )
  const ids = new Set(rows.map(({ id }) => id))
  return ids.size === 0 ? [] : (await listAdmins(db, requestedBy)).filter(({ id }) => ids.has(id))
}
