import { sql } from 'kysely'
import type { InvoiceNeighbors } from '../invoices/index.ts'
import { listRefundsOfMany, readRefundsOf } from './queries.ts'

export const refundsOfInvoices: InvoiceNeighbors['refunds'] = {
  isOffered: sql`exists (
    select from refunds r where r.invoice_id = i.invoice_id and r.status = 'offered' and r.expires_at > app_now())`,
  offered: (invoiceIds) => sql`select 'refund' as part, r.invoice_id as of, null as name from refunds r
          where r.invoice_id = any(${[...invoiceIds]}::text[])
            and r.status = 'offered' and r.expires_at > app_now()`,
  of: readRefundsOf,
  ofMany: listRefundsOfMany,
}
