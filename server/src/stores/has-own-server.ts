import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** Whether a merchant's store is on another server than the platform's own store: nothing that it says is proof. */
export const hasOwnServer = async (db: Db, merchantId: number): Promise<boolean> => {
  const { rows } = await sql<{ own: boolean }>`select has_own_server(${merchantId}) as own`.execute(db)
  return rows[0]?.own ?? true
}
