import { randomInt } from 'node:crypto'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { PaymentLinks } from '../platform/db/types.ts'
import { requireSaneAmounts } from './check-amounts.ts'

export type PaymentLinkRow = Selectable<PaymentLinks>
type NewLink = Omit<Insertable<PaymentLinks>, 'slug' | 'options' | 'tips' | 'maxQuantity'> & {
  maxQuantity: number
  tips: readonly string[]
  amount: string | null
  minAmount: string | null
  maxAmount: string | null
  idempotencyKey: string | null
}
type LinkChange = {
  [Name in Exclude<keyof Updateable<PaymentLinks>, 'tips'>]?: Updateable<PaymentLinks>[Name] | undefined
} & {
  tips?: readonly string[] | undefined
}

/** Creates a link. The same key of the merchant finds the link that it created before. */
export const createLink = async (
  tx: Tx,
  link: NewLink & { options: object },
): Promise<{ id: number; made: boolean }> => {
  requireSaneAmounts(link)
  const inserted = await tx
    .insertInto('paymentLinks')
    .values({ ...link, tips: JSON.stringify(link.tips), options: JSON.stringify(link.options), slug: newSlug() })
    .onConflict((conflict) => conflict.constraint('payment_links_idempotency').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, made: true }
  const { id } = await tx
    .selectFrom('paymentLinks')
    .select('id')
    .where('merchantId', '=', link.merchantId)
    .where('idempotencyKey', '=', link.idempotencyKey ?? '')
    .executeTakeFirstOrThrow()
  return { id, made: false }
}

/** Locks a link of the merchant until the transaction ends. */
export const lockLink = (tx: Tx, merchantId: number, id: number): Promise<PaymentLinkRow | undefined> =>
  tx
    .selectFrom('paymentLinks')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const changeLink = async (tx: Tx, before: PaymentLinkRow, change: LinkChange, options: object) => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const { tips = before.tips as string[] } = change
  requireSaneAmounts({ ...before, ...given, tips })
  await tx
    .updateTable('paymentLinks')
    .set({ ...given, tips: JSON.stringify(tips), options: JSON.stringify(options), updatedAt: tx.now })
    .where('id', '=', before.id)
    .execute()
}

/** Sets or removes the picture of a link that the caller has locked. */
export const setLinkImage = async (tx: Tx, id: number, imageHash: string | null) => {
  await tx.updateTable('paymentLinks').set({ imageHash, updatedAt: tx.now }).where('id', '=', id).execute()
}

/** The same picture may be on several links. */
export const isLinkImageUsed = async (tx: Tx, merchantId: number, hash: string): Promise<boolean> => {
  const used = await tx
    .selectFrom('paymentLinks')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('imageHash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

/** Adds a payment that came through the link without an invoice. */
export const addLinkReceived = async (tx: Tx, id: number, usd: string) => {
  await sql`update payment_links set received_usd = received_usd + ${usd} where id = ${id}`.execute(tx)
}

/** Letters and digits that cannot be confused when read aloud. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
const length = 12

/** Long enough that guessing finds no link. */
export const newSlug = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
