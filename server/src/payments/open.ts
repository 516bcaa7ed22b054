import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** On-chain transactions of a merchant that may still change and are not among those shown, those asked for longest ago first. */
export const findOpenTransactions = async (db: Db, merchantId: number, shown: ReadonlySet<string>, most: number) => {
  const { rows } = await sql<{ id: number; txid: string; disputed: boolean; isLongGone: boolean }>`
    select id, txid, disputed, coalesce(vanished_at < app_now() - ${sql.lit(longGone)}::interval, false) as is_long_gone
    from transactions
    where merchant_id = ${merchantId} and not final and method = 'on-chain' and status <> 'failed'
      and txid <> all(${[...shown]}::text[])
    order by looked_up_at nulls first, id limit ${most}`.execute(db)
  return rows
}

/**
 * A wallet that has not known a transaction for this long has seen some 36 blocks without it. Where nobody can tell
 * which transaction took its coins, it counts as lost; should it confirm after all, it counts again.
 */
const longGone = '6 hours'

export const markLookedUp = async (db: Db, id: number) => {
  await sql`update transactions set looked_up_at = app_now() where id = ${id}`.execute(db)
}

export const lockTransaction = (tx: Tx, id: number) =>
  tx.selectFrom('transactions').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
