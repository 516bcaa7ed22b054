import { centsOfSats, fromCents, toCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { atStoreOfRef } from '../stores/index.ts'
import { saveSent } from '../transactions/index.ts'
import { rulesOf } from './send-kind.ts'
import { getSend, type Send } from './table.ts'

/** Records a broadcast send in the merchant's history, under its current transaction. */
export const recordTxid = async (tx: Tx, { sendKinds }: Pick<Deps, 'sendKinds'>, send: Send) => {
  const { txid } = send
  if (txid === null) return
  await rulesOf(sendKinds, send).onTxid?.(tx, send, txid)
  if (send.kind === 'bump') return recordInside(tx, send, send.bumps, txid)
  if (send.kind === 'cancel') return recordInside(tx, send, send.cancels, txid)
  // A loop-out leaves the platform's wallet.
  if (send.kind === 'payout' || send.kind === 'loop-out') return
  await saveSent(tx, send.merchantId, {
    txid,
    amountSats: send.amountSats,
    amountUsd: send.amountUsd,
    btcPrice: send.btcPrice,
    address: send.address,
    description: send.description ?? (send.kind === 'sweep' ? 'Platform fees' : null),
    purpose: send.kind,
    atStore: atStoreOfRef(send.storeRef),
    feeSats: send.networkFeeFrom === 'wallet' ? send.networkFeeSats : 0n,
  })
}

/** What stays in the wallet only costs a fee, and has the purpose of the send that it helps or cancels. */
const recordInside = async (tx: Tx, send: Send, other: number, txid: string) => {
  const { kind } = await getSend(tx, other)
  if (send.merchantId === null || send.networkFeeSats === null) return
  if (kind !== 'withdrawal' && kind !== 'refund' && kind !== 'sweep') return
  await saveSent(tx, send.merchantId, {
    txid,
    amountSats: send.networkFeeSats,
    amountUsd: fromCents(centsOfSats(send.networkFeeSats, toCents(send.btcPrice))),
    btcPrice: send.btcPrice,
    address: null,
    description: send.kind === 'bump' ? 'Higher network fee' : 'Canceled for sure',
    purpose: kind,
    atStore: atStoreOfRef(send.storeRef),
    feeSats: 0n,
  })
}
