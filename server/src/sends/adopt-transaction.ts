import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { WalletTransactionReading } from '../stores/index.ts'
import { recordSends } from './record-sends.ts'
import {
  forgottenKey,
  getSend,
  isVersion,
  lockSend,
  markSigned,
  type ReservedCoin,
  releaseCoins,
  releaseFromUnsigned,
  reserveCoins,
  type Send,
  saveVersion,
  setAddress,
} from './table.ts'

/** A transaction that the wallet shows, and what it paid. */
export type FoundPayment = {
  transaction: WalletTransactionReading
  address: string
  payeeSats: bigint
  networkFeeSats: bigint
  vbytes: number
  /** The coins that it spent, as far as the explorer knows them. */
  coins: readonly ReservedCoin[]
}

/**
 * A restored database has forgotten that this send was signed and broadcast: it settles under the transaction that the
 * wallet shows. The caller holds the store's lock.
 */
export const adoptTransaction = async (
  tx: Tx,
  deps: Pick<Deps, 'sendKinds'>,
  sendId: number,
  { transaction, address, payeeSats, networkFeeSats, vbytes, coins }: FoundPayment,
): Promise<Send> => {
  const { txid } = transaction
  const send = await lockSend(tx, sendId)
  if (send.status !== 'requested' || (await isVersion(tx, txid))) throw new ApiError('conflict')
  await releaseCoins(tx, sendId)
  // As for any send that isn't final, so that a transaction that replaces it is noticed.
  await releaseFromUnsigned(tx, send.storeRef, coins)
  await reserveCoins(tx, send, coins)
  await setAddress(tx, sendId, address)
  await saveVersion(tx, sendId, { txid, rawTransaction: null, networkFeeSats, payeeSats, vbytes, change: undefined })
  await markSigned(tx, sendId, { txid, networkFeeSats })
  // As the platform's wallet does, which shows its own sends and all sweeps.
  await recordSends(tx, deps, { id: send.storeRef, merchantId: null, ownWallet: null }, [transaction])
  return getSend(tx, sendId)
}

/** What all sends have in common that a restored database doesn't know at all. */
export const forgottenSend = <Owner extends { storeRef: number }>(
  owner: Owner,
  { transaction, address, networkFeeSats }: FoundPayment,
) => ({
  ...owner,
  address,
  feeRate: '1',
  networkFeeReserveSats: networkFeeSats,
  requestedBy: 'after a restore',
  idempotencyKey: `${forgottenKey}${owner.storeRef}:${transaction.txid}`,
  inputHash: '',
})
