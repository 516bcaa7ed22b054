import { sql } from 'kysely'
import type { FoundDepositAddress, PaymentTargets } from '../payments/index.ts'

export const depositTargets: PaymentTargets['deposits'] = {
  find: async (db, merchantId, address) => {
    const { rows } = await sql<FoundDepositAddress>`
    select id, reference from deposit_addresses where merchant_id = ${merchantId} and address = ${address}`.execute(db)
    return rows[0]
  },
  labeled: (merchantId, engineInvoiceIds) => sql`
    select id as deposit_address_id, address, reference, null as invoice_id, null::int as attempt_id, null::numeric as locked_price
    from deposit_addresses where merchant_id = ${merchantId} and address is not null and engine_invoice_id = ${engineInvoiceIds}`,
  isOwn: (merchantId) =>
    sql`exists (select from deposit_addresses d where d.merchant_id = ${merchantId} and d.address = a.address)`,
}
