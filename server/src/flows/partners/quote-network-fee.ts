import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import { findPrice } from '../../modules/prices/price.ts'
import { findStore } from '../../modules/stores/store.ts'
import type { Db } from '../../platform/db/connect.ts'
import { getPartnerFigures } from '../../views/partner-figures.ts'
import { estimateNetworkFee } from '../sends/network-fee.ts'

/** What the network would take from a payout of everything that a partner can withdraw. Nothing while there is no wallet. */
export const quoteNetworkFee = async (db: Db, partnerId: number) => {
  const store = await findStore(db, null)
  const { availableSats } = await getPartnerFigures(db, partnerId)
  const { cents } = await findPrice(db)
  const feeSats = store ? (await estimateNetworkFee(db, store.id, availableSats > 0n ? availableSats : 0n)).feeSats : 0n
  return { networkFeeBtc: fromSats(feeSats), networkFeeUsd: fromCents(centsOfSats(feeSats, cents)) }
}
