import { engineInvoicesOfDeposits } from './deposit-addresses/invoice-neighbor.ts'
import type { InvoiceNeighbors } from './invoices/invoice-neighbors.ts'
import { linkNames } from './payment-links/invoice-neighbor.ts'
import { refundsOfInvoices } from './refunds/invoice-neighbor.ts'
import { salesOfInvoices, tillNames } from './tills/invoice-neighbor.ts'

/** What the nouns above invoices say of them. */
export const invoiceNeighbors: InvoiceNeighbors = {
  refunds: refundsOfInvoices,
  names: { 'payment-link': linkNames, till: tillNames },
  sales: salesOfInvoices,
  deposits: engineInvoicesOfDeposits,
}
