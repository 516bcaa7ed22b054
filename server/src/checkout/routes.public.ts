import {
  emailReceipt as emailCall,
  getCheckout,
  getFraming,
  openInvoice as openCall,
  printReceipt,
  renewInvoice as renewCall,
  reportCheckout as reportCall,
} from '@bitquay/contract/checkout'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { openInvoice } from '../invoices/index.ts'
import { paymentLinkRoutes } from '../payment-links/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { refundClaimRoutes } from '../refunds/index.ts'
import { emailReceipt } from './email-receipt.ts'
import { listOriginsOf } from './queries.origins.ts'
import { readCheckout } from './queries.ts'
import { renewInvoice } from './renew-invoice.ts'
import { reportCheckout } from './report-checkout.ts'
import { sendReceiptPdf } from './send-receipt-pdf.ts'

const wantedLanguage = ({ lang }: { lang?: string | undefined }, { headers }: FastifyRequest) => ({
  asked: lang,
  accepted: headers['accept-language'],
})

export const checkoutRoutes = (deps: Deps): Route[] => [
  route(getCheckout, ({ params }) => getShown(deps, params.invoiceId)),
  route(openCall, async ({ params, source }) => {
    await openInvoice(deps, params.invoiceId, source)
    return getShown(deps, params.invoiceId)
  }),
  route(getFraming, async ({ params, raw }) => {
    // A page of any site asks before it decides between a frame and a new tab.
    raw.reply.header('access-control-allow-origin', '*')
    const { origin } = raw.request.headers
    const origins = await listOriginsOf(deps.db, params.invoiceId)
    return { allowed: origin !== undefined && origins.includes(origin) }
  }),
  ...paymentLinkRoutes(deps),
  route(renewCall, async ({ params, source }) => ({ invoiceId: await renewInvoice(deps, params.invoiceId, source) })),
  route(printReceipt, ({ params, query, source, raw: { request, reply } }) =>
    sendReceiptPdf(deps, params.invoiceId, source, reply, wantedLanguage(query, request)),
  ),
  route(emailCall, async ({ params, query, body, source, raw: { request } }) => {
    await emailReceipt(deps, params.invoiceId, body.email, source, wantedLanguage(query, request))
    return { sent: true }
  }),
  route(reportCall, async ({ params, body, source }) => {
    await reportCheckout(deps, params.invoiceId, body, source)
    return { reported: true }
  }),
  ...refundClaimRoutes(deps),
]

const getShown = async (deps: Deps, invoiceId: string) => {
  const found = await readCheckout(deps.db, invoiceId, deps.config.publicUrl)
  if (!found) throw new ApiError('not-found')
  return found
}
