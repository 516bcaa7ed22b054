import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { mailInvoice } from './mail-invoice.ts'
import { findInvoice } from './queries.ts'

/** Writes an open invoice's link to its customer once more, but not at any pace: it is someone else's mailbox. */
export const resendInvoice = async (deps: Deps, person: MerchantPerson, invoiceId: string, source: Source) => {
  const { merchantId } = person
  const row = await findInvoice(deps.db, merchantId, invoiceId)
  if (!row) throw new ApiError('not-found')
  if (row.customerEmail === null) {
    throw new ApiError('invoice-not-mailable', { message: 'This invoice has no customer email address.' })
  }
  if (row.status !== 'new') throw new ApiError('invoice-not-mailable')
  await inTransaction(deps.db, async (tx) => {
    const refusal = await mailInvoice(tx, deps.config, row)
    if (refusal) throw refusal
    await recordAct(tx, {
      act: 'invoice-resent',
      actor: person,
      source,
      subject: { kind: 'invoice', id: invoiceId },
      merchantId,
    })
    await noteChange(tx, `merchant:${merchantId}`, 'invoices')
  })
  return row.customerEmail
}
