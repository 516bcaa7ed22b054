import type { Admin } from '@bitquay/contract/accounts.admins'
import { sql } from 'kysely'
import type { Credentials } from '../people/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** Lists all admins, oldest first. */
export const listAdmins = async (db: Db, requestedBy: number): Promise<Admin[]> => {
  const { rows } = await sql<Omit<Admin, 'createdAt' | 'isYou'> & { createdAt: Date }>`
    select a.id, a.name, a.email::text as email, a.is_active, a.two_factor_enabled, a.password_hash is null as invited, a.created_at
    from admins a order by a.id`.execute(db)
  return rows.map((row) => ({ ...row, isYou: row.id === requestedBy, createdAt: row.createdAt.toISOString() }))
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
