import { getFeeInvoice } from '@bitquay/contract/fee-collection'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { presentFeeInvoice } from './present-fee-invoice.ts'

export const feeInvoiceRoutes = (deps: Deps): Route[] => [
  route(getFeeInvoice, ({ person }) => presentFeeInvoice(deps.db, person.merchantId)),
]
