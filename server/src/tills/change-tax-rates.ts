import type { TaxRate, TaxRateForm } from '@bitquay/contract/tills.taxes'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockMerchant, requireHonestNames } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { taxRateChanged } from './facts.ts'
import { listTaxRates } from './queries.items.ts'
import { deleteTaxRate, insertTaxRate, updateTaxRate } from './table.taxes.ts'

const mostTaxRates = 20

export const createTaxRate = (deps: Deps, person: MerchantPerson, form: TaxRateForm): Promise<TaxRate> =>
  changeRates(deps, person, async (tx) => {
    await requireHonestNames(tx, person, { name: form.name })
    const rates = await listTaxRates(tx, person.merchantId)
    if (rates.length >= mostTaxRates) throw new ApiError('too-many-tax-rates')
    return insertTaxRate(tx, person.merchantId, form)
  })

export const changeTaxRate = (deps: Deps, person: MerchantPerson, id: number, form: TaxRateForm): Promise<TaxRate> =>
  changeRates(deps, person, async (tx) => {
    await requireHonestNames(tx, person, { name: form.name })
    return updateTaxRate(tx, person.merchantId, id, form)
  })

export const removeTaxRate = (deps: Deps, person: MerchantPerson, id: number): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, person.merchantId)
    const deleted = await deleteTaxRate(tx, person.merchantId, id)
    if (deleted === undefined) throw new ApiError('not-found')
    if (!deleted) throw new ApiError('tax-rate-in-use')
    await recordChange(tx, person, id, 'removed')
  })

/** Locks the merchant, so that two people can't add too many. */
const changeRates = (
  deps: Deps,
  person: MerchantPerson,
  change: (tx: Tx) => Promise<number | undefined>,
): Promise<TaxRate> =>
  inTransaction(deps.db, async (tx) => {
    await lockMerchant(tx, person.merchantId)
    const id = await change(tx)
    const rate = (await listTaxRates(tx, person.merchantId)).find((one) => one.id === id)
    if (!rate) throw new ApiError('not-found')
    await recordChange(tx, person, rate.id, `${rate.name} ${rate.percent}%`)
    return rate
  })

const recordChange = (tx: Tx, person: MerchantPerson, id: number, rate: string) =>
  announce(tx, taxRateChanged, { id, merchantId: person.merchantId, detail: { rate } }, { actor: person })
