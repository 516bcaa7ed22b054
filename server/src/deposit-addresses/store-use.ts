import { sql } from 'kysely'
import type { StoreUses } from '../stores/index.ts'
import { moveServer } from './table.ts'

export const depositAddressesInStore: StoreUses['depositAddresses'] = {
  inFormer: [
    sql`exists (select from deposit_addresses d
        where d.merchant_id = s.merchant_id and d.server_url = s.server_url and d.store_id = s.store_id)`,
  ],
  moveServer,
}
