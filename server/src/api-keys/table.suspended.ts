import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

export type KeyDecision = 'revoke' | 'work'

/** Decides whether a key that a restore brought back works again. Null: it is undecided again. */
export const decideSuspended = (tx: Tx, restoreId: number, keyId: number, decision: KeyDecision | null) =>
  tx
    .updateTable('suspendedApiKeys')
    .set({ decision, decidedAt: decision && tx.now })
    .where('restoreId', '=', restoreId)
    .where('keyId', '=', keyId)
    .where(sql<boolean>`exists (select from api_keys k where k.id = key_id and k.revoked_at is null)`)
    .returning('keyId')
    .executeTakeFirst()

/** Keys that would work if the restore had not suspended them. */
const decidable = sql`k.revoked_at is null and (k.expires_at is null or k.expires_at > app_now())`

export type SuspendedKey = {
  id: number
  name: string
  prefix: string
  scopes: string[]
  merchantId: number
  storeName: string
  ownerEmail: string
  createdBy: string
  decision: KeyDecision | null
  refusedRequests: number
}

export const listSuspended = async (db: Db, restoreId: number): Promise<SuspendedKey[]> => {
  const { rows } = await sql<SuspendedKey>`
    select k.id, k.name, k.prefix, k.scopes, k.merchant_id, m.store_name, m.email as owner_email, k.created_by, s.decision, s.refused_requests
    from suspended_api_keys s join api_keys k on k.id = s.key_id join merchants m on m.id = k.merchant_id
    where s.restore_id = ${restoreId} and ${decidable}
    order by s.refused_requests desc, m.store_name, k.id`.execute(db)
  return rows
}

export const countSuspended = async (db: Db, restoreId: number): Promise<{ total: number; left: number }> => {
  const { rows } = await sql<{ total: number; left: number }>`
    select count(*)::integer as total, count(*) filter (where s.decision is null)::integer as left
    from suspended_api_keys s join api_keys k on k.id = s.key_id
    where s.restore_id = ${restoreId} and ${decidable}`.execute(db)
  return rows[0] ?? { total: 0, left: 0 }
}
