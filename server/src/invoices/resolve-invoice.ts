import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { markDealtWith } from './table.ts'

/**
 * The merchant keeps an overpaid, late or partial payment as it is. Resolving an invoice again, or one that needs no
 * decision, changes nothing.
 */
export const resolveInvoice = (deps: Deps, person: MerchantPerson, invoiceId: string, source: Source) =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    if (!(await markDealtWith(tx, merchantId, invoiceId))) return
    await recordActivity(tx, {
      act: 'invoice-resolved',
      actor: person,
      source,
      subject: { kind: 'invoice', id: invoiceId },
      merchantId,
    })
    await emitChange(tx, `merchant:${merchantId}`, 'invoices')
  })
