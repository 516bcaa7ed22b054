import { assignCollections, releaseSwept } from '../fees/index.ts'
import { findTransfer, type Owner, reverseTransfer } from '../ledger/index.ts'
import { getPaidVersion, type SendKindRules } from '../sends/index.ts'

const platform: Owner = { kind: 'platform' }

/**
 * Moves collected fees to the platform's wallet. The network fee is deducted from them and is the platform's own cost.
 */
export const sweep: SendKindRules<'sweep'> = {
  entries: async (tx, send) => {
    // A merchant that bumps the fee in BTCPay itself pays the difference.
    const { payeeSats } = await getPaidVersion(tx, send)
    return [
      { owner: platform, account: 'wallet', sats: payeeSats },
      { owner: platform, account: 'network-fees', sats: send.amountSats - payeeSats },
      { owner: { kind: 'merchant', id: send.merchantId }, account: 'collecting', sats: -send.amountSats },
    ]
  },
  settled: (tx, send) => assignCollections(tx, send.merchantId, send.amountSats),
  unsettled: (tx, send) => assignCollections(tx, send.merchantId, -send.amountSats),
  ended: async (tx, send) => {
    const held = await findTransfer(tx, 'collect', `send:${send.id}`)
    if (held !== undefined) await reverseTransfer(tx, held, `collect:${send.id}`)
    await releaseSwept(tx, send.id)
  },
}
