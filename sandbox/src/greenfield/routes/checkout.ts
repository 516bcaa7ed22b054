import { computeDue, computeTotals } from '../../engine/invoices/compute-totals.ts'
import { formatDecimal } from '../../engine/rates/decimal.ts'
import { notFound } from '../errors.ts'
import type { Call, Route } from '../route.ts'

/** BTCPay's public checkout, as JSON only: enough to follow an invoice without a key. */
export const checkoutRoutes: Route[] = ['/i/:invoiceId', '/i/:invoiceId/status'].map((path) => ({
  method: 'GET',
  path,
  authorize: () => undefined,
  handle: status,
}))

function status({ btcpay, params }: Call) {
  const invoice = btcpay.book.find(params['invoiceId'] ?? '')
  if (!invoice) throw notFound('invoice-not-found', 'The invoice was not found')
  const totals = computeTotals(invoice)
  return {
    invoiceId: invoice.id,
    storeId: invoice.storeId,
    status: invoice.status,
    additionalStatus: invoice.additionalStatus,
    expirationTime: invoice.expiresAt,
    paymentMethods: invoice.prompts.map((prompt) => ({
      paymentMethodId: prompt.methodId,
      destination: prompt.destination,
      due: formatDecimal(computeDue(invoice, totals, prompt).due, 8),
    })),
  }
}
