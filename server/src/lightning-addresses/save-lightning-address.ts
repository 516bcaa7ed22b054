import type { LightningAddressForm } from '@bitquay/contract/lightning-addresses'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockLink } from '../payment-links/index.ts'
import { requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { lightningAddressChanged } from './facts.ts'
import { findAddressOf } from './queries.ts'
import { requireFreeName } from './require-free-name.ts'
import { lockNames, releaseAbandoned, saveAddress, takeNameChange } from './table.ts'

/** Creates or changes the Lightning Address of a merchant or of one of its payment links. */
export const saveLightningAddress = (
  deps: Deps,
  person: MerchantPerson,
  paymentLinkId: number | null,
  form: LightningAddressForm,
  source: Source,
) => {
  const { merchantId } = person
  return inTransaction(deps.db, async (tx) => {
    if (paymentLinkId !== null && !(await lockLink(tx, merchantId, paymentLinkId))) throw new ApiError('not-found')
    await lockNames(tx, merchantId, form.name)
    const owner = { merchantId, paymentLinkId }
    await releaseAbandoned(tx, form.name, merchantId)
    await requireFreeName(tx, form.name, merchantId)
    if ((await findAddressOf(tx, owner))?.name !== form.name) {
      await requireHonestNames(tx, owner, { name: form.name })
      await takeNameChange(tx, merchantId)
    }
    const saved = await saveAddress(tx, owner, form)
    const about = { id: saved.id, ...owner, detail: { ...form } }
    await announce(tx, lightningAddressChanged, about, { actor: person, source })
    return saved
  })
}
