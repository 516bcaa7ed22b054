import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { limits } from './limits.ts'
import { markSyncDue } from './table.sync.ts'
import { findStore, openStore } from './table.ts'

/** Syncs a merchant's wallet now instead of at its next time. */
export const syncWallet = async (deps: Deps, merchantId: number): Promise<void> => {
  const store = openStore(await findStore(deps.db, merchantId), deps.sealer)
  if (!store) throw new ApiError('not-configured')
  await requireAttempts(deps, [limits.walletSyncs(merchantId)])
  await markSyncDue(deps.db, store.id)
  deps.wake('reconcile-engine')
}
