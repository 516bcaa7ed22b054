import { getCheckout, renewInvoice as renewCall } from '@bitquay/contract/invoices'
import type { Deps } from '../deps.ts'
import { paymentLinkRoutes } from '../payment-links/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { refundClaimRoutes } from '../refunds/index.ts'
import { readCheckout } from './queries.ts'
import { renewInvoice } from './renew-invoice.ts'

export const checkoutRoutes = (deps: Deps): Route[] => [
  route(getCheckout, async ({ params }) => {
    const found = await readCheckout(deps.db, params.invoiceId, deps.config.publicUrl)
    if (!found) throw new ApiError('not-found')
    return found
  }),
  ...paymentLinkRoutes(deps),
  route(renewCall, async ({ params, source }) => ({ invoiceId: await renewInvoice(deps, params.invoiceId, source) })),
  ...refundClaimRoutes(deps),
]
