import type { Language } from '@bitquay/contract/languages'
import { toCents } from '@bitquay/contract/money'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { saveSetting } from '../notifications/index.ts'
import { renameMerchant, requireHonestNames, saveDefaultLanguage, saveZeroConfirmationLimit } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { getMerchantSettings } from './queries.settings.ts'

type Change = {
  storeName?: string | undefined
  paymentLetters?: boolean | undefined
  zeroConfirmationLimitUsd?: string | undefined
  defaultLanguage?: Language | undefined
}

export const changeSettings = (
  { db }: Deps,
  person: MerchantPerson,
  { storeName, paymentLetters, zeroConfirmationLimitUsd, defaultLanguage }: Change,
  source: Source,
) =>
  inTransaction(db, async (tx) => {
    const activity = { act: 'settings-changed', actor: person, source } as const
    if (storeName !== undefined) {
      const before = await renameMerchant(tx, person.merchantId, storeName)
      if (before !== storeName) {
        await requireHonestNames(tx, person, { storeName })
        await recordActivity(tx, { ...activity, detail: { before, after: storeName } })
      }
    }
    if (defaultLanguage !== undefined && (await saveDefaultLanguage(tx, person.merchantId, defaultLanguage))) {
      await recordActivity(tx, { ...activity, detail: { defaultLanguage } })
    }
    // The store's setting is the owner's own: whether they get an email about each payment.
    const owner = { kind: 'merchant', id: person.merchantId } as const
    const setting = { kind: 'payment-received', email: paymentLetters } as const
    if (paymentLetters !== undefined && (await saveSetting(tx, owner, setting))) {
      await recordActivity(tx, { ...activity, detail: { paymentLetters } })
    }
    if (zeroConfirmationLimitUsd !== undefined) {
      const before = await saveZeroConfirmationLimit(tx, person.merchantId, zeroConfirmationLimitUsd)
      const detail = { zeroConfirmationLimitUsd, before }
      if (toCents(before) !== toCents(zeroConfirmationLimitUsd)) await recordActivity(tx, { ...activity, detail })
    }
    await emitChange(tx, `merchant:${person.merchantId}`, 'notifications')
    await emitChange(tx, `merchant:${person.merchantId}`, 'settings')
    return getMerchantSettings(tx, person.merchantId)
  })
