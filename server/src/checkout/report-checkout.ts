import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { findAnyInvoice } from '../invoices/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { limits } from './limits.ts'
import { saveReport } from './table.reports.ts'

type Report = { reason: string; contact?: string | undefined }

/**
 * A visitor reports a checkout page. It becomes an alert for the operators and is never shown to the merchant. The
 * invoice and the merchant come from the address of the page, not from the visitor.
 */
export const reportCheckout = async (deps: Deps, invoiceId: string, { reason, contact }: Report, source: Source) => {
  await requireAttempts(deps, [limits.reportsFromSource(source.address)])
  const reported = await findAnyInvoice(deps.db, invoiceId)
  if (!reported) throw new ApiError('not-found')
  await requireAttempts(deps, [limits.reportsOfInvoice(invoiceId)])
  const { id: invoiceRef, merchantId } = reported
  await inTransaction(deps.db, (tx) => saveReport(tx, { invoiceRef, merchantId, reason, contact }))
}
