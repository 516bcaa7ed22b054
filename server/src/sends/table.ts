import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Sends, SendVersions } from '../platform/db/types.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'

type SendRow = Selectable<Sends>
export type SendKind = SendRow['kind']

type Whose = {
  merchantId: number | null
  partnerId: number | null
  loopOutId: number | null
  bumps: number | null
  cancels: number | null
}
type Nobodys = { [Name in keyof Whose]: null }
type SendOf<Kind extends SendKind, Owned extends Partial<Whose>> = Omit<SendRow, 'kind' | keyof Whose> & {
  kind: Kind
} & Omit<Nobodys, keyof Owned> &
  Owned

/** The kind of a send decides whose money it moves. */
export type SendByKind = {
  withdrawal: SendOf<'withdrawal', { merchantId: number }>
  refund: SendOf<'refund', { merchantId: number }>
  payout: SendOf<'payout', { partnerId: number }>
  sweep: SendOf<'sweep', { merchantId: number }>
  'loop-out': SendOf<'loop-out', { merchantId: number; loopOutId: number }>
  bump: SendOf<'bump', { merchantId: number | null; bumps: number }>
  cancel: SendOf<'cancel', { merchantId: number; cancels: number }>
}
export type Send = SendByKind[SendKind]

export const toSend = (row: SendRow): Send => {
  const { kind, merchantId, partnerId, loopOutId, bumps, cancels, ...rest } = row
  const nobodys: Nobodys = { merchantId: null, partnerId: null, loopOutId: null, bumps: null, cancels: null }
  const required = (id: number | null): number => {
    if (id === null) throw new Error(`send ${row.id} (${kind}) is nobody's`)
    return id
  }
  switch (kind) {
    case 'withdrawal':
      return { ...rest, ...nobodys, kind, merchantId: required(merchantId) }
    case 'refund':
      return { ...rest, ...nobodys, kind, merchantId: required(merchantId) }
    case 'sweep':
      return { ...rest, ...nobodys, kind, merchantId: required(merchantId) }
    case 'payout':
      return { ...rest, ...nobodys, kind, partnerId: required(partnerId) }
    case 'loop-out':
      return { ...rest, ...nobodys, kind, merchantId: required(merchantId), loopOutId: required(loopOutId) }
    case 'bump':
      return { ...rest, ...nobodys, kind, merchantId, bumps: required(bumps) }
    case 'cancel':
      return { ...rest, ...nobodys, kind, merchantId: required(merchantId), cancels: required(cancels) }
  }
}

const toSendIfAny = (row: SendRow | undefined) => (row === undefined ? undefined : toSend(row))

/** Whether it only moves coins within their wallet, for a network fee. It pays nobody. */
export const staysInWallet = ({ kind }: { kind: SendKind }) => kind === 'bump' || kind === 'cancel'

export const findSend = async (db: Db, id: number): Promise<Send | undefined> =>
  toSendIfAny(await db.selectFrom('sends').selectAll().where('id', '=', id).executeTakeFirst())

export const getSend = async (db: Db, id: number): Promise<Send> => {
  const send = await findSend(db, id)
  if (!send) throw new Error(`there is no send ${id}`)
  return send
}

export const lockSend = async (tx: Tx, id: number): Promise<Send> =>
  toSend(await tx.selectFrom('sends').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow())

/**
 * One request for each key at a time, until the transaction ends. A request that waited finds what the first one saved.
 */
