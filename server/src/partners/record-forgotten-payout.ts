import { centsOfSats, fromCents } from '@bitquay/contract/money'
import type { Deps } from '../deps.ts'
import { lockPartner } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice } from '../prices/index.ts'
import { adoptTransaction, type FoundPayment, forgottenSend, insertSend, type Send } from '../sends/index.ts'
import { getPartnerFigures } from './queries.figures.ts'
import { blameBalance } from './request-payout.ts'
import { holdPayout } from './send-kind.ts'

/** A payout that a restored database has forgotten is taken from the partner's earnings. The caller holds the store's lock. */
export const recordForgottenPayout = async (
  tx: Tx,
  deps: Pick<Deps, 'sendKinds'>,
  wallet: { storeRef: number; partnerId: number },
  found: FoundPayment,
): Promise<Send> => {
  await lockPartner(tx, wallet.partnerId)
  const { cents } = await findPrice(tx)
  const { payoutFeeMilliPercent } = await getPartnerFigures(tx, wallet.partnerId)
  // The network fee is deducted from a payout.
  const amountSats = found.payeeSats + found.networkFeeSats
  const send = await insertSend(tx, {
    ...forgottenSend(wallet, found),
    kind: 'payout',
    amountSats,
    amountUsd: fromCents(centsOfSats(amountSats, cents)),
    btcPrice: fromCents(cents),
    networkFeeFrom: 'amount',
    platformFeeSats: (amountSats * payoutFeeMilliPercent) / 100_000n,
  })
  if (send.kind !== 'payout') throw new Error(`send ${send.id} is not a payout`)
  await holdPayout(tx, send).catch(blameBalance)
  return adoptTransaction(tx, deps, send.id, found)
}
