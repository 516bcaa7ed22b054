import type { Db } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** On-chain transactions of a merchant that may still change. */
export const findOpenTransactions = (db: Db, merchantId: number) =>
  db
    .selectFrom('transactions')
    .select(['id', 'txid', 'disputed'])
    .where('merchantId', '=', merchantId)
    .where('final', '=', false)
    .where('method', '=', 'on-chain')
    .where('status', '<>', 'failed')
    .execute()

export const lockTransaction = (tx: Tx, id: number) =>
  tx.selectFrom('transactions').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
