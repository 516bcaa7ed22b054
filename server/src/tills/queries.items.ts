import type { ItemForm, ItemOptions, TillItem } from '@bitquay/contract/tills.items'
import type { TaxRate } from '@bitquay/contract/tills.taxes'
import { type RawBuilder, sql } from 'kysely'
import { imagePath } from '../images/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { ItemRow } from './table.items.ts'
import { trimToCurrency } from './trim-to-currency.ts'

type Price = ItemForm['prices'][number]

/** An item of the catalog with all its prices. The first is in the currency of its row. */
export type CatalogItem = Omit<ItemRow, 'currency' | 'otherPrices' | 'options'> & {
  currency: Price['currency']
  prices: Price[]
  options: ItemOptions
  tax: TillItem['tax']
}

/** A rate of sales tax as tills show it, without zeros at its end. */
export const taxOf = (rateId: RawBuilder<unknown>) => sql<TillItem['tax']>`(
  select jsonb_build_object('id', r.id, 'name', r.name, 'percent', trim_scale(r.percent)::text)
  from till_tax_rates r where r.id = ${rateId})`

export const listTaxRates = async (db: Db | Tx, merchantId: number): Promise<TaxRate[]> => {
  const { rows } = await sql<TaxRate>`
    select r.id, r.name, trim_scale(r.percent)::text as percent,
      (select count(*)::integer from till_items i
        where i.tax_rate_id = r.id and i.removed_at is null and i.merged_into is null) as items
    from till_tax_rates r where r.merchant_id = ${merchantId} order by r.id`.execute(db)
  return rows
}

/** A merchant's items in the order of the tills. */
export const listCatalog = async (db: Db | Tx, merchantId: number): Promise<CatalogItem[]> => {
  const { rows } = await sql<Omit<CatalogItem, 'prices'> & { otherPrices: Price[] }>`
    select i.*, coalesce(i.currency, t.currency) as currency, ${taxOf(sql`i.tax_rate_id`)} as tax
    from till_items i left join tills t on t.id = i.till_id
    where i.merchant_id = ${merchantId} and i.removed_at is null and i.merged_into is null
    order by i.till_id nulls last, i.position, i.id`.execute(db)
  return rows.map(({ otherPrices, ...item }) => ({
    ...item,
    prices: [{ currency: item.currency, amount: item.price }, ...otherPrices].map(({ currency, amount }) => ({
      currency,
      amount: trimToCurrency(amount, currency),
    })),
  }))
}

/** What a till of this currency sells. */
export const presentItems = (items: readonly CatalogItem[], currency: string): TillItem[] =>
  items.flatMap((item) => {
    const price = amountIn(item.prices, currency)
    if (price === undefined) return []
    const { id, name, category, prices, stock, tax, isSoldOut, imageHash } = item
    return [
      {
        ...{ id, name, category, price, prices, stock, tax, isSoldOut: isSoldOut || stock === 0 },
        options: presentOptions(item.options, currency),
        allOptions: item.options,
        imageUrl: imageHash === null ? null : imagePath(imageHash),
      },
    ]
  })

/** A choice that has prices, but none in this currency, isn't offered. */
const presentOptions = (options: ItemOptions, currency: string): TillItem['options'] =>
  options
    .map(({ name, choices }) => ({
      name,
      choices: choices.flatMap((choice) => {
        const price = choice.prices.length === 0 ? '0' : amountIn(choice.prices, currency)
        return price === undefined ? [] : [{ name: choice.name, price: trimToCurrency(price, currency) }]
      }),
    }))
    .filter(({ choices }) => choices.length > 0)

const amountIn = (prices: readonly Price[], currency: string) =>
  prices.find((price) => price.currency === currency)?.amount

/** Items with this name, whatever the case. */
export const findNamesakes = (catalog: readonly CatalogItem[], { name }: Pick<ItemForm, 'name'>): CatalogItem[] =>
  catalog.filter((item) => item.name.toLowerCase() === name.toLowerCase())
