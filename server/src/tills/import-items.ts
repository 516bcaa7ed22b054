import { fitsCurrency } from '@bitquay/contract/amounts'
import {
  type ImportedRow,
  type ItemForm,
  type ItemImport,
  itemForm,
  mostImportRows,
} from '@bitquay/contract/tills.items'
import { readOptionText, toItemOptions } from '@bitquay/contract/tills.option-text'
import type { TaxRate } from '@bitquay/contract/tills.taxes'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockMerchant, requireHonestNames } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { requireRoom } from './change-items.ts'
import { tillItemsImported } from './facts.ts'
import { type CatalogItem, findNamesakes, listCatalog, listTaxRates } from './queries.items.ts'
import { readCsv } from './read-csv.ts'
import { insertItems, updateItem } from './table.items.ts'

type Row = { row: number; name: string; price: string; form?: ItemForm; twin?: CatalogItem; problem: string | null }

/** Adds and updates items from a file, matched by name: all of them, or none if a row has a problem. */
export const importItems = (deps: Deps, person: MerchantPerson, { csv, currency, preview }: ItemImport) =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    await lockMerchant(tx, merchantId)
    const catalog = await listCatalog(tx, merchantId)
    const cells = requireCells(csv)
    const given = new Set(Object.keys(cells[0] ?? {}))
    const rates = await listTaxRates(tx, merchantId)
    const rows = cells.map((row, place) => readRow(row, place + 2, { currency, catalog, rates }))
    findDoubles(rows)
    await findDishonest(tx, person, rows)
    const isFine = rows.every(({ problem }) => problem === null)
    const added = rows.flatMap(({ form, twin }) => (form && !twin ? [form] : []))
    requireRoom(catalog, added.length)
    if (isFine && !preview) {
      await insertItems(tx, merchantId, added)
      for (const { form, twin } of rows) if (form && twin) await updateItem(tx, twin, changeOf(form, twin, given))
      const detail = { rows: rows.length, added: added.length }
      await announce(tx, tillItemsImported, { id: merchantId, merchantId, detail }, { actor: person })
    }
    return { isSaved: isFine && !preview, rows: rows.map(present) }
  })

const present = ({ row, name, price, twin, problem }: Row): ImportedRow => ({
  ...{ row, name, price, problem },
  act: twin ? 'change' : 'add',
})

const columns = ['name', 'price', 'category', 'options', 'tax', 'stock'] as const
type Cells = Partial<Record<(typeof columns)[number], string>>

/** The rows by the names of their columns. The first line has the names. */
const requireCells = (csv: string): Cells[] => {
  const refuse = (message: string) => new ApiError('invalid-request', { message, fields: [{ path: 'csv', message }] })
  const read = readCsv(csv)
  if (!read) throw refuse('The quotation marks in this file don’t match')
  const [head = [], ...rows] = read
  const names = head.map((name) => name.toLowerCase())
  if (!names.includes('name') || !names.includes('price')) {
    throw refuse('The first line needs the columns name and price')
  }
  if (rows.length === 0) throw refuse('This file has no items')
  if (rows.length > mostImportRows) throw refuse(`A file can have up to ${mostImportRows} items`)
  return rows.map((cells) =>
    Object.fromEntries(
      columns.flatMap((name) => (names.includes(name) ? [[name, cells[names.indexOf(name)] ?? '']] : [])),
    ),
  )
}

type Known = {
  currency: ItemForm['prices'][number]['currency']
  catalog: readonly CatalogItem[]
  rates: readonly TaxRate[]
}

const readRow = (cells: Cells, row: number, { currency, catalog, rates }: Known): Row => {
  const { name = '', price = '', category = '', options = '', tax = '', stock = '' } = cells
  const shown = { row, name, price }
  const wrong = (problem: string): Row => ({ ...shown, problem })
  const written = readOptionText(options)
  if (!written) return wrong('Write options like this: Size: Small, Large +0.50')
  const rate =
    tax === ''
      ? undefined
      : rates.find(
          (one) => one.name.toLowerCase() === tax.toLowerCase() || Number(one.percent) === Number(tax.replace('%', '')),
        )
  if (tax !== '' && !rate && Number(tax.replace('%', '')) !== 0) return wrong('No tax rate has this name or percentage')
  if (!/^\d{0,7}$/.test(stock)) return wrong('Stock is a whole number, or empty')
  const namesakes = findNamesakes(catalog, { name })
  if (namesakes.length > 1) return wrong('Several items have this name. Change them in the list')
  const [twin] = namesakes
  const form = itemForm.safeParse({
    ...{ name, category: category || null, prices: [{ currency, amount: price }] },
    options: toItemOptions(written, currency, twin?.options),
    taxRateId: rate?.id ?? null,
    stock: stock === '' ? null : Number(stock),
  })
  if (!form.success) return wrong(form.error.issues[0]?.message ?? 'This row can’t be read')
  const amounts = [
    ...form.data.prices,
    ...form.data.options.flatMap(({ choices }) => choices.flatMap((one) => one.prices)),
  ]
  if (!amounts.every(fitsCurrency)) return wrong('Please enter a valid amount')
  return { ...shown, name: form.data.name, form: form.data, ...(twin ? { twin } : {}), problem: null }
}

/** What the file has no column for stays. */
const changeOf = (form: ItemForm, twin: CatalogItem, given: ReadonlySet<string>) => ({
  prices: [...form.prices, ...twin.prices.filter(({ currency }) => currency !== form.prices[0]?.currency)],
  ...(given.has('category') ? { category: form.category } : {}),
  ...(given.has('options') ? { options: form.options } : {}),
  ...(given.has('tax') ? { taxRateId: form.taxRateId } : {}),
  ...(given.has('stock') ? { stock: form.stock } : {}),
})

const findDoubles = (rows: Row[]) => {
  const seen = new Set<string>()
  for (const row of rows) {
    const name = row.name.toLowerCase()
    if (seen.has(name)) row.problem ??= 'This name is in the file twice'
    seen.add(name)
  }
}

/** Customers read the names. */
const findDishonest = async (tx: Tx, person: MerchantPerson, rows: Row[]) => {
  const names = rows.flatMap(({ form, twin }, place) => {
    if (!form) return []
    const options = form.options.flatMap((option) => [option.name, ...option.choices.map((choice) => choice.name)])
    return [[`${place}.name`, twin ? null : form.name], ...options.map((name, at) => [`${place}.${at}`, name])]
  })
  try {
    await requireHonestNames(tx, person, Object.fromEntries(names) as Record<string, string | null>)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    for (const { path, message } of error.fields ?? []) {
      const row = rows[Number.parseInt(path, 10)]
      if (row) row.problem ??= message
    }
  }
}
