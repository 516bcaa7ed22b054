import type { Deps } from '../deps.ts'
import { claimDueLnurlInvoices, itemOfLnurlInvoice, lnurlInvoicesDueAt } from '../invoices/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { runPerStore, withDeadline } from '../stores/index.ts'
import { watchInvoice } from './watch-invoice.ts'

/** Watches the BOLT11s of Lightning Addresses at their nodes while they can be paid. */
export const watchLnurlInvoices = (deps: Deps): Worker =>
  runPerStore(deps, {
    name: 'watch-lnurl-invoices',
    everyMs: 1_000,
    due: lnurlInvoicesDueAt,
    // Shorter than the claim on an invoice.
    itemMs: 25_000,
    find: async (lane, most) => {
      const due = await inTransaction(deps.db, (tx) => claimDueLnurlInvoices(tx, most, lane))
      return due.map((invoice) => ({
        key: itemOfLnurlInvoice(invoice),
        work: (signal) => watchInvoice(withDeadline(deps, signal), invoice),
      }))
    },
  })
