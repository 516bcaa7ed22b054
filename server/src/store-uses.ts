import { depositAddressesInStore } from './deposit-addresses/store-use.ts'
import { invoicesInStore } from './invoices/store-use.ts'
import { loopOutsInStore } from './loop-out/store-use.ts'
import { sendsInStore } from './sends/store-use.ts'
import type { StoreUses } from './stores/store-use.ts'

/** What each noun has in a store. The code of stores knows none of them. */
export const storeUses: StoreUses = {
  sends: sendsInStore,
  invoices: invoicesInStore,
  depositAddresses: depositAddressesInStore,
  loopOuts: loopOutsInStore,
}
