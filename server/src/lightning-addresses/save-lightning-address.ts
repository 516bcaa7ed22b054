import type { LightningAddressForm } from '@bitquay/contract/lightning-addresses'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { lockLink } from '../payment-links/index.ts'
import { requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
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
    await recordActivity(tx, {
      act: 'lightning-address-changed',
      actor: person,
      source,
      subject: { kind: 'lightning-address', id: saved.id },
      detail: { ...form },
    })
    await emitChange(tx, `merchant:${merchantId}`, paymentLinkId === null ? 'settings' : 'payment-links')
    return saved
  })
}
