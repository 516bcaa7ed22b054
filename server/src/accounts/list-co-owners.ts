import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { Credentials } from './table.credentials.ts'

/** The email addresses of the others who answer for the same store: its owner and its admins. For an admin, the other admins. */
export const listCoOwners = async (tx: Tx, person: Credentials): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select email from people
    where is_active and password_hash is not null and not (kind = ${person.kind} and id = ${person.id})
      and ((${person.kind} = 'admin' and kind = 'admin') or (merchant_id = ${person.merchantId} and role in ('owner', 'admin')))
    order by email`.execute(tx)
  return rows.map(({ email }) => email)
}
