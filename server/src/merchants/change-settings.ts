import type { Language } from '@bitquay/contract/languages'
import { toCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { announceAll, type Detail } from '../facts/index.ts'
import { saveSetting } from '../notifications/index.ts'
import {
  renameMerchant,
  requireHonestNames,
  saveDefaultLanguage,
  saveSendsReminders,
  saveZeroConfirmationLimit,
} from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { settingsChanged } from './facts.ts'
import { getMerchantSettings } from './queries.settings.ts'

type Change = {
  storeName?: string | undefined
  paymentLetters?: boolean | undefined
  zeroConfirmationLimitUsd?: string | undefined
  defaultLanguage?: Language | undefined
  sendsReminders?: boolean | undefined
}

export const changeSettings = (
  { db }: Deps,
  person: MerchantPerson,
  { storeName, paymentLetters, zeroConfirmationLimitUsd, defaultLanguage, sendsReminders }: Change,
  source: Source,
) =>
  inTransaction(db, async (tx) => {
    const changes: Detail[] = []
    if (storeName !== undefined) {
      const before = await renameMerchant(tx, person.merchantId, storeName)
      if (before !== storeName) {
        await requireHonestNames(tx, person, { storeName })
        changes.push({ before, after: storeName })
      }
    }
    if (defaultLanguage !== undefined && (await saveDefaultLanguage(tx, person.merchantId, defaultLanguage))) {
      changes.push({ defaultLanguage })
    }
    if (sendsReminders !== undefined && (await saveSendsReminders(tx, person.merchantId, sendsReminders))) {
      changes.push({ sendsReminders })
    }
    // The store's setting is the owner's own: whether they get an email about each payment.
    const owner = { kind: 'merchant', id: person.merchantId } as const
    const setting = { kind: 'payment-received', email: paymentLetters } as const
    if (paymentLetters !== undefined && (await saveSetting(tx, owner, setting))) {
      changes.push({ paymentLetters })
    }
    if (zeroConfirmationLimitUsd !== undefined) {
      const before = await saveZeroConfirmationLimit(tx, person.merchantId, zeroConfirmationLimitUsd)
      if (toCents(before) !== toCents(zeroConfirmationLimitUsd)) changes.push({ zeroConfirmationLimitUsd, before })
    }
    const { merchantId } = person
    const abouts = changes.map((detail) => ({ merchantId, detail }))
    await announceAll(tx, settingsChanged, abouts, { actor: person, source })
    return getMerchantSettings(tx, person.merchantId)
  })