export const lockKey = async (tx: Tx, idempotencyKey: string) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`send:${idempotencyKey}`}, 0))`.execute(tx)
}

export const findSendByKey = async (db: Db, idempotencyKey: string): Promise<Send | undefined> =>
  toSendIfAny(await db.selectFrom('sends').selectAll().where('idempotencyKey', '=', idempotencyKey).executeTakeFirst())

/** What may still be signed or end. A confirmed send is unsettled first. */
const unsettled = ['requested', 'signed', 'broadcast'] as const

/** Whose money a send moves, as the table requires it of each kind. */
export type SendSubject =
  | { kind: 'withdrawal'; merchantId: number; platformFeeSats?: bigint; partnerFeeSats?: bigint }
  | { kind: 'sweep'; merchantId: number }
  | { kind: 'refund'; merchantId: number; refundId: number }
  | { kind: 'loop-out'; merchantId: number; loopOutId: number }
  | { kind: 'payout'; partnerId: number; platformFeeSats: bigint }
  /** Null: it bumps a send of the platform's own wallet. */
  | { kind: 'bump'; merchantId: number | null; bumps: number }
  /** It spends a coin of a PSBT that was handed out back to its wallet. */
  | { kind: 'cancel'; merchantId: number; cancels: number }

/** What every request for a send says. */
export type SendTerms = {
  storeRef: number
  address: string
  amountSats: bigint
  amountUsd: string
  btcPrice: string
  networkFeeFrom: 'wallet' | 'amount'
  description?: string | undefined
  requestedBy: string
  idempotencyKey: string
  inputHash: string
}

export type NewSend = SendSubject &
  SendTerms & { feeRate: string; networkFeeReserveSats: bigint; networkFeeLimitSats?: bigint }

const ofNobody = { merchantId: null, partnerId: null, loopOutId: null, bumps: null, refundId: null, cancels: null }
const withoutFees = { platformFeeSats: 0n, partnerFeeSats: 0n, networkFeeLimitSats: null }

export const insertSend = async (tx: Tx, newSend: NewSend): Promise<Send> => {
  const send = { ...ofNobody, ...withoutFees, ...newSend }
  const row = await tx
    .insertInto('sends')
    .values({
      kind: send.kind,
      storeRef: send.storeRef,
      merchantId: send.merchantId,
      partnerId: send.partnerId,
      loopOutId: send.loopOutId,
      bumps: send.bumps,
      refundId: send.refundId,
      cancels: send.cancels,
      address: send.address,
      amountSats: send.amountSats,
      amountUsd: send.amountUsd,
      btcPrice: send.btcPrice,
      networkFeeFrom: send.networkFeeFrom,
      feeRate: send.feeRate,
      networkFeeReserveSats: send.networkFeeReserveSats,
      networkFeeLimitSats: send.networkFeeLimitSats,
      platformFeeSats: send.platformFeeSats,
      partnerFeeSats: send.partnerFeeSats,
      description: send.description ?? null,
      requestedBy: send.requestedBy,
      idempotencyKey: send.idempotencyKey,
      inputHash: send.inputHash,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSend(row)
}

/** The keys of sends that were recorded after a restore. The real ones are lost. */
export const forgottenKey = 'forgotten:'
/** Programs repeat a request within days. After that it is another one. */
const repeatDays = 7

/**
 * Gives a request the send that paid it, if a restore lost its key: to the same recipient, and about the same amount,
 * since dollars become other satoshis when the price moves. Each such send is given away once.
 */
export const takeForgottenSend = async (
  tx: Tx,
  order: Pick<SendTerms, 'storeRef' | 'amountSats' | 'idempotencyKey' | 'inputHash'> & {
    kind: SendKind
    merchantId?: number
    partnerId?: number
  },
  addresses: readonly string[],
): Promise<Send | undefined> => {
  const { rows } = await sql<SendRow>`
    update sends set idempotency_key = ${order.idempotencyKey}, input_hash = ${order.inputHash} where id = (
      select id from sends
      where merchant_id is not distinct from ${order.merchantId ?? null}::int
        and partner_id is not distinct from ${order.partnerId ?? null}::int
        and kind = ${order.kind} and store_ref = ${order.storeRef} and starts_with(idempotency_key, ${forgottenKey})
        and status in ('broadcast', 'confirmed') and requested_at > app_now() - make_interval(days => ${repeatDays})
        and address = any(${[...addresses]}::text[])
        and abs(amount_sats - ${order.amountSats}::bigint) <= amount_sats / 10
      order by abs(amount_sats - ${order.amountSats}::bigint), id limit 1 for update)
    returning *`.execute(tx)
  return toSendIfAny(rows[0])
}

export type ReservedCoin = { outpoint: string; amountSats: bigint }

export const findReserved = (db: Db, sendId: number): Promise<ReservedCoin[]> =>
  db
    .selectFrom('reservedCoins')
    .select(['outpoint', 'amountSats'])
    .where('sendId', '=', sendId)
    .where('releasedAt', 'is', null)
    .orderBy('outpoint')
    .execute()

/** Coins of a store that other sends have reserved. */
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

/** Reserves coins for a send. The database refuses one that another send has (reserved_coins_once). */
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

/** Releases coins: all of a send, or those that it did not need. */
export const releaseCoins = (tx: Tx, sendId: number, except: readonly string[] = []) =>
  tx
    .updateTable('reservedCoins')
    .set({ releasedAt: tx.now })
    .where('sendId', '=', sendId)
    .where('releasedAt', 'is', null)
    .where(sql<boolean>`outpoint <> all(${except}::text[])`)
    .execute()

/** Releases coins that were spent already from sends that only planned to spend them. */
export const releaseFromUnsigned = (tx: Tx, storeRef: number, coins: readonly ReservedCoin[]) =>
  sql`update reserved_coins r set released_at = ${tx.now} from sends s
    where s.id = r.send_id and s.status = 'requested' and r.store_ref = ${storeRef} and r.released_at is null
      and r.outpoint = any(${coins.map(({ outpoint }) => outpoint)}::text[])`.execute(tx)

/** When the next send is due. */
export const sendsDueAt = sql`(select min(due_at) from sends where final_at is null)`

/** Stores with sends that are due to be sent or monitored, except those already being worked on. */
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
  const { rows } = await sql<SendRow>`
    select * from sends where store_ref = ${storeRef} and final_at is null and due_at <= app_now()
    order by id limit ${most}`.execute(db)
  return rows.map(toSend)
}

/** Saves why a send could not continue, for operators, and when to retry. Pauses grow to a minute. */
export const saveProblem = async (db: Db, sendId: number, problem: string) => {
  await sql`
    update sends set problem = ${problem.slice(0, 500)}, attempts = attempts + 1,
      due_at = app_now() + make_interval(secs => least(60, 2 ^ least(attempts, 6)))
    where id = ${sendId} and final_at is null`.execute(db)
}

export const setDue = async (db: Db, sendId: number, inSeconds: number) => {
  await sql`update sends set due_at = app_now() + make_interval(secs => ${inSeconds}) where id = ${sendId}`.execute(db)
}

export const setDueAt = async (db: Db, sendId: number, at: Date) => {
  await sql`update sends set due_at = ${at} where id = ${sendId}`.execute(db)
}

/** Before it is signed, and again when its bytes fell out of every mempool. */
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
    .where('status', 'in', unsettled)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`send ${sendId} was settled or ended in the meantime`))

export const setAddress = (tx: Tx, sendId: number, address: string) =>
  tx.updateTable('sends').set({ address }).where('id', '=', sendId).execute()

/** How long after the broadcast we check that a transaction is still there. */
const lookAfterSeconds = 30

export const markBroadcast = async (tx: Tx, sendId: number): Promise<Send | undefined> =>
  toSendIfAny(
    await tx
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
      .executeTakeFirst(),
  )

export type ShownSend = { send: Send; shownTxid: string; shownFeeSats: bigint }

/**
 * Locks the sends that these transactions pay. Fee sweeps are followed through the wallet that they reach, so that the
 * sync of the platform's wallet books everything in it.
 */
export const lockShownSends = async (
  tx: Tx,
  store: { id: number; merchantId: number | null },
  txids: readonly string[],
): Promise<ShownSend[]> => {
  const own = sql`s.store_ref = ${store.id} and s.kind <> 'sweep'`
  const { rows } = await sql<SendRow & { shownTxid: string; shownFeeSats: bigint }>`
    select s.*, v.txid as shown_txid, v.network_fee_sats as shown_fee_sats
    from send_versions v join sends s on s.id = v.send_id
    where v.txid = any(${[...txids]}::text[]) and s.final_at is null
      and (${store.merchantId === null ? sql`${own} or s.kind = 'sweep'` : own})
    order by s.id, v.version for update of s`.execute(tx)
  return rows.map(({ shownTxid, shownFeeSats, ...row }) => ({ send: toSend(row), shownTxid, shownFeeSats }))
}

/** Its depth in the chain now. Deep enough, it is final. */
export const saveSendDepth = (
  tx: Tx,
  send: Send,
  depth: { confirmations: number; blockHeight: number | undefined; isFinal: boolean },
) =>
  tx
    .updateTable('sends')
    .set({
      txid: send.txid,
      networkFeeSats: send.networkFeeSats,
      confirmations: depth.confirmations,
      blockHeight: depth.blockHeight ?? null,
      ...(depth.isFinal ? { finalAt: tx.now } : {}),
    })
    .where('id', '=', send.id)
    .execute()

export const markConfirmed = async (tx: Tx, send: Send, transferId: bigint | null): Promise<Send> => {
  const row = await tx
    .updateTable('sends')
    .set({
      status: 'confirmed',
      transferId,
      bookings: send.bookings + 1,
      confirmedAt: tx.now,
      txid: send.txid,
      networkFeeSats: send.networkFeeSats,
      problem: null,
    })
    .where('id', '=', send.id)
    .where('status', '<>', 'confirmed')
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Error(`send ${send.id} was settled by someone else in the meantime`)
  return toSend(row)
}

/** A reorganization removed it: it is pending again. */
export const markUnconfirmed = async (tx: Tx, send: Send): Promise<Send> => {
  const row = await tx
    .updateTable('sends')
    .set({ status: 'broadcast', transferId: null, confirmedAt: null, dueAt: tx.now })
    .where('id', '=', send.id)
    .where('status', '=', 'confirmed')
    .where('bookings', '=', send.bookings)
    .returningAll()
    .executeTakeFirstOrThrow(() => new Error(`send ${send.id} isn’t settled`))
  return toSend(row)
}

/** The code that the withdrawal was requested with. */
export const setPromoCode = (tx: Tx, sendId: number, promoCodeId: number) =>
  tx.updateTable('sends').set({ promoCodeId }).where('id', '=', sendId).execute()

/** Ended permanently: nothing of it can reach the chain any more, or it was canceled before it was signed. */
export const markEnded = (tx: Tx, sendId: number, ended: { status: 'failed' | 'cancelled'; problem: string | null }) =>
  tx
    .updateTable('sends')
    .set({ status: ended.status, problem: ended.problem, finalAt: tx.now, confirmations: 0, blockHeight: null })
    .where('id', '=', sendId)
    .where('status', 'in', unsettled)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Error(`send ${sendId} was settled or ended in the meantime`))

/** A send that does not continue by itself, which an operator may decide on. */
export const findStuckSend = async (tx: Tx, id: number) => {
  const { rows } = await sql<{ kind: string; merchantId: number | null; problem: string }>`
    select kind, merchant_id, problem from sends where id = ${id} and final_at is null and problem is not null`.execute(
    tx,
  )
  return rows[0]
}

/** Retries now, as if it were the first attempt. Undefined if the send is not stuck. */
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

/** Whether a transaction is saved as a version of any send. */
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

const delayed = 'This is taking longer than usual. We keep retrying, and it’s paid only once.'

/** The saved problem of an open send is for operators. Others only see that we are working on it. */
export const problemOfSend = ({ status, problem }: { status: string; problem: string | null }) =>
  problem === null || status === 'failed' || status === 'cancelled' ? problem : delayed

/** The transaction that pays a send: what the recipient gets and the network fee. */
export const getPaidVersion = async (tx: Tx, send: Send): Promise<SendVersion> => {
  const version = (await findVersions(tx, send.id)).find(({ txid }) => txid === send.txid)
  if (!version) throw new Error(`send ${send.id} has no transaction ${send.txid}`)
  return version
}

export const setFeeRate = (tx: Tx, sendId: number, feeRate: string) =>
  tx.updateTable('sends').set({ feeRate }).where('id', '=', sendId).execute()
