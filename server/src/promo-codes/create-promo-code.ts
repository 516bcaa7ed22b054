import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

/** Letters and digits that nobody mistakes for one another. */
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
      code: drawCode(),
      description: promoCode.description,
      createdBy: promoCode.createdBy,
      createdAt: tx.now,
      expiresAt: sql<Date>`app_now() + make_interval(days => ${promoCode.expiresInDays})`,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()

/** Sixty random bits: nobody finds one by trying. */
const drawCode = () => {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}
