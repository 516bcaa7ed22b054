import type { PaymentLink, PaymentLinkChange, PaymentLinkForm } from '@bitquay/contract/payment-links'
import type { Actor } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { mergeOptions, requirePossibleSaved, splitOptions } from '../invoices/index.ts'
import { requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { paymentLinkChanged, paymentLinkCreated } from './facts.ts'
import { getPaymentLink } from './queries.ts'
import { changeLink, createLink, lockLink } from './table.ts'

/** Changes, pauses or resumes a link. Invoices that it created before stay as they are. */
export const changePaymentLink = (
  deps: Deps,
  actor: Actor & { merchantId: number },
  id: number,
  change: PaymentLinkChange,
): Promise<PaymentLink> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = actor
    const before = await lockLink(tx, merchantId, id)
    if (!before) throw new ApiError('not-found')
    const { fields, options } = splitOptions(change)
    const merged = mergeOptions(before, options)
    const { amount = before.amount, currency = before.currency } = fields
    requirePossibleSaved(merged, { amount, currency })
    if (fields.title !== before.title) await requireHonestNames(tx, actor, { title: fields.title })
    await changeLink(tx, before, fields, merged)
    const link = await getPaymentLink(tx, merchantId, id, deps.config.publicUrl)
    const detail = { title: change.title ?? before.title, changed: Object.keys(change).join(' ') }
    await announce(tx, paymentLinkChanged, { id, merchantId, detail, link }, { actor })
    return link
  })

export const createPaymentLink = (
  deps: Deps,
  actor: Actor & { merchantId: number },
  form: PaymentLinkForm,
  more: { createdBy: string; idempotencyKey: string | undefined },
): Promise<PaymentLink> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = actor
    const { fields, options } = splitOptions(form)
    const merged = mergeOptions({ options: {} }, options)
    requirePossibleSaved(merged, form)
    await requireHonestNames(tx, actor, { title: form.title })
    const { createdBy, idempotencyKey = null } = more
    const { id, made } = await createLink(tx, { ...fields, createdBy, idempotencyKey, merchantId, options: merged })
    const link = await getPaymentLink(tx, merchantId, id, deps.config.publicUrl)
    const about = { id, merchantId, detail: { title: form.title }, link }
    if (made) await announce(tx, paymentLinkCreated, about, { actor })
    return link
  })
