import type { Tx } from '../platform/db/transaction.ts'

/** Where the owners of all active merchants are written to. */
export const listMerchantEmails = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.selectFrom('merchants').select('email').where('isActive', '=', true).orderBy('id').execute()
  return rows.map(({ email }) => email)
}
