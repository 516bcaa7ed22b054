import { randomInt } from 'node:crypto'
import { centsOfSats, fromCents, toCents } from '@bitquay/contract/money'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PromoCodes, PromoRedemptions } from '../platform/db/types.ts'

export type PromoCodeRow = Selectable<PromoCodes> & { expired: boolean }

/** People type codes in different ways. They are stored in capitals. */
const normalizePromoCode = (code: string) => code.trim().toUpperCase()

export const findPromoCode = (db: Db | Tx, code: string): Promise<PromoCodeRow | undefined> =>
  db
    .selectFrom('promoCodes')
    .selectAll()
    .select(expired)
    .where('code', '=', normalizePromoCode(code))
    .executeTakeFirst()

const expired = sql<boolean>`coalesce(expires_at <= app_now(), false)`.as('expired')

/** Uses a code up. The second request waits for the first to commit, and then finds no usable code. */
export const markPromoCodeUsed = (
  tx: Tx,
  code: string,
  use: { merchantId: number; savedUsd: string },
): Promise<Selectable<PromoCodes> | undefined> =>
  tx
    .updateTable('promoCodes')
    .set({ isUsed: true, usedBy: use.merchantId, usedAt: tx.now, amountSavedUsd: use.savedUsd })
    .where('code', '=', normalizePromoCode(code))
    .where('isUsed', '=', false)
    .where('revokedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .where(sql<boolean>`coalesce(expires_at > app_now(), true)`)
    .returningAll()
    .executeTakeFirst()

export const markPromoCodeUnused = (tx: Tx, id: number) =>
  tx
    .updateTable('promoCodes')
    .set({ isUsed: false, usedBy: null, usedAt: null, amountSavedUsd: null, transactionHash: null })
    .where('id', '=', id)
    .where('isUsed', '=', true)
    .execute()

export const savePromoTransaction = (tx: Tx, id: number, transactionHash: string) =>
  tx.updateTable('promoCodes').set({ transactionHash }).where('id', '=', id).where('isUsed', '=', true).execute()

/** Letters and digits that cannot be confused. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 3
const groupLength = 4

export const createPromoCode = (
  tx: Tx,
  promoCode: { description: string; expiresInDays: number; createdBy: number },
): Promise<{ id: number; code: string }> =>
  tx
    .insertInto('promoCodes')
    .values({
      code: generateCode(),
      description: promoCode.description,
      createdBy: promoCode.createdBy,
      createdAt: tx.now,
      expiresAt: sql<Date>`app_now() + make_interval(days => ${promoCode.expiresInDays})`,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()

/** Sixty random bits, so that guessing finds none. */
const generateCode = () => {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

export type Redemption = Selectable<PromoRedemptions>

export const saveRedemption = async (
  tx: Tx,
  redemption: {
    sendId: number
    promoCodeId: number
    merchantId: number
    waivedSats: bigint
    forgivenSats: bigint
    savedUsd: string
  },
) => {
  await tx
    .insertInto('promoRedemptions')
    .values({ ...redemption, redeemedAt: tx.now })
    .execute()
}

/** What a send redeemed and has not released. */
export const findRedemption = (tx: Tx, sendId: number): Promise<Redemption | undefined> =>
  tx
    .selectFrom('promoRedemptions')
    .selectAll()
    .where('sendId', '=', sendId)
    .where('givenBackAt', 'is', null)
    .executeTakeFirst()

/** Undefined when it was already released or never redeemed. */
export const markReleased = (tx: Tx, sendId: number): Promise<Redemption | undefined> =>
  tx
    .updateTable('promoRedemptions')
    .set({ givenBackAt: tx.now })
    .where('sendId', '=', sendId)
    .where('givenBackAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/**
 * The withdrawal confirmed and the code is redeemed, or a reorganization removed it and the code is only reserved
 * again.
 */
export const markConfirmed = async (tx: Tx, sendId: number, isConfirmed: boolean) => {
  await tx
    .updateTable('promoRedemptions')
    .set({ confirmedAt: isConfirmed ? tx.now : null, proofDueAt: tx.now, proofAttempts: 0 })
    .where('sendId', '=', sendId)
    .execute()
}

/** What the ledger shows as forgiven for it, the last transfer, and the number of transfers. */
export const savePosted = async (
  tx: Tx,
  sendId: number,
  posted: { postedSats: bigint; postings: number; transferId: bigint },
) => {
  await tx.updateTable('promoRedemptions').set(posted).where('sendId', '=', sendId).execute()
}

/** Returns whether it was revoked now. A used or already revoked code stays as it is. */
export const markPromoCodeRevoked = async (tx: Tx, id: number, adminId: number): Promise<boolean> => {
  const revoked = await tx
    .updateTable('promoCodes')
    .set({ revokedAt: tx.now, revokedBy: adminId })
    .where('id', '=', id)
    .where('isUsed', '=', false)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

/** Lets a code work again that a restore suspended. Returns whether it was suspended. */
export const markPromoCodeResumed = async (tx: Tx, id: number): Promise<boolean> => {
  const resumed = await tx
    .updateTable('promoCodes')
    .set({ suspendedAt: null })
    .where('id', '=', id)
    .where('suspendedAt', 'is not', null)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return resumed !== undefined
}

/** Saves what a code saves, from what it still reserves or forgives, in the redemption and on the code. */
export const saveSaving = async (tx: Tx, sendId: number): Promise<void> => {
  const { rows } = await sql<{ promoCodeId: number; waived: bigint; forgiven: bigint; price: string }>`
    select r.promo_code_id, r.waived_sats as waived, s.btc_price as price,
      coalesce((select sum(amount_sats) from promo_fee_parts where send_id = r.send_id), 0)::bigint as forgiven
    from promo_redemptions r join sends s on s.id = r.send_id where r.send_id = ${sendId}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error(`send ${sendId} has no promo code`)
  const savedUsd = fromCents(centsOfSats(row.waived + row.forgiven, toCents(row.price)))
  await tx
    .updateTable('promoRedemptions')
    .set({ forgivenSats: row.forgiven, savedUsd })
    .where('sendId', '=', sendId)
    .execute()
  await tx.updateTable('promoCodes').set({ amountSavedUsd: savedUsd }).where('id', '=', row.promoCodeId).execute()
}

export type UnprovenRedemption = { sendId: number; storeRef: number; txid: string; address: string; amountSats: bigint }

const signingLimit = '24 hours'

/** Codes that are still reserved although the merchant's own server reports their withdrawal as confirmed. */
export const findUnproven = async (db: Db, most: number): Promise<UnprovenRedemption[]> => {
  const { rows } = await sql<UnprovenRedemption>`
    select s.id as send_id, s.store_ref, s.txid, s.address, s.amount_sats
    from promo_redemptions r join sends s on s.id = r.send_id
    where r.given_back_at is null and r.confirmed_at is null and r.proof_due_at <= app_now() and s.status = 'confirmed'
    order by r.proof_due_at limit ${most}`.execute(db)
  return rows
}

/** Checks again later, after at most an hour. */
export const postponeProof = async (db: Db, sendId: number) => {
  await sql`
    update promo_redemptions set proof_attempts = proof_attempts + 1,
      proof_due_at = app_now() + make_interval(secs => least(3600, 30 * 2 ^ least(proof_attempts, 7)))
    where send_id = ${sendId}`.execute(db)
}

/**
 * Withdrawals with a code that were requested a day ago and have no signature. None counts while withdrawals are
 * paused. Those that are signed outside end by themselves.
 */
export const findNeverSigned = async (db: Db, most: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select s.id from promo_redemptions r join sends s on s.id = r.send_id
    where r.given_back_at is null and r.confirmed_at is null and s.status = 'requested'
      and s.requested_at < app_now() - ${sql.lit(signingLimit)}::interval
      and not exists (select from psbts p where p.send_id = s.id)
      and not coalesce((select withdrawals_paused from platform limit 1), false)
    order by s.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
