import type { SentBody } from '@bitquay/contract/call'
import type { createTill, Till } from '@bitquay/contract/tills'

export type ItemRow = {
  key: number
  id: number | undefined
  name: string
  category: string
  price: string
  stock: string
}

type NewTill = SentBody<typeof createTill>

let count = 0

export const emptyRow = (): ItemRow => ({ key: ++count, id: undefined, name: '', category: '', price: '', stock: '' })

export const toRows = (till: Till | undefined): ItemRow[] =>
  (till?.items ?? []).map(({ id, name, category, price, stock }) => ({
    ...{ key: ++count, id, name, price, category: category ?? '' },
    stock: stock === null ? '' : String(stock),
  }))

/** Rows without a name and a price were never filled in. */
export const toItems = (rows: readonly ItemRow[]): NonNullable<NewTill['items']> =>
  rows
    .filter(({ name, price }) => name.trim() !== '' || price.trim() !== '')
    .map(({ id, name, category, price, stock }) => ({
      ...(id === undefined ? {} : { id }),
      ...{ name, price: price.trim(), category: category.trim() || null },
      stock: stock.trim() === '' ? null : Number(stock),
    }))

/** `10, 15, 20`. Undefined if that isn't up to three percents. */
export const toTips = (text: string): number[] | undefined => {
  const tips = text.split(/[\s,%]+/).filter(Boolean)
  const isFine = tips.length <= 3 && tips.every((tip) => /^\d{1,2}$/.test(tip) && Number(tip) >= 1 && Number(tip) <= 50)
  return isFine ? tips.map(Number) : undefined
}

/** An address from a name: `My Shop` becomes `my-shop`. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
