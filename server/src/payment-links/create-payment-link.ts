import type { PaymentLink, PaymentLinkForm } from '@bitquay/contract/payment-links'
import { type Actor, recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { getPaymentLink } from './get-payment-link.ts'
import { createLink } from './table.ts'

export const createPaymentLink = (
  deps: Deps,
  actor: Actor & { merchantId: number },
  form: PaymentLinkForm,
  more: { createdBy: string; idempotencyKey: string | undefined },
): Promise<PaymentLink> =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = actor
    const { id, made } = await createLink(tx, { ...form, ...more, merchantId })
    if (made) {
      const subject = { kind: 'payment-link', id }
      await recordAct(tx, { act: 'payment-link-created', actor, subject, detail: { title: form.title } })
      await noteChange(tx, `merchant:${merchantId}`, 'payment-links')
    }
    return getPaymentLink(tx, merchantId, id, deps.config.publicUrl)
  })
