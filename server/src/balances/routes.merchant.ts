import { getBalance, getLightningBalance, getWallet } from '@bitquay/contract/balances'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readMoney } from './queries.ts'
import { readWalletPage } from './read-wallet-page.ts'

export const moneyRoutes = (deps: Deps): Route[] => [
  route(getWallet, ({ person }) => readWalletPage(deps, person.merchantId)),
  route(getBalance, async ({ person }) => {
    const money = await readMoney(deps.db, person.merchantId)
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
  route(getLightningBalance, async ({ person }) => (await readMoney(deps.db, person.merchantId)).lightning),
]
