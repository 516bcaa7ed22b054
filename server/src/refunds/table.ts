import { type Selectable, sql } from 'kysely'
import { hashToken } from '../platform/crypto/tokens.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Refunds } from '../platform/db/types.ts'

export type Refund = Selectable<Refunds>

/** How long a customer has to claim. */
const claimDays = 30

export type NewRefund = {
  merchantId: number
  invoiceId: string
  kind: Refund['kind']
  amountSats: bigint
  /** As it was requested. */
  amount: string
  currency: string
  amountUsd: string
  btcPrice: string
  /** What it counts against the daily limit of its API key. */
  countedUsd: string
  reason: string | null
  /** How much of the reason is the name that a shop gave it. */
  nameCharacters?: number | null
  token: string
  customerEmail: string | null
  offeredBy: string
  apiKeyId: number | null
  emailedAt: Date | null
  countedAt: Date | null
}

export const insertRefund = async (tx: Tx, { token, ...refund }: NewRefund): Promise<Refund> =>
  await tx
    .insertInto('refunds')
    .values({
      ...refund,
      tokenHash: hashToken(token),
      expiresAt: sql<Date>`app_now() + make_interval(days => ${claimDays})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findRefundByToken = async (db: Db, token: string): Promise<Refund | undefined> =>
  await db.selectFrom('refunds').selectAll().where('tokenHash', '=', hashToken(token)).executeTakeFirst()

type OfRefund = { id: number; merchantId: number }

export const findRefundBySend = (tx: Tx, sendId: number): Promise<OfRefund | undefined> =>
  tx.selectFrom('refunds').select(['id', 'merchantId']).where('sendId', '=', sendId).executeTakeFirst()

/** Locks the refund: of two simultaneous claims one wins. */
export const lockRefundByToken = async (tx: Tx, token: string): Promise<Refund | undefined> =>
  await tx.selectFrom('refunds').selectAll().where('tokenHash', '=', hashToken(token)).forUpdate().executeTakeFirst()

export const lockRefund = async (tx: Tx, merchantId: number, id: number): Promise<Refund | undefined> =>
  await tx
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where('merchantId', '=', merchantId)
    .forUpdate()
    .executeTakeFirst()

export const markClaimed = async (tx: Tx, id: number, claim: { address: string; sendId: number | null }) => {
  const claimed = await tx
    .updateTable('refunds')
    .set({
      status: 'claimed',
      address: claim.address,
      sendId: claim.sendId,
      claimedAt: tx.now,
      claims: sql`claims + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', 'offered')
    .returning('id')
    .executeTakeFirst()
  if (!claimed) throw new Error(`refund ${id} was claimed by someone else in the meantime`)
}

/** A person approved what a customer had claimed. */
export const saveSend = (tx: Tx, id: number, sendId: number) =>
  tx.updateTable('refunds').set({ sendId }).where('id', '=', id).where('sendId', 'is', null).executeTakeFirstOrThrow()

/** Counts a refund against the daily limit of its API key. */
export const markCounted = (tx: Tx, id: number, countedUsd: string) =>
  tx.updateTable('refunds').set({ countedAt: tx.now, countedUsd }).where('id', '=', id).executeTakeFirstOrThrow()

/** Undefined when it is too late: being sent, or gone. */
export const markCanceled = async (tx: Tx, merchantId: number, id: number): Promise<Refund | undefined> =>
  await tx
    .updateTable('refunds')
    .set({ status: 'called-off', calledOffAt: tx.now })
    .where('id', '=', id)
    .where('merchantId', '=', merchantId)
    .where((where) =>
      where.or([
        where('status', '=', 'offered'),
        where.and([where('status', '=', 'claimed'), where('sendId', 'is', null)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

/** When the next refund expires. */
export const expiryDueAt = sql`(select min(expires_at) from refunds where status = 'offered' and expired_at is null)`

/** Marks refunds that nobody claimed in time. Returns them. */
export const markExpired = async (tx: Tx, most: number): Promise<{ id: number; merchantId: number }[]> => {
  const { rows } = await sql<{ id: number; merchantId: number }>`
    update refunds set expired_at = app_now() where id in (
      select id from refunds where status = 'offered' and expired_at is null and expires_at <= app_now()
      order by expires_at limit ${most} for update skip locked)
    returning id, merchant_id`.execute(tx)
  return rows
}

type PayingSend = { id: number; refundId: number | null; address: string }

/** A send of it confirmed, whether or not it is the one that was expected to. */
export const markPaid = async (tx: Tx, { id, refundId, address }: PayingSend) => {
  const { rows } = await sql<OfRefund>`
    update refunds set status = 'paid', paid_at = ${tx.now}, send_id = ${id}, address = ${address},
      claimed_at = coalesce(claimed_at, ${tx.now}), called_off_at = null
    where send_id = ${id} or id = ${refundId}
    returning id, merchant_id`.execute(tx)
  return rows[0]
}

/** A reorganization removed its send. */
export const markUnpaid = (tx: Tx, sendId: number) =>
  tx
    .updateTable('refunds')
    .set({ status: 'claimed', paidAt: null })
    .where('sendId', '=', sendId)
    .returning(['id', 'merchantId'])
    .executeTakeFirst()

/** Its send failed: the customer may claim again, with a new deadline. */
export const reopenRefund = (tx: Tx, sendId: number) =>
  tx
    .updateTable('refunds')
    .set({
      status: 'offered',
      sendId: null,
      address: null,
      claimedAt: null,
      paidAt: null,
      expiresAt: sql<Date>`app_now() + make_interval(days => ${claimDays})`,
    })
    .where('sendId', '=', sendId)
    .returning(['id', 'merchantId'])
    .executeTakeFirst()
