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
  token: string
  customerEmail: string | null
  offeredBy: string
  apiKeyId: number | null
  emailedAt: Date | null
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

export const findRefundBySend = (tx: Tx, sendId: number): Promise<{ id: number; merchantId: number } | undefined> =>
  tx.selectFrom('refunds').select(['id', 'merchantId']).where('sendId', '=', sendId).executeTakeFirst()

/** Locks the refund: of two simultaneous claims one wins. */
export const lockRefundByToken = async (tx: Tx, token: string): Promise<Refund | undefined> =>
  await tx.selectFrom('refunds').selectAll().where('tokenHash', '=', hashToken(token)).forUpdate().executeTakeFirst()

/** What is refunded or being refunded of an invoice: in total, or of the overpayment. */
export const sumClaimed = async (tx: Tx, invoiceId: string, kind?: Refund['kind']): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(sum(amount_sats), 0)::bigint as sats from refunds
    where invoice_id = ${invoiceId} and status in ('claimed', 'paid') and kind = coalesce(${kind ?? null}::text, kind)`.execute(
    tx,
  )
  return rows[0]?.sats ?? 0n
}

export const markClaimed = async (tx: Tx, id: number, claim: { address: string; sendId: number }) => {
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

/** Undefined when it is too late: claimed or gone. */
export const markCanceled = async (tx: Tx, merchantId: number, id: number): Promise<Refund | undefined> =>
  await tx
    .updateTable('refunds')
    .set({ status: 'called-off', calledOffAt: tx.now })
    .where('id', '=', id)
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'offered')
    .returningAll()
    .executeTakeFirst()

/** Its send confirmed, or a reorganization removed it. */
export const markPaid = (tx: Tx, sendId: number, isPaid: boolean) =>
  tx
    .updateTable('refunds')
    .set(isPaid ? { status: 'paid', paidAt: tx.now } : { status: 'claimed', paidAt: null })
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
