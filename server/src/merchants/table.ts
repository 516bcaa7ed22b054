import type { Language } from '@bitquay/contract/languages'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

export type MerchantSettings = {
  storeName: string
  email: string
  isActive: boolean
  /** Since when nothing new can be created. */
  closingSince: Date | null
  closedAt: Date | null
  /** In effect now. */
  markupFeePercent: string
  nextMarkupPercent: string | null
  nextMarkupFrom: Date | null
  paymentLetters: boolean
  zeroConfirmationLimitUsd: string
  /** Of customer pages and emails, where the customer's own language isn't known. */
  defaultLanguage: Language
  createdAt: Date
}

export const getMerchantSettings = async (db: Db, merchantId: number): Promise<MerchantSettings> => {
  const { rows } = await sql<MerchantSettings>`
    select m.store_name, m.email::text as email, m.is_active, m.closing_since, m.closed_at, markup_percent_of(m.id) as markup_fee_percent,
      next.markup_fee_percent as next_markup_percent, next.effective_from as next_markup_from,
      exists (select from notification_settings s where s.person_kind = 'merchant' and s.person_id = m.id
        and s.kind = 'payment-received' and s.email) as payment_letters,
      m.zero_confirmation_limit_usd, m.default_language, m.created_at
    from merchants m left join lateral (
      select c.markup_fee_percent, c.effective_from from markup_changes c
      where c.merchant_id = m.id and c.cancelled_at is null and c.effective_from > app_now()
      order by c.effective_from, c.id limit 1
    ) next on true
    where m.id = ${merchantId}`.execute(db)
  const [settings] = rows
  if (!settings) throw new Error(`merchant ${merchantId} does not exist`)
  return settings
}

/** Renames the business and returns its previous name. */
export const renameMerchant = async (tx: Tx, merchantId: number, storeName: string): Promise<string> => {
  const { storeName: before } = await tx
    .selectFrom('merchants')
    .select('storeName')
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('merchants').set({ storeName, updatedAt: tx.now }).where('id', '=', merchantId).execute()
  return before
}

/** Saves the limit for unconfirmed payments and returns the previous one. */
export const saveZeroConfirmationLimit = async (tx: Tx, merchantId: number, limitUsd: string): Promise<string> => {
  const before = await tx
    .selectFrom('merchants')
    .select('zeroConfirmationLimitUsd')
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('merchants')
    .set({ zeroConfirmationLimitUsd: limitUsd, updatedAt: tx.now })
    .where('id', '=', merchantId)
    .execute()
  return before.zeroConfirmationLimitUsd
}

export const getZeroConfirmationLimit = async (db: Db, merchantId: number): Promise<string> => {
  const merchant = await db
    .selectFrom('merchants')
    .select('zeroConfirmationLimitUsd')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return merchant.zeroConfirmationLimitUsd
}

/** Returns false if it was the default already. */
export const saveDefaultLanguage = async (tx: Tx, merchantId: number, defaultLanguage: Language): Promise<boolean> => {
  const changed = await tx
    .updateTable('merchants')
    .set({ defaultLanguage, updatedAt: tx.now })
    .where('id', '=', merchantId)
    .where('defaultLanguage', '<>', defaultLanguage)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Without a password hash the merchant is invited and chooses a password through the link. */
export const createMerchant = (
  tx: Tx,
  merchant: { email: string; storeName: string; passwordHash: string | null; markupFeePercent?: string },
) =>
  tx
    .insertInto('merchants')
    .values({ ...merchant, createdAt: tx.now, updatedAt: tx.now })
    .returning(['id', 'email', 'storeName'])
    .executeTakeFirstOrThrow()

export const lockMerchant = (tx: Tx, id: number) =>
  tx
    .selectFrom('merchants')
    .select(['id', 'email', 'storeName', 'isActive', 'closingSince', 'closedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** An inactive merchant has no sessions and accepts no payments. Its money stays where it is. */
export const markMerchantActive = async (tx: Tx, id: number, isActive: boolean): Promise<boolean> => {
  const changed = await tx
    .updateTable('merchants')
    .set({ isActive, updatedAt: tx.now })
    .where('id', '=', id)
    .where('isActive', '<>', isActive)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export const addDeposit = (tx: Tx, merchantId: number, amountUsd: string, sign: 1 | -1) =>
  tx
    .updateTable('merchants')
    .set({ totalDepositsUsd: sql<string>`total_deposits_usd + ${sign}::int * ${amountUsd}::numeric` })
    .where('id', '=', merchantId)
    .execute()
