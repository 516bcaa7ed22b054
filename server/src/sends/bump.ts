import type { Owner } from '../ledger/table.ts'
import { type Consequence, nothing } from './send-kind.ts'

const platform: Owner = { kind: 'platform' }

/** A child costs its fee and nothing else. Where the wallet is a merchant's, the ledger does not keep its coins. */
export const bump: Consequence = {
  entries: async (_, send) =>
    send.merchantId === null && send.networkFeeSats !== null
      ? [
          { owner: platform, account: 'network-fees', sats: send.networkFeeSats },
          { owner: platform, account: 'wallet', sats: -send.networkFeeSats },
        ]
      : [],
  settled: nothing,
  unsettled: nothing,
  ended: nothing,
}
