import type { Deps } from '../deps.ts'
import { tellOfInvoice } from '../invoices/save-invoice.ts'
import { endUnknownInvoice, noteInvoiceUnknown } from '../invoices/table.unread.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { lockStoreAsRead, type ReadyStore } from '../stores/store.ts'

/**
 * BTCPay does not know an invoice that it once made: it was restored from an older backup, say. The invoice is looked for
 * some more times and then ends by what we know of its payments. Should it come back, it is read like any other.
 */
export const recordUnknownInvoice = (deps: Deps, store: ReadyStore, merchantId: number, invoiceId: string) =>
  inTransaction(deps.db, async (tx) => {
    if (!(await lockStoreAsRead(tx, store))) return
    const noted = await noteInvoiceUnknown(tx, merchantId, invoiceId)
    if (!noted?.isGone) return
    const ended = await endUnknownInvoice(tx, merchantId, invoiceId)
    if (!ended) return
    await tellOfInvoice(tx, deps.config.publicUrl, ended, ended.status === 'settled' ? 'settled' : 'invalid')
    await noteChange(tx, `merchant:${merchantId}`, 'invoices')
    await noteChange(tx, 'admin', 'system')
  })
