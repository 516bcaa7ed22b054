import type { Deps } from '../deps.ts'
import { advanceSends } from '../flows/sends/advance-sends.ts'
import { findStoresWithDueSends } from '../modules/sends/progress.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { createSideBySide } from '../platform/workers/side-by-side.ts'

const storesAtOnce = 8

/** Signs, broadcasts and looks after what leaves our wallets; different wallets do not wait for each other. */
export const sendMoney = (deps: Deps): Worker => {
  const { busy, run, end } = createSideBySide()
  return {
    name: 'send-money',
    everyMs: 1000,
    run: async () => {
      const failures: unknown[] = []
      const due = await findStoresWithDueSends(deps.db, storesAtOnce, busy())
      await run(due, (storeRef) => advanceSends(deps, storeRef).catch((error: unknown) => void failures.push(error)))
      if (failures.length > 0) throw failures[0]
      return false
    },
    end,
  }
}
