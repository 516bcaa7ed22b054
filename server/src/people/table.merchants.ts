import type { Language } from '@bitquay/contract/languages'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

export const getMerchant = (db: Db, id: number) =>
  db
    .selectFrom('merchants')
    .select(['storeName', 'email', 'isActive', 'closingSince', 'closedAt', 'sendsReminders'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new Error(`merchant ${id} does not exist`))

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

/** Returns false if nothing changed. */
export const saveSendsReminders = async (tx: Tx, merchantId: number, sendsReminders: boolean): Promise<boolean> => {
  const changed = await tx
    .updateTable('merchants')
    .set({ sendsReminders, updatedAt: tx.now })
    .where('id', '=', merchantId)
    .where('sendsReminders', '<>', sendsReminders)
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
    .select(['id', 'email', 'storeName', 'isActive', 'closingSince', 'closedAt', 'sendsReminders'])
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
