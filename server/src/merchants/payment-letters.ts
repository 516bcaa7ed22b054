import type { Tx } from '../platform/db/transaction.ts'

/** Whether a merchant wishes for a letter about each payment, since when, and where to. */
export const findPaymentLetters = async (tx: Tx, merchantId: number) => {
  const found = await tx
    .selectFrom('merchants')
    .select(['email', 'storeName', 'paymentLettersSince'])
    .where('id', '=', merchantId)
    .executeTakeFirst()
  if (!found?.paymentLettersSince) return undefined
  return { email: found.email, storeName: found.storeName, since: found.paymentLettersSince }
}

/** Turns the letters on from now, or off; tells whether that is a change. */
export const setPaymentLetters = async (tx: Tx, merchantId: number, wanted: boolean): Promise<boolean> => {
  const changed = await tx
    .updateTable('merchants')
    .set({ paymentLettersSince: wanted ? tx.now : null, updatedAt: tx.now })
    .where('id', '=', merchantId)
    .where('paymentLettersSince', wanted ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}
