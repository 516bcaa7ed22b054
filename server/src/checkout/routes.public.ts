import { getCheckout, renewInvoice as renewCall } from '@bitquay/contract/invoices'
import { emailReceipt as emailCall, printReceipt, reportCheckout as reportCall } from '@bitquay/contract/receipts'
import type { Deps } from '../deps.ts'
import { paymentLinkRoutes } from '../payment-links/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { refundClaimRoutes } from '../refunds/index.ts'
import { emailReceipt } from './email-receipt.ts'
import { readCheckout } from './queries.ts'
import { renewInvoice } from './renew-invoice.ts'
import { reportCheckout } from './report-checkout.ts'
import { sendReceiptPdf } from './send-receipt-pdf.ts'

export const checkoutRoutes = (deps: Deps): Route[] => [
  route(getCheckout, async ({ params }) => {
    const found = await readCheckout(deps.db, params.invoiceId, deps.config.publicUrl)
    if (!found) throw new ApiError('not-found')
    return found
  }),
  ...paymentLinkRoutes(deps),
  route(renewCall, async ({ params, source }) => ({ invoiceId: await renewInvoice(deps, params.invoiceId, source) })),
  route(printReceipt, ({ params, source, raw }) => sendReceiptPdf(deps, params.invoiceId, source, raw.reply)),
  route(emailCall, async ({ params, body, source }) => {
    await emailReceipt(deps, params.invoiceId, body.email, source)
    return { sent: true }
  }),
  route(reportCall, async ({ params, body, source }) => {
    await reportCheckout(deps, params.invoiceId, body, source)
    return { reported: true }
  }),
  ...refundClaimRoutes(deps),
]
