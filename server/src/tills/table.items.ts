import type { ItemChange, ItemForm } from '@bitquay/contract/tills.items'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'
import type { TillItems } from '../platform/db/types.ts'

export type ItemRow = Selectable<TillItems>

/** Removed items stay for sales whose stock returns. */
export const mostRemovedItems = 1_000

/** Adds items at the end of the catalog. The caller has locked the merchant and counted them. */
export const insertItems = async (tx: Tx, merchantId: number, items: readonly ItemForm[]): Promise<number[]> => {
  if (items.length === 0) return []
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from till_items where merchant_id = ${merchantId}`.execute(tx)
  const last = rows[0]?.last ?? 0
  const values = items.map(({ prices: [first, ...others], options, category, ...item }, place) => ({
    ...{ ...item, merchantId, category: category || null, position: last + 1 + place },
    ...{ price: first?.amount ?? '0', currency: first?.currency ?? '' },
    otherPrices: JSON.stringify(others),
    options: JSON.stringify(options),
  }))
  const inserted = await tx.insertInto('tillItems').values(values).returning('id').execute()
  return inserted.map(({ id }) => id)
}

/** Changes an item. `currency` is the one of its first price until now. Returns undefined if there is no such item. */
export const updateItem = async (
  tx: Tx,
  { merchantId, id, currency }: { merchantId: number; id: number; currency: string },
  { prices, options, category, ...change }: ItemChange,
): Promise<number | undefined> => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const first = prices?.find((price) => price.currency === currency) ?? prices?.[0]
  const updated = await tx
    .updateTable('tillItems')
    .set({
      ...given,
      ...(category === undefined ? {} : { category: category || null }),
      ...(options ? { options: JSON.stringify(options) } : {}),
      ...(first ? { price: first.amount, otherPrices: JSON.stringify(prices?.filter((one) => one !== first)) } : {}),
      // The previous release shows an item of a till in the till's currency only.
      ...(first && first.currency !== currency ? { currency: first.currency, tillId: null } : {}),
      // A change of nothing is fine.
      position: sql<number>`position`,
    })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .where('mergedInto', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated?.id
}

/** Removes an item and those merged into it. Returns their pictures, or undefined if there is no such item. */
export const markItemRemoved = async (tx: Tx, merchantId: number, id: number): Promise<string[] | undefined> => {
  const { rows } = await sql<{ id: number; imageHash: string | null }>`
    select id, image_hash from till_items
    where merchant_id = ${merchantId} and (id = ${id} and merged_into is null or merged_into = ${id}) and removed_at is null
    order by (id = ${id}), id for update`.execute(tx)
  if (rows.at(-1)?.id !== id) return undefined
  // The merged ones first: what is left when an item is removed becomes an item of its own.
  for (const item of rows) {
    await tx.updateTable('tillItems').set({ removedAt: tx.now, imageHash: null }).where('id', '=', item.id).execute()
  }
  await sql`
    delete from till_items where id in (
      select id from till_items where merchant_id = ${merchantId} and removed_at is not null
      order by id desc offset ${mostRemovedItems})`.execute(tx)
  return rows.flatMap(({ imageHash }) => imageHash ?? [])
}

/** Sets or removes the picture of an item. Returns the one before, or undefined if there is no such item. */
export const setItemImage = async (
  tx: Tx,
  { merchantId, id }: { merchantId: number; id: number },
  imageHash: string | null,
): Promise<{ before: string | null } | undefined> => {
  const item = await tx
    .selectFrom('tillItems')
    .select('imageHash')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!item) return undefined
  await tx.updateTable('tillItems').set({ imageHash }).where('id', '=', id).execute()
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

/** Takes counted items off the shelf. Returns false if there aren't enough, or if somebody marked them as sold out. */
export const takeStock = async (tx: Tx, merchantId: number, itemId: number, quantity: number): Promise<boolean> => {
  const taken = await tx
    .updateTable('tillItems')
    .set({ stock: sql<number | null>`stock - ${quantity}` })
    .where('id', '=', itemId)
    .where('merchantId', '=', merchantId)
    .where('isSoldOut', '=', false)
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
