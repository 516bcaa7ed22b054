import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'
import type { Send } from './table.ts'

/** Stores from which something is due to be sent or looked after, but those that somebody is at already. */
export const findStoresWithDueSends = async (
  db: Db,
  most: number,
  except: readonly number[] = [],
  lane: string | null = null,
): Promise<number[]> => {
  const { rows } = await sql<{ storeRef: number }>`
    select store_ref from sends x join stores s on s.id = x.store_ref
    where x.final_at is null and x.due_at <= app_now() and x.store_ref <> all(${[...except]}::int[])
      and (${lane}::text is null or store_lane(s) = ${lane})
      and not ${isWaiting('send-money', sql`x.store_ref::text`)}
    group by x.store_ref order by min(x.due_at) limit ${most}`.execute(db)
  return rows.map(({ storeRef }) => storeRef)
}

export const findDueSends = async (db: Db, storeRef: number, most: number): Promise<Send[]> => {
  const { rows } = await sql<Send>`
    select * from sends where store_ref = ${storeRef} and final_at is null and due_at <= app_now()
    order by id limit ${most}`.execute(db)
  return rows
}

/** It did not get on: why, for an operator to read, and when to try again. Pauses grow to a minute. */
export const noteProblem = async (db: Db, sendId: number, problem: string) => {
  await sql`
    update sends set problem = ${problem.slice(0, 500)}, attempts = attempts + 1,
      due_at = app_now() + make_interval(secs => least(60, 2 ^ least(attempts, 6)))
    where id = ${sendId} and final_at is null`.execute(db)
}

export const setDue = async (db: Db, sendId: number, inSeconds: number) => {
  await sql`update sends set due_at = app_now() + make_interval(secs => ${inSeconds}) where id = ${sendId}`.execute(db)
}

export const markSigned = (tx: Tx, sendId: number, signed: { txid: string; networkFeeSats: bigint }) =>
  tx
    .updateTable('sends')
    .set({
      status: 'signed',
      txid: signed.txid,
      networkFeeSats: signed.networkFeeSats,
      signedAt: tx.now,
      dueAt: tx.now,
      attempts: 0,
      problem: null,
    })
    .where('id', '=', sendId)
    .execute()

/** How long a broadcast transaction is left alone before somebody looks whether it is still there. */
const lookAfterSeconds = 30

export const markBroadcast = async (tx: Tx, sendId: number): Promise<Send | undefined> =>
  (await tx
    .updateTable('sends')
    .set({
      status: 'broadcast',
      broadcastAt: sql<Date>`coalesce(broadcast_at, app_now())`,
      dueAt: sql<Date>`app_now() + make_interval(secs => ${lookAfterSeconds})`,
      attempts: 0,
      problem: null,
    })
    .where('id', '=', sendId)
    .where('status', '=', 'signed')
    .returningAll()
    .executeTakeFirst()) as Send | undefined

/** Ended for good: nothing of it can reach the chain any more, or it was called off before it was signed. */
export const markEnded = (tx: Tx, sendId: number, ended: { status: 'failed' | 'cancelled'; problem: string | null }) =>
  tx
    .updateTable('sends')
    .set({ status: ended.status, problem: ended.problem, finalAt: tx.now, confirmations: 0, blockHeight: null })
    .where('id', '=', sendId)
    .execute()
