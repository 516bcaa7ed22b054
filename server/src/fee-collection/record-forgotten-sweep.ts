import { centsOfSats, fromCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findPrice } from '../prices/index.ts'
import {
  adoptTransaction,
  computeFeeLimit,
  type FoundPayment,
  forgottenSend,
  insertSend,
  readAvailable,
  type Send,
} from '../sends/index.ts'
import { findStoreById } from '../stores/index.ts'
import { beginCollection } from './sweep-fees.ts'

/**
 * A sweep that a restored database has forgotten pays off what arrived in the platform's wallet, and its network fee up to
 * the limit of every sweep. What arrived beyond the fees that are owed stays the operator's capital. The caller holds the store's lock.
 */
export const recordForgottenSweep = async (
  tx: Tx,
  deps: Pick<Deps, 'sendKinds'>,
  wallet: { storeRef: number; merchantId: number },
  found: FoundPayment,
): Promise<Send> => {
  const { feesOwedSats } = await readAvailable(tx, wallet.storeRef)
  const { payeeSats, networkFeeSats } = found
  const store = await findStoreById(tx, wallet.storeRef)
  const costSats = store ? computeFeeLimit(store, payeeSats + networkFeeSats, networkFeeSats) : 0n
  const amountSats = payeeSats + costSats < feesOwedSats ? payeeSats + costSats : feesOwedSats
  if (amountSats <= 0n) {
    throw new ApiError('conflict', {
      message: 'This merchant owes no fees right now, so this can’t be a fee sweep. Record it as something else.',
    })
  }
  const { cents } = await findPrice(tx)
  const send = await insertSend(tx, {
    ...forgottenSend(wallet, found),
    kind: 'sweep',
    amountSats,
    amountUsd: fromCents(centsOfSats(amountSats, cents)),
    btcPrice: fromCents(cents),
    networkFeeFrom: 'amount',
    networkFeeLimitSats: costSats,
  })
  await beginCollection(tx, send.id, wallet.merchantId, amountSats, cents)
  const collectedSats = payeeSats < amountSats ? payeeSats : amountSats
  return adoptTransaction(tx, deps, send.id, { ...found, payeeSats: collectedSats })
}
