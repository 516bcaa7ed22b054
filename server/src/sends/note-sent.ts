import type { Tx } from '../platform/db/transaction.ts'
import { notePromoTransaction } from '../promo-codes/note-promo-transaction.ts'
import { saveSent } from '../transactions/save-sent.ts'
import type { Send } from './table.ts'

const purposes = { withdrawal: 'withdrawal', refund: 'refund', sweep: 'sweep' } as const

/** A send that is on the network stands in the merchant's history, under whichever of its transactions that is. */
export const noteSent = async (tx: Tx, send: Send) => {
  const { merchantId, txid, kind } = send
  if (txid === null) return
  if (kind === 'withdrawal') await notePromoTransaction(tx, send.id, txid)
  // A loop-out leaves the platform's wallet, a child is mirrored as what it cost.
  if (merchantId === null || kind === 'payout' || kind === 'loop-out' || kind === 'bump') return
  await saveSent(tx, merchantId, {
    txid,
    amountSats: send.amountSats,
    amountUsd: send.amountUsd,
    btcPrice: send.btcPrice,
    address: send.address,
    description: send.description ?? (kind === 'sweep' ? 'Platform fees' : null),
    purpose: purposes[kind],
  })
}
