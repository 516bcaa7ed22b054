import { fitsCurrency } from '@bitquay/contract/amounts'
import type { Till, TillChange, TillForm, TillItemForm } from '@bitquay/contract/tills'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { mergeOptions, requirePossibleSaved, splitOptions } from '../invoices/index.ts'
import { lockMerchant, requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { deleteUnusedImages } from './change-item-image.ts'
import { tillChanged, tillCreated } from './facts.ts'
import { getTill } from './queries.ts'
import { insertTill, lockTill, updateTill } from './table.ts'

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
    const id = await insertTill(tx, { ...fields, options: merged, merchantId, createdBy: person.email })
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
    requirePrices(before.currency, change.items ?? [])
    const { fields, options } = splitOptions(change)
    const merged = mergeOptions(before, options)
    requirePossibleSaved(merged, { amount: null, currency: before.currency })
    // Lock the merchant, so that nobody starts to use a picture that is deleted here.
    await lockMerchant(tx, merchantId)
    const { name, items } = change
    await requireHonestNames(tx, person, namesOf({ name: name === before.name ? undefined : name, items: items ?? [] }))
    const removed = await updateTill(tx, before, fields, merged)
    await deleteUnusedImages(tx, merchantId, removed)
    const detail = { name: change.name ?? before.name, changed: Object.keys(change).join(' ') }
    await announce(tx, tillChanged, { id, merchantId, detail }, { actor: person })
    return getTill(tx, merchantId, id, deps.config.publicUrl)
  })

/** The names that customers see, by their field. */
const namesOf = ({ name, items }: { name: string | undefined; items: readonly TillItemForm[] }) => ({
  name,
  ...Object.fromEntries(items.map((item, place) => [`items.${place}.name`, item.name])),
})

const requirePrices = (currency: string, items: readonly TillItemForm[]) => {
  const wrong = items.findIndex(({ price }) => !fitsCurrency({ amount: price, currency }))
  if (wrong === -1) return
  const message = 'Please enter a valid amount'
  throw new ApiError('invalid-request', { message, fields: [{ path: `items.${wrong}.price`, message }] })
}
