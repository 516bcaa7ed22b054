import type { Db } from '../../platform/db/connect.ts'

/** Amounts in satoshis as strings: JSON has no integers of that size. */
export type Details = {
  feeSats: bigint
  sizeBytes: number
  weightUnits: number
  inputs: { address: string | null; sats: string; previousTxid: string; previousIndex: number }[]
  outputs: { address: string | null; sats: string; index: number }[]
}

export const findDetails = async (db: Db, txid: string): Promise<Details | undefined> => {
  const row = await db.selectFrom('transactionDetails').selectAll().where('txid', '=', txid).executeTakeFirst()
  if (!row) return undefined
  return { ...row, inputs: row.inputs as Details['inputs'], outputs: row.outputs as Details['outputs'] }
}

export const saveDetails = (db: Db, txid: string, details: Details) =>
  db
    .insertInto('transactionDetails')
    .values({
      txid,
      feeSats: details.feeSats,
      sizeBytes: details.sizeBytes,
      weightUnits: details.weightUnits,
      inputs: JSON.stringify(details.inputs),
      outputs: JSON.stringify(details.outputs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Transactions of which nothing but the amount is known yet. */
export const findWithoutDetails = async (db: Db, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('transactions')
    .select('txid')
    .distinct()
    .where('method', '=', 'on-chain')
    .where('status', '<>', 'failed')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('transactionDetails')
            .select('txid')
            .whereRef('transactionDetails.txid', '=', 'transactions.txid'),
        ),
      ),
    )
    .limit(most)
    .execute()
  return rows.map(({ txid }) => txid)
}
