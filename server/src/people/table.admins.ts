import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** Locks all admins in one order, so that two admins who deactivate each other at once cannot both succeed. */
export const lockAdmins = (tx: Tx) =>
  tx.selectFrom('admins').select(['id', 'email', 'isActive', 'passwordHash']).orderBy('id').forUpdate().execute()

export const markAdminActive = async (tx: Tx, id: number, isActive: boolean) => {
  await tx.updateTable('admins').set({ isActive, updatedAt: tx.now }).where('id', '=', id).execute()
}

/** Without a password hash, the admin is invited and chooses a password through the link. */
export const createAdmin = (tx: Tx, admin: { email: string; name: string; passwordHash: string | null }) =>
  tx
    .insertInto('admins')
    .values({ ...admin, createdAt: tx.now, updatedAt: tx.now })
    .returning(['id', 'email', 'name'])
    .executeTakeFirstOrThrow()

/** Whether there is any admin, also one that is deactivated. */
export const hasAdmin = async (db: Db | Tx): Promise<boolean> =>
  (await db.selectFrom('admins').select('id').limit(1).executeTakeFirst()) !== undefined

/** Only one server creates the first admin. */
export const lockFirstAdmin = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('first admin'))`.execute(tx)
}
