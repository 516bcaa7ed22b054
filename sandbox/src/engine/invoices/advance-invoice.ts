import { decimal, formatDecimal, multiply } from '../rates/decimal.ts'
import { computeTotals, isOverPaid, isUnderPaid, minimumPrice, type Totals } from './compute-totals.ts'
import { type Invoice, isAccounted } from './invoice.ts'

/** What the watcher reports. The webhooks are built from it. */
export type StatusEvent =
  | { type: 'InvoiceExpired'; partiallyPaid: boolean }
  | { type: 'InvoiceExpiredPaidPartial' }
  | { type: 'InvoiceProcessing'; overPaid: boolean }
  | { type: 'InvoicePaidAfterExpiration' }
  | { type: 'InvoiceSettled'; manuallyMarked: boolean; overPaid: boolean }
  | { type: 'InvoiceInvalid'; manuallyMarked: boolean }

/**
 * Advances an invoice once, in BTCPay's order of steps. Expiry comes first, so a payment seen in the last second and
 * processed after it ends as Expired/PaidLate. Being paid and being confirmed can happen in one step.
 */
export const advanceInvoice = (before: Invoice, nowSeconds: number): { invoice: Invoice; events: StatusEvent[] } => {
  const events: StatusEvent[] = []
  let invoice = before

  if (invoice.status === 'New' && invoice.expiresAt <= nowSeconds) {
    const partiallyPaid = invoice.additionalStatus === 'PaidPartial'
    invoice = { ...invoice, status: 'Expired' }
    events.push({ type: 'InvoiceExpired', partiallyPaid })
    if (partiallyPaid) events.push({ type: 'InvoiceExpiredPaidPartial' })
  }

  invoice = countPayments(invoice, events)
  invoice = undoReplaced(invoice)
  invoice = confirm(invoice, nowSeconds, events)
  return { invoice, events }
}

const countPayments = (invoice: Invoice, events: StatusEvent[]): Invoice => {
  if (invoice.status !== 'New' && invoice.status !== 'Expired') return invoice
  const first = invoice.payments.find(isAccounted)
  const totals = computeTotals(invoice)
  const unsetTopUp = invoice.type === 'TopUp' && decimal(invoice.price) === 0n
  const paid = unsetTopUp ? first !== undefined : !isUnderPaid(totals)

  if (paid && invoice.status === 'New') {
    const next: Invoice =
      unsetTopUp && first
        ? {
            ...invoice,
            status: 'Processing',
            additionalStatus: 'None',
            price: formatDecimal(multiply(decimal(first.value) - decimal(first.fee), decimal(invoice.rate))),
          }
        : { ...invoice, status: 'Processing', additionalStatus: overOrNone(totals) }
    events.push({ type: 'InvoiceProcessing', overPaid: next.additionalStatus === 'PaidOver' })
    return next
  }
  if (paid && invoice.additionalStatus !== 'PaidLate') {
    events.push({ type: 'InvoicePaidAfterExpiration' })
    return { ...invoice, additionalStatus: 'PaidLate' }
  }
  const isPartial = first !== undefined && isUnderPaid(totals)
  return isPartial && invoice.additionalStatus !== 'PaidPartial'
    ? { ...invoice, additionalStatus: 'PaidPartial' }
    : invoice
}

/** A replaced payment moves a Processing invoice back to New, without any event. */
const undoReplaced = (invoice: Invoice): Invoice => {
  if (invoice.status !== 'Processing') return invoice
  const totals = computeTotals(invoice)
  if (isUnderPaid(totals)) {
    return {
      ...invoice,
      status: 'New',
      additionalStatus: invoice.payments.some(isAccounted) ? 'PaidPartial' : 'None',
    }
  }
  const additionalStatus = overOrNone(totals)
  return additionalStatus === invoice.additionalStatus ? invoice : { ...invoice, additionalStatus }
}

const confirm = (invoice: Invoice, nowSeconds: number, events: StatusEvent[]): Invoice => {
  if (invoice.status !== 'Processing') return invoice
  const totals = computeTotals(invoice)
  if (minimumPrice(invoice) - totals.netSettled <= 0n) {
    events.push({ type: 'InvoiceSettled', manuallyMarked: false, overPaid: invoice.additionalStatus === 'PaidOver' })
    return { ...invoice, status: 'Settled' }
  }
  if (invoice.monitoredUntil < nowSeconds) {
    events.push({ type: 'InvoiceInvalid', manuallyMarked: false })
    return { ...invoice, status: 'Invalid' }
  }
  return invoice
}

const overOrNone = (totals: Totals): 'PaidOver' | 'None' => (isOverPaid(totals) ? 'PaidOver' : 'None')
