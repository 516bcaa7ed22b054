import type { Deps } from '../deps.ts'
import { advanceSends } from '../flows/sends/advance-sends.ts'
import { findStoresWithDueSends } from '../modules/sends/progress.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

const storesAtOnce = 8

/** Signs, broadcasts and looks after what leaves our wallets; different wallets do not wait for each other. */
export const sendMoney = (deps: Deps): Worker => ({
  name: 'send-money',
  everyMs: 1000,
  run: async () => {
    const due = await findStoresWithDueSends(deps.db, storesAtOnce)
    await Promise.all(due.map((storeRef) => advanceSends(deps, storeRef)))
    return false
  },
})
