import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import { estimateNetworkFee } from '../balances/network-fee.ts'
import type { Db } from '../platform/db/connect.ts'
import { findPrice } from '../prices/table.ts'
import { findStore } from '../stores/store.ts'
import { getPartnerFigures } from './queries.figures.ts'

/** What the network would take from a payout of everything that a partner can withdraw. Nothing while there is no wallet. */
export const quoteNetworkFee = async (db: Db, partnerId: number) => {
  const store = await findStore(db, null)
  const { availableSats } = await getPartnerFigures(db, partnerId)
  const { cents } = await findPrice(db)
  const feeSats = store ? (await estimateNetworkFee(db, store.id, availableSats > 0n ? availableSats : 0n)).feeSats : 0n
  return { networkFeeBtc: fromSats(feeSats), networkFeeUsd: fromCents(centsOfSats(feeSats, cents)) }
}
