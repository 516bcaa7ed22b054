import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { FeePauses } from '../platform/db/types.ts'

export type FeePause = Selectable<FeePauses>

/** Without a row of its own. */
export const usualPause = { afterDays: 21, aboveUsd: '2000.00', aboveSince: null, pausedAt: null }

/** When new invoices of a merchant pause because its fee invoice is unpaid, and whether they do. */
export const findFeePause = async (db: Db, merchantId: number): Promise<FeePause> =>
  (await db.selectFrom('feePauses').selectAll().where('merchantId', '=', merchantId).executeTakeFirst()) ?? {
    merchantId,
    ...usualPause,
  }

export const savePauseRules = async (
  tx: Tx,
  merchantId: number,
  rules: Pick<FeePause, 'afterDays' | 'aboveUsd'>,
): Promise<void> => {
  await tx
    .insertInto('feePauses')
    .values({ merchantId, ...rules })
    .onConflict((conflict) => conflict.column('merchantId').doUpdateSet(rules))
    .execute()
}

export const savePause = async (
  tx: Tx,
  merchantId: number,
  state: Pick<FeePause, 'aboveSince' | 'pausedAt'>,
): Promise<void> => {
  await tx
    .insertInto('feePauses')
    .values({ merchantId, ...state })
    .onConflict((conflict) => conflict.column('merchantId').doUpdateSet(state))
    .execute()
}

/** Nothing is asked for anymore. Returns whether new invoices were paused. */
export const liftPause = async (tx: Tx, merchantId: number): Promise<boolean> => {
  const { rows } = await sql<{ wasPaused: boolean }>`
    with before as (select merchant_id, paused_at from fee_pauses where merchant_id = ${merchantId} for no key update)
    update fee_pauses p set paused_at = null, above_since = null from before b
    where p.merchant_id = b.merchant_id and (p.paused_at is not null or p.above_since is not null)
    returning b.paused_at is not null as was_paused`.execute(tx)
  return rows[0]?.wasPaused ?? false
}
