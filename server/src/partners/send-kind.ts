import { toCents } from '@bitquay/contract/money'
import { announce } from '../facts/index.ts'
import { type Owner, postTransfer, priceEntries } from '../ledger/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { getPaidVersion, type SendByKind, type SendKindRules } from '../sends/index.ts'
import { payoutBooked, payoutBroadcast, payoutFailed, writeSent } from './facts.ts'

type Payout = SendByKind['payout']

const platform: Owner = { kind: 'platform' }

/**
 * A partner's money leaves the platform's wallet. The network fee is deducted from it. Only a cost beyond that (payouts
 * of earlier versions, a manual fee bump) is the platform's own cost.
 */
export const payout = (publicUrl: string): SendKindRules<'payout'> => ({
  // The held amount comes first, so that it keeps exactly the dollars it had when it was held.
  entries: async (tx, send) => {
    const { payeeSats, networkFeeSats } = await getPaidVersion(tx, send)
    const leftSats = payeeSats + networkFeeSats
    return [
      { owner: partnerOf(send), account: 'payout-hold', sats: heldSats(send) },
      { owner: platform, account: 'network-fees', sats: leftSats - send.amountSats },
      { owner: platform, account: 'revenue', sats: -send.platformFeeSats },
      { owner: platform, account: 'wallet', sats: -leftSats },
    ]
  },
  settled: (tx) => announce(tx, payoutBooked, {}),
  unsettled: (tx) => announce(tx, payoutBooked, {}),
  ended: async (tx, send) => {
    await move(tx, send, 'payout-return', -1n)
    await announce(tx, payoutBooked, {})
  },
  announce: async (tx, send, stage) => {
    if (stage === 'broadcast')
      await announce(tx, payoutBroadcast, { ...send, ...(await writeSent(tx, publicUrl, send)) })
    if (stage === 'failed') await announce(tx, payoutFailed, { ...send, publicUrl })
  },
})

/** Holds the money of a payout, in the transaction that saves it. */
export const holdPayout = (tx: Tx, send: Payout) => move(tx, send, 'payout-hold', 1n)

/** Moves money from earned to held, or back. The same dollars both ways, at the price of the request. */
const move = async (tx: Tx, send: Payout, kind: 'payout-hold' | 'payout-return', sign: 1n | -1n) => {
  const priceCents = toCents(send.btcPrice)
  await postTransfer(tx, {
    kind,
    reference: String(send.id),
    priceCents,
    entries: priceEntries(
      [
        { owner: partnerOf(send), account: 'payout-hold', sats: -sign * heldSats(send) },
        { owner: partnerOf(send), account: 'earned', sats: sign * heldSats(send) },
      ],
      priceCents,
    ),
  })
}

const partnerOf = ({ partnerId }: Payout): Owner => ({ kind: 'partner', id: partnerId })

const heldSats = (send: Payout) => send.amountSats + send.platformFeeSats
