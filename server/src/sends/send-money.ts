import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { runPerStore } from '../stores/run-per-store.ts'
import { withDeadline } from '../stores/with-deadline.ts'
import { findStoresWithDueSends } from './progress.ts'
import { advanceSends } from './worker.ts'

/** Signs, broadcasts and looks after what leaves our wallets; different wallets do not wait for each other. */
export const sendMoney = (deps: Deps): Worker =>
  runPerStore(deps.db, {
    name: 'send-money',
    everyMs: 1000,
    find: async (lane, most, busy) => {
      const due = await findStoresWithDueSends(deps.db, most, busy.map(Number), lane)
      return due.map((storeRef) => ({
        key: String(storeRef),
        work: (signal) => advanceSends(withDeadline(deps, signal), storeRef, signal),
      }))
    },
  })
