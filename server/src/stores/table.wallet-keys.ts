import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** Keeps the account keys of a wallet. Returns false if any of them is in use or was: then none is new. */
export const claimWalletKeys = async (
  tx: Tx,
  { merchantId, storeRef }: { merchantId: number | null; storeRef: number | null },
  hashes: readonly Buffer[],
): Promise<boolean> => {
  const claimed = await tx
    .insertInto('walletKeys')
    // Whoever claims the same keys waits in the same order.
    .values([...hashes].sort(Buffer.compare).map((keyHash) => ({ keyHash, merchantId, storeRef })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('keyHash')
    .execute()
  return claimed.length === hashes.length
}

/** Where each of these keys is in use, or was. */
export const findWalletKeys = (db: Db, hashes: readonly Buffer[]) =>
  db
    .selectFrom('walletKeys')
    .select(['keyHash', 'merchantId', 'storeRef'])
    .where('keyHash', 'in', [...hashes])
    .execute()

/** The keys that were waiting for this store. */
export const assignWalletKeys = (tx: Tx, merchantId: number, storeRef: number) =>
  tx
    .updateTable('walletKeys')
    .set({ storeRef })
    .where('merchantId', '=', merchantId)
    .where('storeRef', 'is', null)
    .execute()

/** Forgets keys that no store has used. */
export const releaseWalletKeys = (tx: Tx, merchantId: number) =>
  tx.deleteFrom('walletKeys').where('merchantId', '=', merchantId).where('storeRef', 'is', null).execute()

/** Whether any store here has handed out one of these addresses, or was paid at it. */
export const isAnyAddressKnown = async (db: Db, addresses: readonly string[]): Promise<boolean> => {
  const { rows } = await sql`
    (select from store_addresses where address = any(${[...addresses]}::text[]) limit 1)
    union all
    (select from transactions where address = any(${[...addresses]}::text[]) limit 1)`.execute(db)
  return rows.length > 0
}
