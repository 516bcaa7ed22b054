import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { TransactionRow } from '../transactions/table.ts'

/** How many of these are new, and whether all were seen and are too deep to change: then nothing older can be new. */
export const examinePage = async (
  db: Db,
  merchantId: number,
  page: readonly { txid: string }[],
): Promise<{ unknown: number; isFinal: boolean }> => {
  const txids = [...new Set(page.map(({ txid }) => txid))]
  const { rows } = await sql<{ known: bigint; final: bigint }>`
    select count(distinct txid) as known, count(distinct txid) filter (where final) as final from transactions
    where merchant_id = ${merchantId} and txid = any(${txids}::text[])`.execute(db)
  const [found] = rows
  return { unknown: txids.length - Number(found?.known ?? 0n), isFinal: found?.final === BigInt(txids.length) }
}

export type Known = Pick<
  TransactionRow,
  | 'id'
  | 'txid'
  | 'type'
  | 'engineKey'
  | 'amount'
  | 'status'
  | 'confirmations'
  | 'blockHeight'
  | 'disputed'
  | 'final'
  | 'booked'
>

/** What is written down of these transactions, by their hash: one question for a whole wallet. */
export const findKnown = async (
  tx: Tx,
  merchantId: number,
  txids: readonly string[],
): Promise<Map<string, Known[]>> => {
  const { rows } = await sql<Known>`
    select id, txid, type, engine_key, amount, status, confirmations, block_height, disputed, final, booked
    from transactions
    where merchant_id = ${merchantId} and method = 'on-chain' and txid = any(${[...txids]}::text[])`.execute(tx)
  const known = new Map<string, Known[]>()
  for (const row of rows) known.set(row.txid, [...(known.get(row.txid) ?? []), row])
  return known
}
