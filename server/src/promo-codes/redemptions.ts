import type { Selectable } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { PromoRedemptions } from '../platform/db/types.ts'

export type Redemption = Selectable<PromoRedemptions>

export const saveRedemption = async (
  tx: Tx,
  redemption: {
    sendId: number
    promoCodeId: number
    merchantId: number
    waivedSats: bigint
    forgivenSats: bigint
    savedUsd: string
  },
) => {
  await tx
    .insertInto('promoRedemptions')
    .values({ ...redemption, redeemedAt: tx.now })
    .execute()
}

/** What a send redeemed and has not given back. */
export const findRedemption = (tx: Tx, sendId: number): Promise<Redemption | undefined> =>
  tx
    .selectFrom('promoRedemptions')
    .selectAll()
    .where('sendId', '=', sendId)
    .where('givenBackAt', 'is', null)
    .executeTakeFirst()

/** Undefined when it had been given back before, or never redeemed. */
export const markGivenBack = (tx: Tx, sendId: number): Promise<Redemption | undefined> =>
  tx
    .updateTable('promoRedemptions')
    .set({ givenBackAt: tx.now })
    .where('sendId', '=', sendId)
    .where('givenBackAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** The withdrawal confirmed and the code is redeemed; or the chain took it back, and the code is only reserved again. */
export const markConfirmed = async (tx: Tx, sendId: number, isConfirmed: boolean) => {
  await tx
    .updateTable('promoRedemptions')
    .set({ confirmedAt: isConfirmed ? tx.now : null, proofDueAt: tx.now, proofAttempts: 0 })
    .where('sendId', '=', sendId)
    .execute()
}

/** What the ledger shows as forgiven for it, by which transfer last, and by how many in all. */
export const savePosted = async (
  tx: Tx,
  sendId: number,
  posted: { postedSats: bigint; postings: number; transferId: bigint },
) => {
  await tx.updateTable('promoRedemptions').set(posted).where('sendId', '=', sendId).execute()
}
