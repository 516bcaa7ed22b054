import { getBalance, getLightningBalance, getWallet } from '@bitquay/contract/balances'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
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
  route(getWallet, async ({ person }) => {
    const money = await readMoney(db, person.merchantId)
    if (!money.configured) throw new ApiError('not-configured')
    return {
      id: money.wallet.id,
      name: money.wallet.name,
      ...money.onChain,
      lightning: money.lightning.node,
      lightningAvailable: money.lightningAvailable,
      recoveryWords: money.wallet.words,
      asOf: money.asOf,
      stale: money.stale,
    }
  }),
]
