import { sql } from 'kysely'
import type { StoreUses } from '../stores/index.ts'

export const sendsInStore: StoreUses['sends'] = {
  isLeaving: (storeRef) => sql`exists (select from sends where store_ref = ${storeRef} and final_at is null
        and status in ('requested', 'signed', 'broadcast'))`,
  isLeavingMerchant: (storeRef, merchantId) =>
    sql`exists (select from sends where final_at is null and status in ('requested', 'signed', 'broadcast')
        and (store_ref = ${storeRef} or (merchant_id = ${merchantId} and kind = 'loop-out')))`,
  isUnsettled: (storeRef) => sql`exists (select from sends where store_ref = ${storeRef} and final_at is null)`,
  inFormer: [sql`exists (select from sends x where x.store_ref = s.id and x.final_at is null)`],
  toAddress: (storeRef, address) => sql`select from sends where store_ref = ${storeRef} and address = ${address}`,
}
