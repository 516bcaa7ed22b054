import { sql } from 'kysely'
import type { InvoiceNeighbors } from '../invoices/index.ts'

export const engineInvoicesOfDeposits: InvoiceNeighbors['deposits'] = {
  engineIds: (ids) => sql`select engine_invoice_id from deposit_addresses where engine_invoice_id = ${ids}`,
  ofEngineInvoice: (merchantId, engineInvoiceId) =>
    sql`select from deposit_addresses where merchant_id = ${merchantId} and engine_invoice_id = ${engineInvoiceId}`,
}
