import { getBalance, getLightningBalance } from '@bitquay/contract/balances'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readMoney } from './queries.ts'

export const moneyRoutes = ({ db }: Deps): Route[] => [
  route(getBalance, async ({ person }) => {
    const money = await readMoney(db, person.merchantId)
    return {
      ...money.onChain,
      availableBtc: money.available.btc,
      availableUsd: money.available.usd,
      feesOwedBtc: money.feesOwed.btc,
      feesOwedUsd: money.feesOwed.usd,
      configured: money.configured,
      asOf: money.asOf,
      stale: money.stale,
    }
  }),
  route(getLightningBalance, async ({ person }) => (await readMoney(db, person.merchantId)).lightning),
]
