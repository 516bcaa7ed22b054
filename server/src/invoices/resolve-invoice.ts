import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { invoiceResolved } from './facts.ts'
import { markDealtWith } from './table.ts'

/**
 * The merchant keeps an overpaid, late or partial payment as it is. Resolving an invoice again, or one that needs no
 * decision, changes nothing.
 */
export const resolveInvoice = (deps: Deps, person: MerchantPerson, invoiceId: string, source: Source) =>
  inTransaction(deps.db, async (tx) => {
    const { merchantId } = person
    if (!(await markDealtWith(tx, merchantId, invoiceId))) return
    await announce(tx, invoiceResolved, { id: invoiceId, merchantId }, { actor: person, source })
  })
