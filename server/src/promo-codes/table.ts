import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PromoCodes } from '../platform/db/types.ts'

export type PromoCodeRow = Selectable<PromoCodes> & { expired: boolean }

/** People type codes in their own way; they are kept in capitals. */
const normalizePromoCode = (code: string) => code.trim().toUpperCase()

export const findPromoCode = (db: Db | Tx, code: string): Promise<PromoCodeRow | undefined> =>
  db
    .selectFrom('promoCodes')
    .selectAll()
    .select(expired)
    .where('code', '=', normalizePromoCode(code))
    .executeTakeFirst()

const expired = sql<boolean>`coalesce(expires_at <= app_now(), false)`.as('expired')

/** Uses a code up. Whoever comes second waits for the first to commit, and then finds nothing that may be used. */
export const markPromoCodeUsed = (
  tx: Tx,
  code: string,
  use: { merchantId: number; savedUsd: string },
): Promise<Selectable<PromoCodes> | undefined> =>
  tx
    .updateTable('promoCodes')
    .set({ isUsed: true, usedBy: use.merchantId, usedAt: tx.now, amountSavedUsd: use.savedUsd })
    .where('code', '=', normalizePromoCode(code))
    .where('isUsed', '=', false)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > app_now(), true)`)
    .returningAll()
    .executeTakeFirst()

export const markPromoCodeUnused = (tx: Tx, id: number) =>
  tx
    .updateTable('promoCodes')
    .set({ isUsed: false, usedBy: null, usedAt: null, amountSavedUsd: null, transactionHash: null })
    .where('id', '=', id)
    .where('isUsed', '=', true)
    .execute()

export const savePromoTransaction = (tx: Tx, id: number, transactionHash: string) =>
  tx.updateTable('promoCodes').set({ transactionHash }).where('id', '=', id).where('isUsed', '=', true).execute()
