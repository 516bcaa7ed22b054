import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { readPrice } from './read-price.ts'
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
