import type { TillChange, TillForm, TillItemForm } from '@bitquay/contract/tills'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { Tills } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'

export type TillRow = Selectable<Tills>

type NewTill = Pick<TillForm, 'name' | 'slug' | 'currency' | 'tips' | 'items'> & {
  options: object
  merchantId: number
  createdBy: string
}
type ChangedTill = Pick<TillChange, 'name' | 'tips' | 'isActive' | 'items'>

const mostTills = 50
/** Removed items stay for sales whose stock returns. */
export const mostRemovedItems = 1_000

/** Creates a till. The caller has locked the merchant, so that simultaneous requests can't create too many. */
export const insertTill = async (tx: Tx, { items, options, ...till }: NewTill): Promise<number> => {
  const { rows } = await sql<{ tills: bigint }>`
    select count(*) as tills from tills where merchant_id = ${till.merchantId}`.execute(tx)
  if ((rows[0]?.tills ?? 0n) >= BigInt(mostTills)) throw new ApiError('too-many-tills')
  const values = { ...till, options: JSON.stringify(options) }
  const { id } = await tx.insertInto('tills').values(values).returning('id').executeTakeFirstOrThrow()
  await replaceItems(tx, { id, merchantId: till.merchantId }, items)
  return id
}

/** Locks a till of the merchant until the transaction ends. */
export const lockTill = (tx: Tx, merchantId: number, id: number): Promise<TillRow | undefined> =>
  tx
    .selectFrom('tills')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Returns the pictures of items that are removed. */
export const updateTill = async (
  tx: Tx,
  till: TillRow,
  { items, ...change }: ChangedTill,
  options: object,
): Promise<string[]> => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  await tx
    .updateTable('tills')
    .set({ ...given, options: JSON.stringify(options), updatedAt: tx.now })
    .where('id', '=', till.id)
    .execute()
  return items ? replaceItems(tx, till, items) : []
}

/** Updates the items that are named, adds the new ones and removes the others. */
const replaceItems = async (
  tx: Tx,
  till: { id: number; merchantId: number },
  items: readonly TillItemForm[],
): Promise<string[]> => {
  const kept = items.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const removed = await tx
    .selectFrom('tillItems')
    .select(['id', 'imageHash'])
    .where('tillId', '=', till.id)
    .where('removedAt', 'is', null)
    .where(sql<boolean>`id <> all(${kept})`)
    .execute()
  await tx
    .updateTable('tillItems')
    .set({ removedAt: tx.now, imageHash: null })
    .where('tillId', '=', till.id)
    .where('removedAt', 'is', null)
    .where(sql<boolean>`id <> all(${kept})`)
    .execute()
  for (const [position, { id, ...item }] of items.entries()) {
    const values = { ...item, category: item.category || null, position }
    if (id === undefined) {
      await tx
        .insertInto('tillItems')
        .values({ ...values, tillId: till.id, merchantId: till.merchantId })
        .execute()
      continue
    }
    const updated = await tx
      .updateTable('tillItems')
      .set(values)
      .where('id', '=', id)
      .where('tillId', '=', till.id)
      .where('removedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!updated) throw new ApiError('not-found')
  }
  await sql`
    delete from till_items where id in (
      select id from till_items where till_id = ${till.id} and removed_at is not null
      order by id desc offset ${mostRemovedItems})`.execute(tx)
  return removed.flatMap(({ imageHash }) => imageHash ?? [])
}

/** Sets or removes the picture of an item. Returns the one before, or undefined if there is no such item. */
export const setItemImage = async (
  tx: Tx,
  { merchantId, tillId, itemId }: { merchantId: number; tillId: number; itemId: number },
  imageHash: string | null,
): Promise<{ before: string | null } | undefined> => {
  const item = await tx
    .selectFrom('tillItems')
    .select('imageHash')
    .where('merchantId', '=', merchantId)
    .where('tillId', '=', tillId)
    .where('id', '=', itemId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!item) return undefined
  await tx.updateTable('tillItems').set({ imageHash }).where('id', '=', itemId).execute()
  return { before: item.imageHash }
}

/** Whether any item of the merchant has this picture. */
export const isImageUsed = async (tx: Tx, merchantId: number, hash: string): Promise<boolean> => {
  const used = await tx
    .selectFrom('tillItems')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('imageHash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

/** Takes counted items off the shelf. Returns false if there aren't enough. */
export const takeStock = async (tx: Tx, tillId: number, itemId: number, quantity: number): Promise<boolean> => {
  const taken = await tx
    .updateTable('tillItems')
    .set({ stock: sql<number | null>`stock - ${quantity}` })
    .where('id', '=', itemId)
    .where('tillId', '=', tillId)
    .where((where) => where.or([where('stock', 'is', null), where('stock', '>=', quantity)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Puts items back. Those that nobody counts any more stay uncounted. */
export const returnStock = (tx: Tx, itemId: number, quantity: number) =>
  tx
    .updateTable('tillItems')
    .set({ stock: sql<number | null>`stock + ${quantity}` })
    .where('id', '=', itemId)
    .where('stock', 'is not', null)
    .execute()
