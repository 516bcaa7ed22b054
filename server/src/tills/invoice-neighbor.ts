import { sql } from 'kysely'
import type { InvoiceNeighbors } from '../invoices/index.ts'
import { findSaleDetails } from './queries.sales.ts'

/** The names of the tills that created invoices. */
export const tillNames = sql`select 'till' as part, x.id::text as of, x.name as name from tills x`

export const salesOfInvoices: InvoiceNeighbors['sales'] = {
  cashiers: (invoiceIds) => sql`select 'cashier' as part, i.invoice_id as of, c.name as name
          from invoices i join till_sales s on s.invoice_ref = i.id join till_shifts h on h.id = s.shift_id
            join till_cashiers c on c.id = h.cashier_id
          where i.invoice_id = any(${[...invoiceIds]}::text[])`,
  of: findSaleDetails,
}
