import { fitsCurrency } from '@bitquay/contract/amounts'
import { type ItemChange, type ItemForm, mostItems } from '@bitquay/contract/tills.items'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockMerchant, requireHonestNames } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { deleteUnusedImages } from './change-item-image.ts'
import { tillItemAdded, tillItemChanged, tillItemRemoved } from './facts.ts'
import { type CatalogItem, findNamesakes, listCatalog, listTaxRates } from './queries.items.ts'
import { insertItems, markItemRemoved, updateItem } from './table.items.ts'

/** Adds an item. One of the same name that has none of these currencies gets the prices instead. */
export const createItem = (deps: Deps, person: MerchantPerson, form: ItemForm) =>
  changeCatalog(deps, person, async (tx, catalog) => {
    await requireItem(tx, person, form)
    await requireTaxRate(tx, person.merchantId, 'taxRateId', form.taxRateId)
    const twin = findNamesakes(catalog, form).find(({ prices }) =>
      prices.every(({ currency }) => !form.prices.some((price) => price.currency === currency)),
    )
    if (twin) {
      await updateItem(tx, twin, { prices: [...twin.prices, ...form.prices] })
      return { id: twin.id, fact: tillItemChanged, name: twin.name }
    }
    requireRoom(catalog, 1)
    const [id = 0] = await insertItems(tx, person.merchantId, [form])
    return { id, fact: tillItemAdded, name: form.name }
  })

/** Changes an item on all tills. Sales keep what they sold. */
export const changeItem = (deps: Deps, person: MerchantPerson, id: number, change: ItemChange) =>
  changeCatalog(deps, person, async (tx, catalog) => {
    const before = catalog.find((item) => item.id === id)
    if (!before) throw new ApiError('not-found')
    await requireItem(tx, person, { ...change, name: change.name === before.name ? undefined : change.name })
    await requireTaxRate(tx, person.merchantId, 'taxRateId', change.taxRateId)
    await updateItem(tx, before, change)
    return { id, fact: tillItemChanged, name: change.name ?? before.name }
  })

export const removeItem = (deps: Deps, person: MerchantPerson, id: number) =>
  changeCatalog(deps, person, async (tx, catalog) => {
    const removed = await markItemRemoved(tx, person.merchantId, id)
    if (!removed) throw new ApiError('not-found')
    await deleteUnusedImages(tx, person.merchantId, removed)
    return { id, fact: tillItemRemoved, name: catalog.find((item) => item.id === id)?.name ?? '' }
  })

type Changed = { id: number; fact: typeof tillItemAdded; name: string }

/** Locks the merchant, so that two people can't add too many items or use a picture that is deleted. */
const changeCatalog = (
  deps: Deps,
  person: MerchantPerson,
  change: (tx: Tx, catalog: CatalogItem[]) => Promise<Changed>,
): Promise<{ id: number }> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    await lockMerchant(tx, merchantId)
    const { id, fact, name } = await change(tx, await listCatalog(tx, merchantId))
    await announce(tx, fact, { id, merchantId, detail: { name } }, { actor: person })
    return { id }
  })

export const requireRoom = (catalog: readonly unknown[], added: number) => {
  if (catalog.length + added > mostItems) throw new ApiError('too-many-items')
}

/** A rate must be one of the merchant's own. */
export const requireTaxRate = async (tx: Tx, merchantId: number, path: string, id: number | null | undefined) => {
  if (!id || (await listTaxRates(tx, merchantId)).some((rate) => rate.id === id)) return
  const message = 'This tax rate no longer exists'
  throw new ApiError('invalid-request', { message, fields: [{ path, message }] })
}

type Checked = Pick<ItemChange, 'prices' | 'options'> & { name: string | undefined }

/** Customers read the names, and amounts must fit their currencies. */
const requireItem = async (tx: Tx, person: MerchantPerson, { name, prices = [], options = [] }: Checked) => {
  const unfit = [
    ...prices.map((price, place) => ({ price, path: `prices.${place}.amount` })),
    ...options.flatMap(({ choices }, option) =>
      choices.flatMap((choice, place) =>
        choice.prices.map((price) => ({ price, path: `options.${option}.choices.${place}.prices` })),
      ),
    ),
  ].find(({ price }) => !fitsCurrency(price))
  const message = 'Please enter a valid amount'
  if (unfit) throw new ApiError('invalid-request', { message, fields: [{ path: unfit.path, message }] })
  await requireHonestNames(tx, person, {
    name,
    ...Object.fromEntries(
      options.flatMap((option, place) => [
        [`options.${place}.name`, option.name],
        ...option.choices.map((choice, at) => [`options.${place}.choices.${at}.name`, choice.name]),
      ]),
    ),
  })
}
