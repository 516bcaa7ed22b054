import type { Tx } from '../../platform/db/transaction.ts'

/** Fees that a sweep takes along: all that are on record and not collected. */
export const takeForSweep = async (tx: Tx, merchantId: number, sendId: number) => {
  await tx
    .updateTable('feeTransactions')
    .set({ sweptBy: sendId })
    .where('merchantId', '=', merchantId)
    .where('processed', '=', false)
    .where('sweptBy', 'is', null)
    .where('reversedAt', 'is', null)
    .execute()
}

export const markCollected = async (tx: Tx, sendId: number, processed: boolean) => {
  await tx.updateTable('feeTransactions').set({ processed }).where('sweptBy', '=', sendId).execute()
}

export const releaseSwept = async (tx: Tx, sendId: number) => {
  await tx
    .updateTable('feeTransactions')
    .set({ sweptBy: null, processed: false })
    .where('sweptBy', '=', sendId)
    .execute()
}
