import type { Deps } from '../deps.ts'
import { ensureWebhook } from '../flows/ensure-webhook.ts'
import { provisionStore } from '../flows/provision-store.ts'
import { findMerchantsWithoutStore, findStoresWithOtherHook } from '../modules/stores/missing.ts'
import { findStore, openStore } from '../modules/stores/store.ts'
import type { Worker } from '../platform/workers/run-workers.ts'

const batch = 5

/** Gives a store to whoever has none: the platform first, then merchants that brought no BTCPay of their own. */
export const provisionStores = (deps: Deps): Worker => ({
  name: 'provision-stores',
  everyMs: 2000,
  run: async (signal) => {
    if (!openStore(await findStore(deps.db, null), deps.sealer)) {
      await provisionStore(deps, { merchantId: null, name: 'Bitquay' })
      // The price comes through it.
      deps.wake('fetch-prices')
    }
    const without = await findMerchantsWithoutStore(deps.db, batch)
    for (const { id, storeName } of without) {
      if (signal.aborted) return false
      await provisionStore(deps, { merchantId: id, name: storeName })
    }
    // Our address may have changed since the store was made.
    for (const store of await findStoresWithOtherHook(deps.db, `${deps.config.publicUrl}/api/engine-hooks/`, batch)) {
      const ready = openStore(store, deps.sealer)
      if (ready) await ensureWebhook(deps, ready)
    }
    return without.length === batch
  },
})
