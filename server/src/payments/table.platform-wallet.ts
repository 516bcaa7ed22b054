import { type Selectable, sql } from 'kysely'
import { finalDepth } from '../platform/bitcoin/final-depth.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PlatformTransactions } from '../platform/db/types.ts'

export type PlatformTransaction = Selectable<PlatformTransactions>

/** Whether all of these are too deep to change: then nothing older can be new. */
export const areFinalOnPlatform = async (db: Db, page: readonly { txid: string }[]): Promise<boolean> => {
  const txids = page.map(({ txid }) => txid)
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from platform_transactions
    where txid = any(${txids}::text[]) and confirmations >= ${finalDepth}`.execute(db)
  return rows[0]?.count === BigInt(new Set(txids).size)
}

/** Saves what a transaction changed in the wallet and its depth. Returns the row before and after. */
export const savePlatformTransaction = async (
  tx: Tx,
  seen: { txid: string; amountSats: bigint; confirmations: number; seenAt: Date },
): Promise<{ row: PlatformTransaction; isNew: boolean; moved: boolean }> => {
  const known = await tx.selectFrom('platformTransactions').selectAll().where('txid', '=', seen.txid).executeTakeFirst()
  if (known) {
    const confirmations = Math.min(seen.confirmations, finalDepth)
    if (known.confirmations === confirmations) return { row: known, isNew: false, moved: false }
    await tx.updateTable('platformTransactions').set({ confirmations }).where('txid', '=', seen.txid).execute()
    return { row: { ...known, confirmations }, isNew: false, moved: true }
  }
  const row = await tx
    .insertInto('platformTransactions')
    .values({
      ...seen,
      confirmations: Math.min(seen.confirmations, finalDepth),
      sendId: await sendOf(tx, seen.txid),
      bookings: await countBookings(tx, seen.txid),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, isNew: true, moved: true }
}

/** How often it was booked before its row was deleted. Each booking has a unique name forever. */
const countBookings = async (tx: Tx, txid: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_transfers
    where kind = 'capital' and reference = any(select ${txid} || '#' || n from generate_series(1, 1000) n)`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Finds the send of a transaction that was not known to be a send when the wallet first showed it. */
export const findSendSince = async (tx: Tx, row: PlatformTransaction): Promise<number | null> =>
  row.sendId ?? (await sendOf(tx, row.txid))

const sendOf = async (tx: Tx, txid: string): Promise<number | null> => {
  const { rows } = await sql<{ sendId: number }>`select send_id from send_versions where txid = ${txid}`.execute(tx)
  return rows[0]?.sendId ?? null
}

/** The change in the platform's wallet that is booked for the send of a transaction. */
export const getExpectedChange = async (tx: Tx, txid: string): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint | null }>`select expected_in_platform_wallet(${txid}) as sats`.execute(tx)
  return rows[0]?.sats ?? 0n
}

export const markExplained = async (tx: Tx, row: PlatformTransaction, transferId: bigint | null) => {
  await tx
    .updateTable('platformTransactions')
    .set({ transferId, bookings: transferId === null ? row.bookings : row.bookings + 1 })
    .where('txid', '=', row.txid)
    .execute()
}

/**
 * Remembers what left the wallet without a send of ours, until somebody has said what it was. It is asked about once. What
 * a wallet paid before this platform had it isn't asked about.
 */
export const saveSpending = async (tx: Tx, { txid, seenAt }: PlatformTransaction) => {
  await sql`
    insert into platform_spendings (txid)
    select ${txid} from stores where merchant_id is null and created_at - interval '1 hour' <= ${seenAt}
    on conflict do nothing`.execute(tx)
}

/** Returns whether nobody has decided before. */
export const markSpendingDecided = async (
  tx: Tx,
  txid: string,
  decided: { decision: 'own' } | { decision: 'send'; sendId: number },
): Promise<boolean> => {
  const row = await tx
    .updateTable('platformSpendings')
    .set({ ...decided, decidedAt: tx.now })
    .where('txid', '=', txid)
    .where('decision', 'is', null)
    .returning('txid')
    .executeTakeFirst()
  return row !== undefined
}

export const linkToSend = async (tx: Tx, txid: string, sendId: number) => {
  await tx.updateTable('platformTransactions').set({ sendId }).where('txid', '=', txid).execute()
}

/** Transactions that the wallet showed once and may no longer show. */
export const findOpenPlatformTransactions = (tx: Tx): Promise<PlatformTransaction[]> =>
  tx.selectFrom('platformTransactions').selectAll().where('confirmations', '<', finalDepth).execute()

export const forgetPlatformTransaction = (tx: Tx, txid: string) =>
  tx.deleteFrom('platformTransactions').where('txid', '=', txid).execute()
