import { toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { postTransfer, priceEntries, reverseTransfer } from '../ledger/table.ts'
import { finalDepth } from '../platform/bitcoin/final-depth.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { consequences } from '../send-kinds.ts'
import type { WalletTransactionReading } from '../stores/read-wallet.ts'
import { announceBroadcast, announceEvent, noteSent, tellSend } from './announce-send.ts'
import { markBroadcast, releaseCoins, type Send } from './table.ts'

type Shown = Send & { shownTxid: string; shownFeeSats: bigint }

/**
 * Follows sends through the chain by what a wallet shows: the caller holds the store. One that confirmed settles, one that
 * fell back to no confirmations is on its way again. Fee sweeps are followed by the wallet that they reach, so that
 * everything in the platform's wallet is booked by whoever reads it.
 */
export const recordSends = async (
  tx: Tx,
  store: { id: number; merchantId: number | null },
  transactions: readonly WalletTransactionReading[],
  publicUrl: string,
): Promise<boolean> => {
  const depths = new Map(transactions.map((transaction) => [transaction.txid, transaction]))
  const own = sql`s.store_ref = ${store.id} and s.kind <> 'sweep'`
  const { rows } = await sql<Shown>`
    select s.*, v.txid as shown_txid, v.network_fee_sats as shown_fee_sats
    from send_versions v join sends s on s.id = v.send_id
    where v.txid = any(${[...depths.keys()]}::text[]) and s.final_at is null
      and (${store.merchantId === null ? sql`${own} or s.kind = 'sweep'` : own})
    order by s.id, v.version for update of s`.execute(tx)
  let changed = false
  for (const shown of rows) {
    const depth = depths.get(shown.shownTxid)
    if (depth) changed = (await follow(tx, shown, depth, publicUrl)) || changed
  }
  return changed
}

const follow = async (tx: Tx, shown: Shown, depth: WalletTransactionReading, publicUrl: string): Promise<boolean> => {
  const { shownTxid, shownFeeSats, ...before } = shown
  let send: Send = before
  if (send.status === 'signed') send = await nowBroadcast(tx, send, publicUrl)
  if (send.txid !== shownTxid && (depth.confirmations > 0 || send.confirmations === 0)) {
    send = { ...send, txid: shownTxid, networkFeeSats: shownFeeSats }
    await noteSent(tx, send)
  }
  if (send.txid !== shownTxid) return false
  if (depth.confirmations > 0 && send.status !== 'confirmed') send = await settle(tx, send)
  if (depth.confirmations === 0 && send.status === 'confirmed') send = await unsettle(tx, send)
  const isFinal = depth.confirmations >= finalDepth
  await tx
    .updateTable('sends')
    .set({
      txid: send.txid,
      networkFeeSats: send.networkFeeSats,
      confirmations: depth.confirmations,
      blockHeight: depth.blockHeight ?? null,
      ...(isFinal ? { finalAt: tx.now } : {}),
    })
    .where('id', '=', send.id)
    .execute()
  if (isFinal) await releaseCoins(tx, send.id)
  const moved =
    before.status !== send.status || before.confirmations !== depth.confirmations || before.txid !== send.txid
  if (moved) await tellSend(tx, send)
  return moved
}

const nowBroadcast = async (tx: Tx, send: Send, publicUrl: string): Promise<Send> => {
  const moved = await markBroadcast(tx, send.id)
  if (!moved) return send
  await announceBroadcast(tx, publicUrl, moved)
  return moved
}

/** The first confirmation books what it means. */
const settle = async (tx: Tx, send: Send): Promise<Send> => {
  const { entries, settled } = consequences[send.kind]
  const moving = await entries(tx, send)
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
  const [row] = (await tx
    .updateTable('sends')
    .set({
      status: 'confirmed',
      transferId,
      bookings: send.bookings + 1,
      confirmedAt: tx.now,
      txid: send.txid,
      networkFeeSats: send.networkFeeSats,
      problem: null,
    })
    .where('id', '=', send.id)
    .where('status', '<>', 'confirmed')
    .returningAll()
    .execute()) as Send[]
  if (!row) throw new Error(`send ${send.id} was settled by someone else meanwhile`)
  await settled(tx, row)
  await announceEvent(tx, row, 'withdrawal.confirmed')
  return row
}

/** The chain took it back: what was booked is undone by a new transfer, and it is on its way again. */
export const unsettle = async (tx: Tx, send: Send): Promise<Send> => {
  if (send.transferId !== null) await reverseTransfer(tx, send.transferId, `send:${send.id}#${send.bookings}`)
  await consequences[send.kind].unsettled(tx, send)
  const [row] = (await tx
    .updateTable('sends')
    .set({ status: 'broadcast', transferId: null, confirmedAt: null, dueAt: tx.now })
    .where('id', '=', send.id)
    .returningAll()
    .execute()) as Send[]
  return row ?? send
}
