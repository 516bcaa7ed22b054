import type { Owner } from '../../../modules/ledger/post-transfer.ts'
import { type Consequence, nothing } from './consequence.ts'

const platform: Owner = { kind: 'platform' }

/** The platform pays its debt: the network's fee comes out of the amount, so the wallet loses exactly what was owed. */
export const loopOut: Consequence = {
  entries: async (_, send) => [
    { owner: { kind: 'merchant', id: send.merchantId ?? 0 }, account: 'loop-out-payable', sats: send.amountSats },
    { owner: platform, account: 'wallet', sats: -send.amountSats },
  ],
  settled: nothing,
  unsettled: nothing,
  ended: nothing,
}
