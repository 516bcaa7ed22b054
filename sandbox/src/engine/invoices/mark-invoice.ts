import type { StatusEvent } from './advance-invoice.ts'
import type { Invoice } from './invoice.ts'

export type Mark = 'Settled' | 'Invalid'

/** What a person may mark this invoice as. One that settled automatically can't become Invalid. */
export const allowedMarks = (invoice: Invoice): Mark[] => {
  const open = invoice.status === 'New' || invoice.status === 'Processing' || invoice.status === 'Expired'
  const marked = invoice.additionalStatus === 'Marked'
  const marks: Mark[] = []
  if (open || invoice.status === 'Invalid') marks.push('Settled')
  if (open || (invoice.status !== 'Invalid' && marked)) marks.push('Invalid')
  return marks
}

export const markInvoice = (invoice: Invoice, mark: Mark): { invoice: Invoice; event: StatusEvent } => ({
  invoice: { ...invoice, status: mark, additionalStatus: 'Marked' },
  event:
    mark === 'Settled'
      ? { type: 'InvoiceSettled', manuallyMarked: true, overPaid: false }
      : { type: 'InvoiceInvalid', manuallyMarked: true },
})
