import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { changeMarkup } from '../fees/index.ts'
import { lockMerchant, markMerchantActive, requireHonestNames, saveMerchantDetails } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { adoptStoreInTx, subscribeToStore, toStoreDetails, verifyStore } from '../stores/index.ts'
import { merchantActivated, merchantDeactivated, merchantRenamed } from './facts.ts'

export type MerchantChange = {
  storeName?: string | undefined
  isActive?: boolean | undefined
  markupFeePercent?: string | undefined
  markupEffectiveFrom?: string | undefined
  btcpayServerUrl?: string | undefined
  btcpayStoreId?: string | undefined
  btcpayApiKey?: string | undefined
}

/** Applies an admin's changes to a merchant: all of them, or none if one is refused. */
export const changeMerchant = async (
  deps: Deps,
  admin: Admin,
  id: number,
  change: MerchantChange,
  source: Source,
): Promise<void> => {
  const details = toStoreDetails(deps, change)
  const verified = details && (await verifyStore(deps, details))
  const store = await inTransaction(deps.db, async (tx) => {
    const merchant = await lockMerchant(tx, id)
    if (!merchant) throw new ApiError('not-found')
    const by = { actor: admin, source }
    const { storeName, isActive, markupFeePercent } = change
    if (storeName !== undefined && storeName !== merchant.storeName) {
      await requireHonestNames(tx, { merchantId: id }, { storeName })
      await saveMerchantDetails(tx, id, { storeName })
      const detail = { before: merchant.storeName, after: storeName }
      await announce(tx, merchantRenamed, { merchantId: id, detail }, by)
    }
    if (isActive !== undefined && (await markMerchantActive(tx, id, isActive))) {
      const shown = { storeName: storeName ?? merchant.storeName, publicUrl: deps.config.publicUrl }
      const about = { merchantId: id, to: merchant.email, ...shown }
      await announce(tx, isActive ? merchantActivated : merchantDeactivated, about, by)
    }
    if (markupFeePercent !== undefined) {
      const from = change.markupEffectiveFrom
      const effectiveFrom = from === undefined ? undefined : new Date(from)
      await changeMarkup(tx, deps.config, admin, merchant, { markupFeePercent, effectiveFrom }, source)
    }
    return verified && adoptStoreInTx(tx, deps, id, verified, by)
  })
  if (store) await subscribeToStore(deps, store)
  if (change.isActive) deps.wake('provision-stores')
}
