import type { InvoicePaymentMethod, Invoice as InvoiceView } from '@bitquay/btcpay/wire/invoices'
import { computeDue, computeTotals } from '../../engine/invoices/compute-totals.ts'
import { type Invoice, isAccounted, type Prompt } from '../../engine/invoices/invoice.ts'
import { allowedMarks } from '../../engine/invoices/mark-invoice.ts'
import { ON_CHAIN } from '../../engine/invoices/payment-method-ids.ts'
import { currencyDigits } from '../../engine/rates/currencies.ts'
import { decimal, formatDecimal } from '../../engine/rates/decimal.ts'
import { toPaymentView } from './payment-view.ts'

export const toInvoiceView = (invoice: Invoice, baseUrl: string, withMethods: boolean): InvoiceView => {
  const digits = currencyDigits(invoice.currency)
  const { net } = computeTotals(invoice)
  const { checkout } = invoice
  return {
    id: invoice.id,
    storeId: invoice.storeId,
    amount: formatDecimal(decimal(invoice.price), digits),
    paidAmount: formatDecimal(net, digits),
    currency: invoice.currency,
    type: invoice.type,
    checkoutLink: `${baseUrl}/i/${invoice.id}`,
    createdTime: invoice.createdAt,
    expirationTime: invoice.expiresAt,
    monitoringExpiration: invoice.monitoredUntil,
    status: invoice.status,
    additionalStatus: invoice.additionalStatus,
    availableStatusesForManualMarking: allowedMarks(invoice),
    archived: invoice.archived,
    metadata: invoice.metadata,
    checkout: {
      speedPolicy: checkout.speedPolicy,
      paymentMethods: checkout.paymentMethods,
      defaultPaymentMethod: checkout.defaultPaymentMethod,
      lazyPaymentMethods: checkout.lazyPaymentMethods,
      expirationMinutes: checkout.expirationMinutes,
      monitoringMinutes: checkout.monitoringMinutes,
      paymentTolerance: checkout.paymentTolerance,
      redirectURL: checkout.redirectURL,
      redirectAutomatically: checkout.redirectAutomatically,
      defaultLanguage: checkout.defaultLanguage,
    },
    receipt: invoice.receipt,
    paymentMethods: withMethods ? toMethodViews(invoice, { onlyAccounted: true, includeSensitive: false }) : [],
  }
}

export type MethodViewOptions = { onlyAccounted: boolean; includeSensitive: boolean }

export const toMethodViews = (invoice: Invoice, options: MethodViewOptions): InvoicePaymentMethod[] => {
  const totals = computeTotals(invoice)
  return invoice.prompts.map((prompt) => {
    const due = computeDue(invoice, totals, prompt)
    const payments = invoice.payments.filter(
      (payment) => payment.methodId === prompt.methodId && (!options.onlyAccounted || isAccounted(payment)),
    )
    return {
      paymentMethodId: prompt.methodId,
      currency: 'BTC',
      activated: prompt.activated,
      destination: prompt.destination,
      paymentLink: linkOf(prompt, formatDecimal(due.due, 8), due.due > 0n),
      rate: invoice.rate,
      amount: formatDecimal(due.totalDue, 8),
      due: formatDecimal(due.due, 8),
      totalPaid: formatDecimal(due.paid, 8),
      paymentMethodPaid: formatDecimal(due.methodPaid, 8),
      paymentMethodFee: formatDecimal(due.methodFee, 8),
      payments: payments.map(toPaymentView),
      additionalData: additionalData(invoice, prompt, options.includeSensitive),
    }
  })
}

const linkOf = (prompt: Prompt, amount: string, isDue: boolean): string | null => {
  if (prompt.destination === null) return null
  if (prompt.methodId !== ON_CHAIN) return `lightning:${prompt.destination}`
  return `bitcoin:${prompt.destination}${isDue ? `?amount=${amount}` : ''}`
}

const additionalData = (invoice: Invoice, prompt: Prompt, includeSensitive: boolean): Record<string, unknown> => {
  if (prompt.onChain) {
    const feeRate = prompt.onChain.satPerKvb / 1000
    return {
      accountDerivation: includeSensitive ? prompt.onChain.accountDerivation : null,
      keyPath: prompt.onChain.keyPath,
      keyIndex: prompt.onChain.keyIndex,
      payjoinEnabled: false,
      feeMode: invoice.networkFeeMode,
      paymentMethodFeeRate: feeRate,
      recommendedFeeRate: feeRate,
    }
  }
  if (prompt.lightning) {
    return {
      paymentHash: prompt.lightning.paymentHash,
      preimage: null,
      invoiceId: prompt.lightning.invoiceId,
      nodeInfo: prompt.lightning.nodeUri,
    }
  }
  return {}
}
