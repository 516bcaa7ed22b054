import type { Admin } from '@bitquay/contract/accounts.admins'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** Lists all admins, oldest first. */
export const listAdmins = async (db: Db, requestedBy: number): Promise<Admin[]> => {
  const { rows } = await sql<Omit<Admin, 'createdAt' | 'isYou'> & { createdAt: Date }>`
    select a.id, a.name, a.email::text as email, a.is_active, a.two_factor_enabled, a.password_hash is null as invited, a.created_at
    from admins a order by a.id`.execute(db)
  return rows.map((row) => ({ ...row, isYou: row.id === requestedBy, createdAt: row.createdAt.toISOString() }))
}
