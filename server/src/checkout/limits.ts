import { hidden, type Limit, networkOf } from '../accounts/index.ts'

export const limits = {
  newPricesFromSource: (address: string): Limit => ({
    bucket: `new-price:source:${networkOf(address)}`,
    attempts: 10,
    windowSeconds: 600,
    grows: false,
  }),
  receiptsFromSource: (address: string): Limit => ({
    bucket: `receipt:source:${networkOf(address)}`,
    attempts: 10,
    windowSeconds: 3600,
    grows: false,
  }),
  /** Receipts that strangers with paid invoices can make us send to one mailbox, from as many sources as they like. */
  receiptsTo: (mailbox: string): Limit => ({
    bucket: `receipt:to:${hidden(mailbox)}`,
    attempts: 3,
    windowSeconds: 3600,
    grows: false,
  }),
  receiptFilesFromSource: (address: string): Limit => ({
    bucket: `receipt-file:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
    grows: false,
  }),
  reportsFromSource: (address: string): Limit => ({
    bucket: `report:source:${networkOf(address)}`,
    attempts: 5,
    windowSeconds: 3600,
    grows: false,
  }),
  /** Reports of one page by as many sources as there are: an operator needs only the first few. */
  reportsOfInvoice: (invoiceId: string): Limit => ({
    bucket: `report:invoice:${invoiceId}`,
    attempts: 20,
    windowSeconds: 86_400,
    grows: false,
  }),
}
