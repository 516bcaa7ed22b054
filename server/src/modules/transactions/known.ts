import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** Whether all of these were seen and are too deep to change: then nothing older can be new. */
export const areFinal = async (db: Db, merchantId: number, page: readonly { txid: string }[]): Promise<boolean> => {
  const txids = [...new Set(page.map(({ txid }) => txid))]
  const { rows } = await sql<{ count: bigint }>`
    select count(distinct txid) as count from transactions
    where merchant_id = ${merchantId} and txid = any(${txids}::text[]) and final`.execute(db)
  return rows[0]?.count === BigInt(txids.length)
}

/** What is written down of the coins that a transaction brought. */
export const findIncomingParts = (tx: Tx, merchantId: number, txid: string) =>
  tx
    .selectFrom('transactions')
    .select(['engineKey', 'amount'])
    .where('merchantId', '=', merchantId)
    .where('txid', '=', txid)
    .where('type', '=', 'incoming')
    .execute()

/** How deep a transaction was when we looked last; empty when it cannot change any more. */
export const findDepths = (tx: Tx, merchantId: number, txid: string) =>
  tx
    .selectFrom('transactions')
    .select(['id', 'confirmations'])
    .where('merchantId', '=', merchantId)
    .where('txid', '=', txid)
    .where('method', '=', 'on-chain')
    .where('final', '=', false)
    .execute()
