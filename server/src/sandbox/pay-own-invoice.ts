import type { Body } from '@bitquay/contract/call'
import type { payInvoice as call } from '@bitquay/contract/sandbox'
import type { Deps } from '../deps.ts'
import { findInvoice } from '../invoices/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { ApiKey } from '../platform/http/person.ts'
import { payInvoice } from './pay-invoice.ts'

/** Pays an invoice of the key's own merchant. Of other invoices a program must not even learn that they exist. */
export const payOwnInvoice = async (
  deps: Pick<Deps, 'db' | 'engine'>,
  apiKey: ApiKey,
  payment: Body<typeof call>,
): Promise<Record<string, unknown>> => {
  if (!(await findInvoice(deps.db, apiKey.merchantId, payment.invoiceId))) throw new ApiError('not-found')
  return payInvoice(deps, payment)
}
