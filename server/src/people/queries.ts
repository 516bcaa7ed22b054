import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** The email addresses of the owner and of all admins of a store who have joined. */
export const listManagerEmails = async (db: Db, merchantId: number): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select email from people
    where merchant_id = ${merchantId} and role in ('owner', 'admin') and is_active and password_hash is not null
    order by email`.execute(db)
  return rows.map(({ email }) => email)
}

/** Lists the email addresses of all active admins. */
export const listAdminEmails = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.selectFrom('admins').select('email').where('isActive', '=', true).orderBy('id').execute()
  return rows.map(({ email }) => email)
}

export const hasNoMerchants = sql<boolean>`not exists (select from merchants)`
