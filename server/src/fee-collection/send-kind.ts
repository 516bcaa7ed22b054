import { assignCollections, releaseSwept } from '../fees/table.ts'
import { findTransfer } from '../ledger/queries.ts'
import { type Owner, reverseTransfer } from '../ledger/table.ts'
import type { Consequence } from '../sends/send-kind.ts'
import { getPaidVersion } from '../sends/table.ts'

const platform: Owner = { kind: 'platform' }

/** Collected fees reach the platform's wallet; the network's fee comes out of them and is the platform's own cost. */
export const sweep: Consequence = {
  entries: async (tx, send) => {
    // A merchant that bumps the fee in BTCPay's own screen pays the difference.
    const { payeeSats } = await getPaidVersion(tx, send)
    return [
      { owner: platform, account: 'wallet', sats: payeeSats },
      { owner: platform, account: 'network-fees', sats: send.amountSats - payeeSats },
      { owner: { kind: 'merchant', id: send.merchantId ?? 0 }, account: 'collecting', sats: -send.amountSats },
    ]
  },
  settled: (tx, send) => assignCollections(tx, send.merchantId ?? 0, send.amountSats),
  unsettled: (tx, send) => assignCollections(tx, send.merchantId ?? 0, -send.amountSats),
  ended: async (tx, send) => {
    const held = await findTransfer(tx, 'collect', `send:${send.id}`)
    if (held !== undefined) await reverseTransfer(tx, held, `collect:${send.id}`)
    await releaseSwept(tx, send.id)
  },
}
