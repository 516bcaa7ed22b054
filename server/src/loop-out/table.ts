import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { LightningLoopOutRequests } from '../platform/db/types.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'

type Progress = Partial<
  Pick<
    LoopOut,
    | 'status'
    | 'adminNotes'
    | 'processedBy'
    | 'processedAt'
    | 'carriedOut'
    | 'firstLeg'
    | 'invoiceId'
    | 'bolt11'
    | 'paymentHash'
    | 'sendAttempts'
    | 'problem'
    | 'toldAt'
    | 'dueAt'
  >
>

/** Saves the progress of a request. The caller holds the row's lock and has checked it. */
export const saveProgress = async (tx: Tx, id: number, progress: Progress) => {
  await tx.updateTable('lightningLoopOutRequests').set(progress).where('id', '=', id).execute()
}

/** Marks a request whose platform payment confirmed. Returns undefined if it was marked before. */
export const markCompletedByPlatform = async (tx: Tx, id: number): Promise<LoopOut | undefined> =>
  await tx
    .updateTable('lightningLoopOutRequests')
    .set({ status: 'completed', carriedOut: 'by-platform', processedAt: tx.now, problem: null })
    .where('id', '=', id)
    .where('status', '=', 'executing')
    .returningAll()
    .executeTakeFirst()

export const saveLoopOutProblem = async (db: Db, id: number, problem: string | null, inSeconds: number) => {
  await sql`
    update lightning_loop_out_requests set problem = ${problem?.slice(0, 500) ?? null},
      due_at = app_now() + make_interval(secs => ${inSeconds})
    where id = ${id}`.execute(db)
}

/** Claims requests that the platform completed and whose merchants were not notified yet. */
export const claimUnnotifiedLoopOuts = async (tx: Tx, most: number): Promise<LoopOut[]> => {
  const { rows } = await sql<LoopOut>`
    update lightning_loop_out_requests set told_at = app_now()
    where id in (
      select id from lightning_loop_out_requests where status = 'completed' and told_at is null
      order by id limit ${most} for update skip locked
    ) returning *`.execute(tx)
  return rows
}

const claimSeconds = 60

/** When the next request is due, or now if a merchant must be notified. */
export const loopOutsDueAt = sql`least(
  (select min(due_at) from lightning_loop_out_requests where status = 'executing'),
  (select app_now() from lightning_loop_out_requests where status = 'completed' and told_at is null order by id limit 1))`

/**
 * Claims requests, so that two processes don't work on the same one: those whose first leg is to be paid, and those
 * whose second leg has no payment that could still arrive.
 */
export const claimDueLoopOuts = async (db: Db, most: number, lane: string | null = null): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update lightning_loop_out_requests set due_at = app_now() + make_interval(secs => ${claimSeconds})
    where id in (
      select l.id from lightning_loop_out_requests l
      where l.due_at <= app_now() and (
        (l.status = 'executing' and l.first_leg = 'awaiting-payment')
        or (l.first_leg = 'taken' and not exists (
          select from sends s where s.loop_out_id = l.id and s.status not in ('failed', 'cancelled'))))
        and (${lane}::text is null or coalesce(
          (select store_lane(s) from stores s where s.merchant_id = l.merchant_id and s.standing = 'current'), 'platform') = ${lane})
        and not ${isWaiting('loop-outs', sql`l.id::text`)}
      order by l.due_at limit ${most} for update skip locked
    ) returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export type LoopOut = Omit<Selectable<LightningLoopOutRequests>, 'status' | 'node' | 'firstLeg' | 'carriedOut'> & {
  status: 'pending' | 'executing' | 'completed' | 'rejected' | 'cancelled'
  node: 'shared' | 'own'
  firstLeg: 'awaiting-payment' | 'taken' | null
  carriedOut: 'by-hand' | 'by-platform' | null
}

/** A second open request of a merchant violates `loop_out_one_open`. */
export const insertLoopOut = async (
  tx: Tx,
  request: {
    merchantId: number
    balanceSats: bigint
    amountSats: bigint
    node: 'shared' | 'own'
    /** Whose node holds the balance, or is paid by the merchant's own. */
    engineId: number
    priceCents: bigint
    address: string
    requestedBy: string
  },
): Promise<LoopOut> =>
  await tx
    .insertInto('lightningLoopOutRequests')
    .values({
      merchantId: request.merchantId,
      lightningBalanceBtc: fromSats(request.balanceSats),
      lightningBalanceUsd: fromCents(centsOfSats(request.balanceSats, request.priceCents)),
      amountSats: request.amountSats,
      node: request.node,
      engineId: request.engineId,
      btcPrice: fromCents(request.priceCents),
      onChainAddress: request.address,
      requestedBy: request.requestedBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findLoopOut = async (db: Db, id: number): Promise<LoopOut | undefined> =>
  await db.selectFrom('lightningLoopOutRequests').selectAll().where('id', '=', id).executeTakeFirst()

export const lockLoopOut = async (tx: Tx, id: number): Promise<LoopOut | undefined> =>
  await tx.selectFrom('lightningLoopOutRequests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const hasOpenLoopOut = async (db: Db, merchantId: number): Promise<boolean> => {
  const open = await db
    .selectFrom('lightningLoopOutRequests')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('status', 'in', ['pending', 'executing'])
    .executeTakeFirst()
  return open !== undefined
}
