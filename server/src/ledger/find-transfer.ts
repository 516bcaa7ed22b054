import type { Db } from '../platform/db/connect.ts'

export const findTransfer = async (db: Db, kind: string, reference: string): Promise<bigint | undefined> =>
  (
    await db
      .selectFrom('ledgerTransfers')
      .select('id')
      .where('kind', '=', kind)
      .where('reference', '=', reference)
      .executeTakeFirst()
  )?.id
