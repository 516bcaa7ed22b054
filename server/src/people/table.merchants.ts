import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Merchants } from '../platform/db/types.ts'

/** What a merchant says of itself, and how it wants to be paid. */
export const detailColumns = [
  'storeName',
  'legalName',
  'street',
  'city',
  'region',
  'postalCode',
  'country',
  'taxId',
  'phone',
  'website',
  'timeZone',
  'currency',
  'dayEndsHour',
  'payMethods',
  'priceMinutes',
  'shortPercent',
  'passesFee',
  'zeroConfirmationLimitUsd',
  'defaultLanguage',
  'sendsReminders',
] as const

export const getMerchant = (db: Db, id: number) =>
  db
    .selectFrom('merchants')
    .select([
      'storeName',
      'email',
      'isActive',
      'closingSince',
      'closedAt',
      'sendsReminders',
      'defaultLanguage',
      'website',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new Error(`merchant ${id} does not exist`))

export type MerchantDetails = Pick<Selectable<Merchants>, (typeof detailColumns)[number]>

/** Saves what a merchant says of itself and how it wants to be paid. Returns what it was before. */
export const saveMerchantDetails = async (
  tx: Tx,
  merchantId: number,
  change: Partial<MerchantDetails>,
): Promise<MerchantDetails> => {
  const before = await tx
    .selectFrom('merchants')
    .select(detailColumns)
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('merchants')
    .set({ ...change, updatedAt: tx.now })
    .where('id', '=', merchantId)
    .execute()
  return before
}

/** For receipts, reports and invoices. */
export const getMerchantDetails = (db: Db, merchantId: number): Promise<MerchantDetails> =>
  db.selectFrom('merchants').select(detailColumns).where('id', '=', merchantId).executeTakeFirstOrThrow()

export const getZeroConfirmationLimit = async (db: Db, merchantId: number): Promise<string> => {
  const merchant = await db
    .selectFrom('merchants')
    .select('zeroConfirmationLimitUsd')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return merchant.zeroConfirmationLimitUsd
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
