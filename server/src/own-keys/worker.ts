import type { Deps } from '../deps.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { clearWorkFailure, saveWorkFailure } from '../platform/workers/work-failures.ts'
import { applyChange } from './apply-change.ts'
import { saveNextAddresses } from './save-next-addresses.ts'
import { findDueOwnKeysChanges, ownKeysDueAt } from './table.ts'

const batch = 20
const name = 'own-keys'

/** Makes the changes of wallets whose wait is over, and derives the addresses that wallets of merchants use next. */
export const applyOwnKeys = (deps: Deps): Worker => ({
  name,
  everyMs: 5_000,
  due: ownKeysDueAt,
  run: async (signal) => {
    for (const change of await findDueOwnKeysChanges(deps.db, batch)) {
      if (signal.aborted) return false
      const item = `merchant ${change.merchantId}`
      try {
        await applyChange(deps, change)
        await clearWorkFailure(deps.db, name, item)
      } catch (error) {
        await saveWorkFailure(deps.db, name, item, error)
      }
    }
    return saveNextAddresses(deps)
  },
})
