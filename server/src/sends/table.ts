import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Sends, SendVersions } from '../platform/db/types.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'

const sendKinds = ['withdrawal', 'refund', 'payout', 'sweep', 'loop-out', 'bump'] as const
export type SendKind = (typeof sendKinds)[number]
export type SendStatus = 'requested' | 'signed' | 'broadcast' | 'confirmed' | 'failed' | 'cancelled'

export type Send = Omit<Selectable<Sends>, 'kind' | 'status' | 'networkFeeFrom'> & {
  kind: SendKind
  status: SendStatus
  networkFeeFrom: 'wallet' | 'amount'
}

export const findSend = async (db: Db, id: number): Promise<Send | undefined> =>
  (await db.selectFrom('sends').selectAll().where('id', '=', id).executeTakeFirst()) as Send | undefined

export const getSend = async (db: Db, id: number): Promise<Send> => {
  const send = await findSend(db, id)
  if (!send) throw new Error(`there is no send ${id}`)
  return send
}

export const lockSend = async (tx: Tx, id: number): Promise<Send> =>
  (await tx.selectFrom('sends').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()) as Send

/** One request for each key at a time, until the transaction ends; whoever waited finds what the first one wrote. */
export const lockKey = async (tx: Tx, idempotencyKey: string) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`send:${idempotencyKey}`}, 0))`.execute(tx)
}

export const findSendByKey = async (db: Db, idempotencyKey: string): Promise<Send | undefined> =>
  (await db.selectFrom('sends').selectAll().where('idempotencyKey', '=', idempotencyKey).executeTakeFirst()) as
    | Send
    | undefined

export type NewSend = {
  kind: SendKind
  storeRef: number
  merchantId?: number | undefined
  partnerId?: number | undefined
  loopOutId?: number | undefined
  bumps?: number | undefined
  address: string
  amountSats: bigint
  amountUsd: string
  btcPrice: string
  networkFeeFrom: 'wallet' | 'amount'
  feeRate: string
  networkFeeReserveSats: bigint
  platformFeeSats?: bigint | undefined
  partnerFeeSats?: bigint | undefined
  description?: string | undefined
  requestedBy: string
  idempotencyKey: string
  inputHash: string
}

export const insertSend = async (tx: Tx, send: NewSend): Promise<Send> =>
  (await tx
    .insertInto('sends')
    .values({
      kind: send.kind,
      storeRef: send.storeRef,
      merchantId: send.merchantId ?? null,
      partnerId: send.partnerId ?? null,
      loopOutId: send.loopOutId ?? null,
      bumps: send.bumps ?? null,
      address: send.address,
      amountSats: send.amountSats,
      amountUsd: send.amountUsd,
      btcPrice: send.btcPrice,
      networkFeeFrom: send.networkFeeFrom,
      feeRate: send.feeRate,
      networkFeeReserveSats: send.networkFeeReserveSats,
      platformFeeSats: send.platformFeeSats ?? 0n,
      partnerFeeSats: send.partnerFeeSats ?? 0n,
      description: send.description ?? null,
      requestedBy: send.requestedBy,
      idempotencyKey: send.idempotencyKey,
      inputHash: send.inputHash,
    })
    .returningAll()
    .executeTakeFirstOrThrow()) as Send

export type ReservedCoin = { outpoint: string; amountSats: bigint }

export const findReserved = (db: Db, sendId: number): Promise<ReservedCoin[]> =>
  db
    .selectFrom('reservedCoins')
    .select(['outpoint', 'amountSats'])
    .where('sendId', '=', sendId)
    .where('releasedAt', 'is', null)
    .orderBy('outpoint')
    .execute()

/** Coins of a store that other sends have taken. */
export const findTaken = async (db: Db, storeRef: number, exceptSendId: number): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('reservedCoins')
    .select('outpoint')
    .where('storeRef', '=', storeRef)
    .where('sendId', '<>', exceptSendId)
    .where('releasedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ outpoint }) => outpoint))
}

/** Takes coins for a send. The database refuses one that another send has (reserved_coins_once). */
export const reserveCoins = async (
  tx: Tx,
  send: { id: number; storeRef: number },
  coins: readonly ReservedCoin[],
): Promise<void> => {
  for (const { outpoint, amountSats } of [...coins].sort((a, b) => (a.outpoint < b.outpoint ? -1 : 1))) {
    await tx
      .insertInto('reservedCoins')
      .values({ sendId: send.id, storeRef: send.storeRef, outpoint, amountSats })
      .onConflict((conflict) =>
        conflict.constraint('reserved_coins_unique').doUpdateSet({ releasedAt: null, amountSats }),
      )
      .execute()
  }
}

/** Gives coins back: all of a send's, or those that it turned out not to need. */
export const releaseCoins = (tx: Tx, sendId: number, except: readonly string[] = []) =>
  tx
    .updateTable('reservedCoins')
    .set({ releasedAt: tx.now })
    .where('sendId', '=', sendId)
    .where('releasedAt', 'is', null)
    .where(sql<boolean>`outpoint <> all(${except}::text[])`)
    .execute()

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

export type SendVersion = Selectable<SendVersions>

/** Newest first. */
export const findVersions = (db: Db, sendId: number): Promise<SendVersion[]> =>
  db.selectFrom('sendVersions').selectAll().where('sendId', '=', sendId).orderBy('version', 'desc').execute()

/** Whether a transaction is written down as one of ours, for whichever send. */
export const isVersion = async (db: Db, txid: string): Promise<boolean> =>
  (await db.selectFrom('sendVersions').select('sendId').where('txid', '=', txid).executeTakeFirst()) !== undefined

export const saveVersion = async (
  tx: Tx,
  sendId: number,
  version: {
    txid: string
    rawTransaction: string | null
    networkFeeSats: bigint
    payeeSats: bigint
    vbytes: number
    change: { outpoint: string; amountSats: bigint } | undefined
  },
) => {
  const [latest] = await findVersions(tx, sendId)
  await tx
    .insertInto('sendVersions')
    .values({
      sendId,
      version: (latest?.version ?? 0) + 1,
      txid: version.txid,
      rawTransaction: version.rawTransaction,
      networkFeeSats: version.networkFeeSats,
      payeeSats: version.payeeSats,
      vbytes: version.vbytes,
      changeOutpoint: version.change?.outpoint ?? null,
      changeSats: version.change?.amountSats ?? null,
    })
    .execute()
}

const delayed = 'It takes longer than usual. It is tried again until it is through, and paid once.'

/** What is written down about a send on its way is for operators. Who waits for it is told that it is looked after. */
export const problemOfSend = ({ status, problem }: { status: string; problem: string | null }) =>
  problem === null || status === 'failed' || status === 'cancelled' ? problem : delayed

/** The transaction that pays a send: what the payee gets by it, and what the network took. */
export const getPaidVersion = async (tx: Tx, send: Send): Promise<SendVersion> => {
  const version = (await findVersions(tx, send.id)).find(({ txid }) => txid === send.txid)
  if (!version) throw new Error(`send ${send.id} has no transaction ${send.txid}`)
  return version
}
