import { sql } from 'kysely'
import type { PaymentTargets } from '../payments/index.ts'

export const loopOutTargets: PaymentTargets['loopOuts'] = {
  has: async (db, merchantId, address) => {
    const found = await db
      .selectFrom('lightningLoopOutRequests')
      .select('id')
      .where('merchantId', '=', merchantId)
      .where('onChainAddress', '=', address)
      .executeTakeFirst()
    return found !== undefined
  },
  isOwn: (merchantId) => sql`exists (select from lightning_loop_out_requests l
        where l.merchant_id = ${merchantId} and l.on_chain_address = a.address)`,
  isHash: sql`exists (select from loop_out_invoices l where l.payment_hash = h)`,
}
