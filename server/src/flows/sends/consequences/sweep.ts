import { markCollected, releaseSwept } from '../../../modules/fees/sweeping.ts'
import { findTransfer } from '../../../modules/ledger/find-transfer.ts'
import { type Owner, reverseTransfer } from '../../../modules/ledger/post-transfer.ts'
import type { Consequence } from './consequence.ts'

const platform: Owner = { kind: 'platform' }

/** Collected fees reach the platform's wallet; the network's fee comes out of them and is the platform's own cost. */
export const sweep: Consequence = {
  entries: async (_, send) => {
    const feeSats = send.networkFeeSats ?? 0n
    return [
      { owner: platform, account: 'wallet', sats: send.amountSats - feeSats },
      { owner: platform, account: 'network-fees', sats: feeSats },
      { owner: { kind: 'merchant', id: send.merchantId ?? 0 }, account: 'collecting', sats: -send.amountSats },
    ]
  },
  settled: (tx, send) => markCollected(tx, send.id, true),
  unsettled: (tx, send) => markCollected(tx, send.id, false),
  ended: async (tx, send) => {
    const held = await findTransfer(tx, 'collect', `send:${send.id}`)
    if (held !== undefined) await reverseTransfer(tx, held, `collect:${send.id}`)
    await releaseSwept(tx, send.id)
  },
}
