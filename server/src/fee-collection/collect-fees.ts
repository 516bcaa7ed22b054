import { fromSats } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { findPayingStore, freshPlatformAddress, openStore } from '../stores/index.ts'
import { collectionAsked } from './facts.ts'
import { requestSweep } from './sweep-fees.ts'

/** Collects what a merchant owes because an admin asks for it, even below the amount from which it is worth a transaction. */
export const collectFees = async (deps: Deps, admin: Admin, merchantId: number, source: Source): Promise<void> => {
  const store = openStore(await findPayingStore(deps.db, merchantId), deps.sealer)
  if (!store) throw new ApiError('nothing-to-collect')
  const address = await freshPlatformAddress(deps)
  if (address === undefined) throw new ApiError('unavailable')
  await inTransaction(deps.db, async (tx) => {
    const swept = await requestSweep(tx, deps, store.id, merchantId, address)
    if (!swept) throw new ApiError('nothing-to-collect')
    const detail = { btc: fromSats(swept.amountSats) }
    await announce(tx, collectionAsked, { merchantId, detail }, { actor: admin, source })
  })
  deps.wake('send-money')
}
