import type { changeSettings as changeCall } from '@bitquay/contract/merchants'
import { toCents } from '@bitquay/contract/money'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { announceAll, type Detail } from '../facts/index.ts'
import { saveSetting } from '../notifications/index.ts'
import { type MerchantDetails, requireHonestNames, saveMerchantDetails } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { settingsChanged } from './facts.ts'
import { presentDetails } from './present-details.ts'
import { getMerchantSettings } from './queries.settings.ts'

type Change = z.output<(typeof changeCall)['body']>

export const changeSettings = (
  { db }: Deps,
  person: MerchantPerson,
  { paymentLetters, storeName, zeroConfirmationLimitUsd, ...details }: Change,
  source: Source,
) =>
  inTransaction(db, async (tx) => {
    const { merchantId } = person
    const changes: Detail[] = []
    const row = toRow({ storeName, zeroConfirmationLimitUsd, ...details })
    const before = await saveMerchantDetails(tx, merchantId, row)
    if (storeName !== undefined && before.storeName !== storeName) {
      changes.push({ before: before.storeName, after: storeName })
    }
    const known = presentDetails(before)
    const changed = Object.entries(details).filter(
      ([name, value]) => value !== undefined && String(value) !== String(known[name as keyof typeof known]),
    )
    await requireHonestNames(tx, person, {
      ...(before.storeName === storeName ? {} : { storeName }),
      ...Object.fromEntries(changed.flatMap(([name, value]) => (isRead(name) ? [[name, String(value)]] : []))),
    })
    if (changed.length > 0) changes.push(Object.fromEntries(changed.map(([name, value]) => [name, toDetail(value)])))
    // The store's setting is the owner's own: whether they get an email about each payment.
    const owner = { kind: 'merchant', id: merchantId } as const
    const setting = { kind: 'payment-received', email: paymentLetters } as const
    if (paymentLetters !== undefined && (await saveSetting(tx, owner, setting))) {
      changes.push({ paymentLetters })
    }
    const limit = before.zeroConfirmationLimitUsd
    if (zeroConfirmationLimitUsd !== undefined && toCents(limit) !== toCents(zeroConfirmationLimitUsd)) {
      changes.push({ zeroConfirmationLimitUsd, before: limit })
    }
    const abouts = changes.map((detail) => ({ merchantId, detail }))
    await announceAll(tx, settingsChanged, abouts, { actor: person, source })
    return getMerchantSettings(tx, merchantId)
  })

/** Receipts have these texts, under our name. */
const readByCustomers: readonly string[] = ['legalName', 'street', 'city', 'region', 'postalCode', 'taxId']
const isRead = (name: string) => readByCustomers.includes(name)

const toDetail = (value: Change[keyof Change]) => (Array.isArray(value) ? value.join(', ') : (value ?? null))

/** An empty text removes a detail. */
const toRow = (change: Omit<Change, 'paymentLetters'>) =>
  Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === '' ? null : value]),
  ) as Partial<MerchantDetails>
