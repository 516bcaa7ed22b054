import { sql } from 'kysely'
import type { Db } from './connect.ts'
import type { Tx } from './transaction.ts'

export const findFundingAddress = async (db: Db): Promise<string | undefined> => {
  const row = await db.selectFrom('platform').select('fundingAddress').executeTakeFirst()
  return row?.fundingAddress ?? undefined
}

/** Of several servers the first decides. */
export const saveFundingAddress = (db: Db, address: string) =>
  db.updateTable('platform').set({ fundingAddress: address }).where('fundingAddress', 'is', null).execute()

/** An address that was paid to is not shown again. */
export const dropUsedFundingAddress = (tx: Tx, usedAddresses: readonly string[]) =>
  sql`update platform set funding_address = null where funding_address = any(${[...usedAddresses]}::text[])`.execute(tx)
