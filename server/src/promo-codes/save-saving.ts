import { centsOfSats, fromCents, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** Writes what a code saves by what it still reserves or forgives, in the redemption and on the code. */
export const saveSaving = async (tx: Tx, sendId: number): Promise<void> => {
  const { rows } = await sql<{ promoCodeId: number; waived: bigint; forgiven: bigint; price: string }>`
    select r.promo_code_id, r.waived_sats as waived, s.btc_price as price,
      coalesce((select sum(amount_sats) from promo_fee_parts where send_id = r.send_id), 0)::bigint as forgiven
    from promo_redemptions r join sends s on s.id = r.send_id where r.send_id = ${sendId}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error(`send ${sendId} has no promo code`)
  const savedUsd = fromCents(centsOfSats(row.waived + row.forgiven, toCents(row.price)))
  await tx
    .updateTable('promoRedemptions')
    .set({ forgivenSats: row.forgiven, savedUsd })
    .where('sendId', '=', sendId)
    .execute()
  await tx.updateTable('promoCodes').set({ amountSavedUsd: savedUsd }).where('id', '=', row.promoCodeId).execute()
}
