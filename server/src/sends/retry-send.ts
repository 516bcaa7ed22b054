import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** What an operator may decide on: whatever does not get on by itself. */
export const findStuckSend = async (tx: Tx, id: number) => {
  const { rows } = await sql<{ kind: string; merchantId: number | null; problem: string }>`
    select kind, merchant_id, problem from sends where id = ${id} and final_at is null and problem is not null`.execute(
    tx,
  )
  return rows[0]
}

/** Goes on now with what waits for its next attempt, as if it were the first. Undefined where nothing is stuck. */
export const retrySend = async (tx: Tx, id: number) => {
  const { rows } = await sql<{ kind: string; status: string; problem: string | null }>`
    update sends set due_at = app_now(), attempts = 0 where id = ${id} and final_at is null and problem is not null
    returning kind, status, problem`.execute(tx)
  return rows[0]
}
