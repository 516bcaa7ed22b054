import { fitsCurrency } from '@bitquay/contract/amounts'
import type { Till, TillChange, TillForm, TillItemForm } from '@bitquay/contract/tills'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { mergeOptions, requirePossibleSaved, splitOptions } from '../invoices/index.ts'
import { lockMerchant, requireHonestNames } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { requireRoom, requireTaxRate } from './change-items.ts'
import { tillChanged, tillCreated } from './facts.ts'
import { listCatalog, presentItems } from './queries.items.ts'
import { getTill } from './queries.ts'
import { insertItems } from './table.items.ts'
import { insertTill, lockTill, updateTill } from './table.ts'
import { trimToCurrency } from './trim-to-currency.ts'

export const createTill = async (deps: Deps, person: MerchantPerson, form: TillForm): Promise<Till> => {
  requirePrices(form.currency, form.items)
  const { fields, options } = splitOptions(form)
  const merged = mergeOptions({ options: {} }, options)
  requirePossibleSaved(merged, { amount: null, currency: form.currency })
  return inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    // Lock the merchant, so that requests at the same time can't create too many tills.
    await lockMerchant(tx, merchantId)
    await requireHonestNames(tx, person, namesOf(form))
    await requireTaxRate(tx, merchantId, 'keypadTaxRateId', form.keypadTaxRateId)
    const { items, ...till } = fields
    const id = await insertTill(tx, { ...till, options: merged, merchantId, createdBy: person.email })
    await addItems(tx, merchantId, form.currency, items)
    const detail = { name: form.name, slug: form.slug }
    await announce(tx, tillCreated, { id, merchantId, detail }, { actor: person })
    return getTill(tx, merchantId, id, deps.config.publicUrl)
  })
}

/** Changes, closes or reopens a till. Sales that it made before stay as they are. */
export const changeTill = (deps: Deps, person: MerchantPerson, id: number, change: TillChange): Promise<Till> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    const before = await lockTill(tx, merchantId, id)
    if (!before) throw new ApiError('not-found')
    const { fields, options } = splitOptions(change)
    const merged = mergeOptions(before, options)
    requirePossibleSaved(merged, { amount: null, currency: before.currency })
    await requireHonestNames(tx, person, { name: change.name === before.name ? undefined : change.name })
    await requireTaxRate(tx, merchantId, 'keypadTaxRateId', change.keypadTaxRateId)
    await updateTill(tx, before, fields, merged)
    const detail = { name: change.name ?? before.name, changed: Object.keys(change).join(' ') }
    await announce(tx, tillChanged, { id, merchantId, detail }, { actor: person })
    return getTill(tx, merchantId, id, deps.config.publicUrl)
  })

/** What the catalog has already isn't added again. */
const addItems = async (tx: Tx, merchantId: number, currency: TillForm['currency'], items: readonly TillItemForm[]) => {
  const catalog = await listCatalog(tx, merchantId)
  const sold = new Set(presentItems(catalog, currency).map(({ name, price }) => `${price} ${name}`))
  const added = items.filter(({ name, price }) => !sold.has(`${trimToCurrency(price, currency)} ${name}`))
  requireRoom(catalog, added.length)
  await insertItems(
    tx,
    merchantId,
    added.map(({ price, ...item }) => ({
      ...{ ...item, options: [], taxRateId: null, isSoldOut: false },
      prices: [{ currency, amount: price }],
    })),
  )
}

/** The names that customers see, by their field. */
const namesOf = ({ name, items }: Pick<TillForm, 'name' | 'items'>) => ({
  name,
  ...Object.fromEntries(items.map((item, place) => [`items.${place}.name`, item.name])),
})

const requirePrices = (currency: string, items: readonly TillItemForm[]) => {
  const wrong = items.findIndex(({ price }) => !fitsCurrency({ amount: price, currency }))
  if (wrong === -1) return
  const message = 'Please enter a valid amount'
  throw new ApiError('invalid-request', { message, fields: [{ path: `items.${wrong}.price`, message }] })
}
