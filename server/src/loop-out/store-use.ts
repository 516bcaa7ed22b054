import { sql } from 'kysely'
import type { StoreUses } from '../stores/index.ts'
import { moveServer } from './table.addresses.ts'

export const loopOutsInStore: StoreUses['loopOuts'] = {
  isOpen: (merchantId) => sql`exists (select from lightning_loop_out_requests
        where merchant_id = ${merchantId} and status in ('pending', 'executing'))`,
  toAddress: (merchantId, address) => sql`
    (select from lightning_loop_out_requests where merchant_id = ${merchantId} and on_chain_address = ${address} limit 1)
    union all (select from loop_out_addresses where merchant_id = ${merchantId} and address = ${address} limit 1)`,
  moveServer,
}
