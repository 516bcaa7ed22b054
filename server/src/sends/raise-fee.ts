import type { Deps } from '../deps.ts'
import { announce, type By } from '../facts/index.ts'
import { feeOf, toMilliRate } from '../platform/bitcoin/network-fees.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { lockStore } from '../stores/index.ts'
import { awaitBroadcast } from './broadcast-send.ts'
import { sendChanged, signedAgain } from './facts.ts'
import { findFeeRate } from './queries.available.ts'
import { isRefusedByNetwork } from './raise-fee-problems.ts'
import { dustSats, isSignedOutside } from './request-send.ts'
import { findPsbt, startSigningAgain } from './table.psbts.ts'
import { findSend, lockSend } from './table.ts'

/**
 * The network refuses a signed payment at its fee. Prepares a new PSBT with a higher one for exactly the same coins, so that
 * only one of both can ever confirm.
 */
export const raiseFee = async (deps: Deps, merchantId: number, id: number, by: By): Promise<void> => {
  const send = await findSend(deps.db, id)
  if (send?.merchantId !== merchantId || !isSignedOutside(send)) throw new ApiError('not-found')
  await inTransaction(deps.db, (tx) => raise(tx, send.storeRef, id, by))
  await awaitBroadcast(deps, id)
}

const raise = async (tx: Tx, storeRef: number, id: number, by: By) => {
  await lockStore(tx, storeRef)
  const send = await lockSend(tx, id)
  const psbt = await findPsbt(tx, id)
  // Repeated after a lost answer.
  if (psbt?.isReplaced) return
  if (!psbt || !isRefusedByNetwork(send)) throw new ApiError('fee-not-refused')
  const feeRate = higherRate(send.feeRate, await findFeeRate(tx))
  const moreSats = feeOf(BigInt(psbt.vbytes), toMilliRate(feeRate)) - psbt.networkFeeSats
  const restSats = (send.networkFeeFrom === 'wallet' ? psbt.changeSats : psbt.payeeSats) ?? 0n
  if (restSats - moreSats < dustSats) throw new ApiError('fee-not-covered')
  await startSigningAgain(tx, id, feeRate)
  await announce(tx, signedAgain, { id, merchantId: send.merchantId, partnerId: null, detail: { feeRate } }, by)
  await announce(tx, sendChanged, send)
}

/** Today's rate, and at least twice the one that was refused. */
const higherRate = (refused: string, usual: string): string => {
  const doubled = toMilliRate(refused) * 2n
  const milliRate = doubled > toMilliRate(usual) ? doubled : toMilliRate(usual)
  return `${milliRate / 1000n}.${String(milliRate % 1000n).padStart(3, '0')}`
}
