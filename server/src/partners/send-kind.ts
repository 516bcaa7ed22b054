import { toCents } from '@bitquay/contract/money'
import { type Owner, postTransfer, priceEntries } from '../ledger/table.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import type { Consequence } from '../sends/send-kind.ts'
import { getPaidVersion, type Send } from '../sends/table.ts'

const platform: Owner = { kind: 'platform' }

/**
 * A partner's money leaves the platform's wallet. The network fee is deducted from it; only what a transaction cost beyond
 * that (payouts of earlier versions, a fee bump by hand) is the platform's own cost.
 */
export const payout: Consequence = {
  // What is held comes first, so that it is worth to the last digit what it was when it was held.
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
  settled: (tx) => tellAdmins(tx),
  unsettled: (tx) => tellAdmins(tx),
  ended: async (tx, send) => {
    await move(tx, send, 'payout-return', -1n)
    await tellAdmins(tx)
  },
}

/** Sets the money aside that a payout is going to take, in the transaction that writes it down. */
export const holdPayout = (tx: Tx, send: Send) => move(tx, send, 'payout-hold', 1n)

/** From what was earned to what is held, or back. The same dollars both ways, at the price of the request. */
const move = async (tx: Tx, send: Send, kind: 'payout-hold' | 'payout-return', sign: 1n | -1n) => {
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

const partnerOf = (send: Send): Owner => {
  if (send.partnerId === null) throw new Error(`payout ${send.id} is nobody’s`)
  return { kind: 'partner', id: send.partnerId }
}

const heldSats = (send: Send) => send.amountSats + send.platformFeeSats

const tellAdmins = (tx: Tx) => noteChange(tx, 'admin', 'partners')
