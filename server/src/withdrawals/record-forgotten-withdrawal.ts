import { centsOfSats, fromCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice } from '../prices/index.ts'
import { adoptTransaction, type FoundPayment, forgottenSend, insertSend, type Send } from '../sends/index.ts'
import { computeWithdrawalFee } from './quote-withdrawal.ts'

/**
 * A withdrawal that a restored database has forgotten, with the fee that it would cost now. The caller holds the store's
 * lock.
 */
export const recordForgottenWithdrawal = async (
  tx: Tx,
  deps: Pick<Deps, 'sendKinds'>,
  wallet: { storeRef: number; merchantId: number },
  found: FoundPayment,
): Promise<Send> => {
  const { cents } = await findPrice(tx)
  const { feeSats, partnerFeeSats } = await computeWithdrawalFee(tx, found.payeeSats)
  const send = await insertSend(tx, {
    ...forgottenSend(wallet, found),
    kind: 'withdrawal',
    amountSats: found.payeeSats,
    amountUsd: fromCents(centsOfSats(found.payeeSats, cents)),
    btcPrice: fromCents(cents),
    networkFeeFrom: 'wallet',
    platformFeeSats: feeSats,
    partnerFeeSats,
  })
  return adoptTransaction(tx, deps, send.id, found)
}
