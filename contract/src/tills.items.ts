import { z } from 'zod'
import { currency, positiveAmount } from './amounts.ts'
import { mostUploadBytes, uploadedImage } from './brands.ts'
import { call } from './call.ts'
import { done, id, idField, idParam, oneLine, text } from './scalars.ts'

const name = (maxLength: number) =>
  z.string('Enter a name').transform(oneLine).pipe(z.string().min(1, 'Enter a name').max(maxLength))

const price = z.strictObject({ currency, amount: positiveAmount(8, 'Please enter a valid amount') })
const onePerCurrency = (prices: readonly { currency: string }[]) =>
  new Set(prices.map((one) => one.currency)).size === prices.length
const prices = z.array(price).max(20).refine(onePerCurrency, 'Enter one price for each currency')

const distinctNames = (all: readonly { name: string }[]) => new Set(all.map((one) => one.name)).size === all.length

/** Of several choices one is taken, the first unless the cashier says otherwise. A single choice is taken or not. */
const choices = z
  .array(z.strictObject({ name: name(40), prices: prices.default([]).describe('What it adds. Empty: nothing.') }))
  .min(1)
  .max(12)
  .refine(distinctNames, 'Use each name once')

export const itemOptions = z
  .array(z.strictObject({ name: z.string().transform(oneLine).pipe(z.string().max(40)), choices }))
  .max(6)
  .refine(distinctNames, 'Use each name once')
export type ItemOptions = z.output<typeof itemOptions>

const itemFields = {
  name: name(80),
  category: text(40).nullable(),
  prices: prices.min(1, 'Please enter a valid amount').describe('A till shows the items that have its currency.'),
  options: itemOptions,
  stock: z.number().int().min(0).max(1_000_000).nullable().describe('How many are left. Null: not counted.'),
  taxRateId: idField.nullable().describe('Null: no tax.'),
  isSoldOut: z.boolean().describe('Not for sale until it is turned off. An item with 0 left is sold out too.'),
}

export const itemForm = z.strictObject({
  ...itemFields,
  category: itemFields.category.default(null),
  options: itemFields.options.default([]),
  stock: itemFields.stock.default(null),
  taxRateId: itemFields.taxRateId.default(null),
  isSoldOut: itemFields.isSoldOut.default(false),
})
export type ItemForm = z.output<typeof itemForm>

/** Missing fields stay unchanged. */
export const itemChange = z.strictObject(itemFields).partial()
export type ItemChange = z.output<typeof itemChange>

const shownPrice = z.strictObject({ currency, amount: z.string() })

/** The rate of sales tax of an item, or of an amount. */
export const saleTax = z.strictObject({ id, name: z.string(), percent: z.string() })

/** An item as a till shows it. */
export const tillItem = z.strictObject({
  id,
  name: z.string(),
  category: z.string().nullable(),
  /** In the till’s currency. */
  price: z.string(),
  prices: z.array(shownPrice),
  /** Those with a price in another currency only are left out. */
  options: z.array(
    z.strictObject({ name: z.string(), choices: z.array(z.strictObject({ name: z.string(), price: z.string() })) }),
  ),
  /** Its options on all tills, with what each choice adds in each currency. */
  allOptions: z.array(
    z.strictObject({
      name: z.string(),
      choices: z.array(z.strictObject({ name: z.string(), prices: z.array(shownPrice) })),
    }),
  ),
  stock: z.number().int().nullable(),
  tax: saleTax.nullable(),
  isSoldOut: z.boolean(),
  /** The path of its picture on this server. */
  imageUrl: z.string().nullable(),
})
export type TillItem = z.infer<typeof tillItem>

/** At most this many items in a merchant’s catalog. */
export const mostItems = 1000

const itemParam = z.strictObject({ id: idParam })
const savedItem = z.strictObject({ id })

export const createItem = call({
  method: 'POST',
  path: '/api/merchant/items',
  audience: 'merchant-manager',
  summary:
    'Add an item to the catalog of all tills. One of the same name without these currencies gets the prices instead',
  body: itemForm,
  output: savedItem,
  errors: ['too-many-items'],
})

export const changeItem = call({
  method: 'PATCH',
  path: '/api/merchant/items/:id',
  audience: 'merchant-manager',
  summary: 'Update an item. Open tills show it at once, and sales keep what they sold',
  params: itemParam,
  body: itemChange,
  output: savedItem,
})

export const removeItem = call({
  method: 'DELETE',
  path: '/api/merchant/items/:id',
  audience: 'merchant-manager',
  summary: 'Remove an item from all tills',
  params: itemParam,
  output: done,
})

export const uploadItemImage = call({
  method: 'PUT',
  path: '/api/merchant/items/:id/image',
  audience: 'merchant-manager',
  summary: 'Upload a picture of an item. It is decoded, reduced to 320 pixels and encoded again, without its metadata',
  params: itemParam,
  body: z.strictObject({ image: uploadedImage }),
  mostBodyBytes: mostUploadBytes,
  output: z.strictObject({ imageUrl: z.string().nullable() }),
  errors: ['unsupported-image', 'image-too-large', 'too-many-attempts'],
})

export const removeItemImage = call({
  method: 'DELETE',
  path: '/api/merchant/items/:id/image',
  audience: 'merchant-manager',
  summary: 'Remove the picture of an item',
  params: itemParam,
  output: z.strictObject({ imageUrl: z.string().nullable() }),
})

export const mostImportRows = 500
export const mostImportBytes = 1_000_000

const itemImport = z.strictObject({
  csv: z
    .string()
    .min(1)
    .max(mostImportBytes)
    .describe('Columns by the names in the first line: name, price, category, options, tax, stock.'),
  currency,
  preview: z.boolean().default(false).describe('Only say what would happen.'),
})
export type ItemImport = z.output<typeof itemImport>

const importedRow = z.strictObject({
  /** The line in the file. */
  row: z.number().int(),
  name: z.string(),
  price: z.string(),
  act: z.enum(['add', 'change']),
  /** Why nothing of the file is saved. */
  problem: z.string().nullable(),
})
export type ImportedRow = z.infer<typeof importedRow>

export const importItems = call({
  method: 'POST',
  path: '/api/merchant/items/import',
  audience: 'merchant-manager',
  summary:
    'Add and update up to 500 items from a CSV file, matched by name: all of them, or none if a row has a problem',
  body: itemImport,
  mostBodyBytes: 2 * mostImportBytes,
  output: z.strictObject({ isSaved: z.boolean(), rows: z.array(importedRow) }),
  errors: ['too-many-items'],
})
