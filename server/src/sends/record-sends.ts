import { toCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { postTransfer, priceEntries, reverseTransfer } from '../ledger/index.ts'
import { finalDepth } from '../platform/bitcoin/final-depth.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Store, WalletTransactionReading } from '../stores/index.ts'
import { adoptPsbts } from './adopt-psbts.ts'
import { sendChanged } from './facts.ts'
import { conflictDepth } from './read-spender.ts'
import { recordTxid } from './record-txid.ts'
import { rulesOf } from './send-kind.ts'
import { saveLostRivals } from './table.psbts.ts'
import {
  findVersions,
  getSend,
  lockShownSends,
  markBroadcast,
  markConfirmed,
  markSigned,
  markUnconfirmed,
  releaseCoins,
  type Send,
  type ShownSend,
  saveSendDepth,
} from './table.ts'

type Recording = Pick<Deps, 'sendKinds'>

/**
 * Follows sends through the chain by what a wallet shows. The caller holds the store's lock. A confirmed send settles,
 * and one that lost its confirmations is pending again.
 */
export const recordSends = async (
  tx: Tx,
  deps: Recording,
  store: Pick<Store, 'id' | 'merchantId' | 'ownWallet'>,
  transactions: readonly WalletTransactionReading[],
): Promise<boolean> => {
  if (store.ownWallet !== null) await adoptPsbts(tx, store, transactions)
  const depths = new Map(transactions.map((transaction) => [transaction.txid, transaction]))
  let changed = false
  for (const shown of await lockShownSends(tx, store, [...depths.keys()])) {
    const depth = depths.get(shown.shownTxid)
    if (depth) changed = (await follow(tx, deps, shown, depth)) || changed
  }
  return changed
}

const follow = async (tx: Tx, deps: Recording, shown: ShownSend, depth: WalletTransactionReading): Promise<boolean> => {
  const { shownTxid, shownFeeSats, send: before } = shown
  let send: Send = before
  // A new PSBT with a higher fee waits for signatures, and the network took the earlier one after all.
  if (send.status === 'requested') {
    await markSigned(tx, send.id, { txid: shownTxid, networkFeeSats: shownFeeSats })
    send = await getSend(tx, send.id)
  }
  if (send.status === 'signed') send = (await recordBroadcast(tx, deps, send.id)) ?? send
  if (send.txid !== shownTxid && (depth.confirmations > 0 || send.confirmations === 0)) {
    // Another version may have paid another amount, so what was booked for the earlier one is undone first.
    if (send.status === 'confirmed') send = await unsettle(tx, deps, send)
    send = { ...send, txid: shownTxid, networkFeeSats: shownFeeSats }
    await recordTxid(tx, deps, send)
  }
  if (send.txid !== shownTxid) return false
  if (depth.confirmations > 0 && send.status !== 'confirmed') send = await settle(tx, deps, send)
  if (depth.confirmations === 0 && send.status === 'confirmed') send = await unsettle(tx, deps, send)
  const isFinal = depth.confirmations >= finalDepth
  await saveSendDepth(tx, send, { confirmations: depth.confirmations, blockHeight: depth.blockHeight, isFinal })
  if (isFinal) await releaseCoins(tx, send.id)
  if (depth.confirmations >= conflictDepth) await saveLostRivals(tx, { id: send.id, txid: shownTxid })
  const moved =
    before.status !== send.status || before.confirmations !== depth.confirmations || before.txid !== send.txid
  if (moved) await announce(tx, sendChanged, send)
  return moved
}

/**
 * The network has it, as an answer or the wallet says, which counts once. The first version of a send is announced to
 * its owner. Undefined if it was known already.
 */
export const recordBroadcast = async (tx: Tx, deps: Recording, sendId: number): Promise<Send | undefined> => {
  const send = await markBroadcast(tx, sendId)
  if (!send) return undefined
  await recordTxid(tx, deps, send)
  await announce(tx, sendChanged, send)
  // A version that was signed again with a higher fee is the same payment.
  const isRepeated = (await findVersions(tx, send.id)).length > 1
  if (!isRepeated) await rulesOf(deps.sendKinds, send).announce?.(tx, send, 'broadcast')
  return send
}

/** The first confirmation books the send. */
const settle = async (tx: Tx, { sendKinds }: Recording, send: Send): Promise<Send> => {
  const rules = rulesOf(sendKinds, send)
  const moving = await rules.entries(tx, send)
  const priceCents = toCents(send.btcPrice)
  const transferId =
    moving.length === 0
      ? null
      : ((await postTransfer(tx, {
          kind: 'send',
          reference: `${send.id}#${send.bookings + 1}`,
          priceCents,
          entries: priceEntries(moving, priceCents),
        })) ?? null)
  const confirmed = await markConfirmed(tx, send, transferId)
  await rules.settled?.(tx, confirmed)
  await rules.announce?.(tx, confirmed, 'confirmed')
  return confirmed
}

/** A reorganization removed it: a new transfer undoes the booking, and it is pending again. */
export const unsettle = async (tx: Tx, { sendKinds }: Recording, send: Send): Promise<Send> => {
  if (send.transferId !== null) await reverseTransfer(tx, send.transferId, `send:${send.id}#${send.bookings}`)
  await rulesOf(sendKinds, send).unsettled?.(tx, send)
  return markUnconfirmed(tx, send)
}
