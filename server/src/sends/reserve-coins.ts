import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

export type ReservedCoin = { outpoint: string; amountSats: bigint }

export const findReserved = (db: Db, sendId: number): Promise<ReservedCoin[]> =>
  db
    .selectFrom('reservedCoins')
    .select(['outpoint', 'amountSats'])
    .where('sendId', '=', sendId)
    .where('releasedAt', 'is', null)
    .orderBy('outpoint')
    .execute()

/** Coins of a store that other sends have taken. */
export const findTaken = async (db: Db, storeRef: number, exceptSendId: number): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('reservedCoins')
    .select('outpoint')
    .where('storeRef', '=', storeRef)
    .where('sendId', '<>', exceptSendId)
    .where('releasedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ outpoint }) => outpoint))
}

/** Takes coins for a send. The database refuses one that another send has (reserved_coins_once). */
export const reserveCoins = async (
  tx: Tx,
  send: { id: number; storeRef: number },
  coins: readonly ReservedCoin[],
): Promise<void> => {
  for (const { outpoint, amountSats } of [...coins].sort((a, b) => (a.outpoint < b.outpoint ? -1 : 1))) {
    await tx
      .insertInto('reservedCoins')
      .values({ sendId: send.id, storeRef: send.storeRef, outpoint, amountSats })
      .onConflict((conflict) =>
        conflict.constraint('reserved_coins_unique').doUpdateSet({ releasedAt: null, amountSats }),
      )
      .execute()
  }
}

/** Gives coins back: all of a send's, or those that it turned out not to need. */
export const releaseCoins = (tx: Tx, sendId: number, except: readonly string[] = []) =>
  tx
    .updateTable('reservedCoins')
    .set({ releasedAt: tx.now })
    .where('sendId', '=', sendId)
    .where('releasedAt', 'is', null)
    .where(sql<boolean>`outpoint <> all(${except}::text[])`)
    .execute()
