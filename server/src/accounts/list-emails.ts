import type { Tx } from '../platform/db/transaction.ts'

/** Where all active admins are written to. */
export const listAdminEmails = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.selectFrom('admins').select('email').where('isActive', '=', true).orderBy('id').execute()
  return rows.map(({ email }) => email)
}
