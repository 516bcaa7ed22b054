import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { changeMarkup } from '../fees/index.ts'
import { queueEmail } from '../mail/index.ts'
import { lockMerchant, markMerchantActive, renameMerchant, requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { adoptStoreInTx, subscribeToStore, toStoreDetails, verifyStore } from '../stores/index.ts'
import { storeActivatedEmail, storeDeactivatedEmail } from './emails.ts'

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
    const activity = { actor: admin, source, subject: { kind: 'merchant', id }, merchantId: id }
    const { storeName, isActive, markupFeePercent } = change
    if (storeName !== undefined && storeName !== merchant.storeName) {
      await requireHonestNames(tx, { merchantId: id }, { storeName })
      await renameMerchant(tx, id, storeName)
      await recordActivity(tx, {
        act: 'merchant-renamed',
        ...activity,
        detail: { before: merchant.storeName, after: storeName },
      })
      await emitChange(tx, `merchant:${id}`, 'settings')
    }
    if (isActive !== undefined && (await markMerchantActive(tx, id, isActive))) {
      await recordActivity(tx, { act: isActive ? 'merchant-activated' : 'merchant-deactivated', ...activity })
      const email = isActive ? storeActivatedEmail : storeDeactivatedEmail
      await queueEmail(tx, {
        to: merchant.email,
        ...email(deps.config.publicUrl, storeName ?? merchant.storeName),
      })
    }
    if (markupFeePercent !== undefined) {
      const from = change.markupEffectiveFrom
      const effectiveFrom = from === undefined ? undefined : new Date(from)
      await changeMarkup(tx, deps.config, admin, merchant, { markupFeePercent, effectiveFrom }, source)
    }
    await emitChange(tx, 'admin', 'merchants')
    return verified && adoptStoreInTx(tx, deps, id, verified, { actor: admin, source })
  })
  if (store) await subscribeToStore(deps, store)
  if (change.isActive) deps.wake('provision-stores')
}
