import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

export type Unsent = { recipient: string; subject: string }

/** Tries a letter again from the beginning, whether it was given up or only waits for its next attempt. */
export const retryLetter = async (tx: Tx, id: number): Promise<Unsent | undefined> => {
  const { rows } = await sql<Unsent>`
    update mail_outbox set status = 'waiting', attempts = 0, next_attempt_at = app_now()
    where id = ${id} and (status = 'failed' or (status = 'waiting' and attempts > 0))
    returning recipient, subject`.execute(tx)
  return rows[0]
}

/** Nobody wants it to be sent any more. */
export const dropLetter = async (tx: Tx, id: number): Promise<Unsent | undefined> => {
  const { rows } = await sql<Unsent>`
    update mail_outbox set status = 'dropped'
    where id = ${id} and (status = 'failed' or (status = 'waiting' and attempts > 0))
    returning recipient, subject`.execute(tx)
  return rows[0]
}
