import type { getWallet } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import type { Deps } from '../deps.ts'
import { writeOrRead } from '../platform/db/write-or-read.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { markSyncDueIfOld } from '../stores/index.ts'
import { readFormerWallets } from './queries.former.ts'
import { readMoney } from './queries.ts'

/** BTCPay sends no event for deposits, so a visit to the wallet syncs it if the last sync is a while ago. */
export const readWalletPage = async (deps: Deps, merchantId: number): Promise<Answer<typeof getWallet>> => {
  const money = await readMoney(deps.db, merchantId)
  if (!money.configured) throw new ApiError('not-configured')
  const isDue = await writeOrRead(
    deps.db,
    () => markSyncDueIfOld(deps.db, merchantId),
    async () => false,
  )
  if (isDue) deps.wake('reconcile-engine')
  return {
    id: money.wallet.id,
    name: money.wallet.name,
    ...money.onChain,
    lightning: money.lightning.node,
    lightningAvailable: money.lightningAvailable,
    recoveryWords: money.wallet.words,
    holder: money.wallet.holder,
    former: await readFormerWallets(deps.db, merchantId),
    asOf: money.asOf,
    stale: money.stale,
  }
}
