import { changeSettings as changeCall, getSettings } from '@bitquay/contract/merchants'
import { findWaiting, presentWaiting } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { route } from '../platform/http/route.ts'
import { changeSettings } from './change-settings.ts'
import { getMerchantSettings } from './table.ts'

export const settings = (deps: Deps) =>
  route(getSettings, async ({ person }) => present(deps, await getMerchantSettings(deps.db, person.merchantId), person))

export const settingsChange = (deps: Deps) =>
  route(changeCall, async ({ body, person, source }) =>
    present(deps, await changeSettings(deps, person, body, source), person),
  )

/** The email address shown belongs to the account that reads it. */
const present = async (
  { db, config }: Deps,
  merchant: Awaited<ReturnType<typeof getMerchantSettings>>,
  person: MerchantPerson,
) => ({
  storeName: merchant.storeName,
  email: person.email,
  isActive: merchant.isActive,
  role: person.role,
  markupFeePercent: Number(merchant.markupFeePercent),
  nextMarkup:
    merchant.nextMarkupPercent === null || merchant.nextMarkupFrom === null
      ? null
      : {
          markupFeePercent: Number(merchant.nextMarkupPercent),
          effectiveFrom: merchant.nextMarkupFrom.toISOString(),
        },
  paymentLetters: merchant.paymentLetters,
  createdAt: merchant.createdAt.toISOString(),
  withdrawalsClosed: presentWaiting(await findWaiting(db, config, person)),
})
