import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/**
 * A merchant's name as emails show it. A name from before names were checked could carry a link or speak for the
 * platform, so it isn't shown until an administrator allows it.
 */
export const findMailName = async (db: Db | Tx, merchantId: number, name: string): Promise<string> => {
  const { rows } = await sql<{ problem: string | null }>`
    select open_name_problem(${merchantId}, ${name}) as problem`.execute(db)
  return rows[0]?.problem ? 'a merchant' : name
}
