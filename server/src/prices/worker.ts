import { displayCurrencies } from '@bitquay/contract/people'
import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { findRatesDue } from './queries.ts'
import { readCurrencies } from './read-currencies.ts'
import { readPrice } from './read-price.ts'
import { readRates } from './read-rates.ts'
import { savePrice } from './table.ts'

/** Updates the bitcoin price. When no source answers, the last good price stays and its age grows. */
export const fetchPrices = (deps: Deps): Worker => ({
  name: 'fetch-prices',
  everyMs: 20_000,
  run: async () => {
    const price = await readPrice(deps)
    if (price) await savePrice(deps.db, price)
    return false
  },
})

/** Updates the list of currencies once a day. */
export const fetchCurrencies = (deps: Deps): Worker => ({
  name: 'fetch-currencies',
  everyMs: 60_000,
  run: async () => {
    await readCurrencies(deps)
    return false
  },
})

/** Updates the prices in other currencies, which balances are also shown in. */
export const fetchRates = (deps: Deps): Worker => ({
  name: 'fetch-rates',
  everyMs: 20_000,
  run: async () => {
    const due = await findRatesDue(deps.db, displayCurrencies)
    for (const rate of await readRates(deps, due)) await savePrice(deps.db, rate)
    return false
  },
})
