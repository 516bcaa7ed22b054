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
  if (send.kind === 'bump') return recordBump(tx, send, txid)
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

/** A child that pays a higher fee for a send only costs that fee, and has the purpose of the send that it helps. */
const recordBump = async (tx: Tx, bump: Send & { kind: 'bump' }, txid: string) => {
  const { kind } = await getSend(tx, bump.bumps)
  if (bump.merchantId === null || bump.networkFeeSats === null) return
  if (kind !== 'withdrawal' && kind !== 'refund' && kind !== 'sweep') return
  await saveSent(tx, bump.merchantId, {
    txid,
    amountSats: bump.networkFeeSats,
    amountUsd: fromCents(centsOfSats(bump.networkFeeSats, toCents(bump.btcPrice))),
    btcPrice: bump.btcPrice,
    address: null,
    description: 'Higher network fee',
    purpose: kind,
    atStore: atStoreOfRef(bump.storeRef),
    feeSats: 0n,
  })
}
