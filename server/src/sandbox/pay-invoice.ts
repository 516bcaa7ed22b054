import type { Deps } from '../deps.ts'
import { findNewestAttempt } from '../invoices/index.ts'
import { callSandbox } from './call-sandbox.ts'

type Payment = { invoiceId: string }

/** Pays an invoice. The engine knows one with a due date by its newest attempt. */
export const payInvoice = async (
  deps: Pick<Deps, 'db' | 'engine'>,
  payment: Payment,
): Promise<Record<string, unknown>> => {
  const invoiceId = (await findNewestAttempt(deps.db, payment.invoiceId)) ?? payment.invoiceId
  return callSandbox(deps, 'pay', { ...payment, invoiceId })
}
