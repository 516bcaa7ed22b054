import { getBalances } from '@bitquay/contract/v1/balances'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { readMoney } from './queries.ts'

export const balances = ({ db }: Deps) =>
  route(getBalances, async ({ apiKey }) => {
    const { onChain, available, lightning, feesOwed, configured, asOf, stale } = await readMoney(db, apiKey.merchantId)
    const money = ({ btc, usd }: { btc: string; usd: string }) => ({ btc, usd })
    return {
      onChain: money(onChain),
      available: money(available),
      lightning: money(lightning),
      held: { btc: lightning.heldBtc, usd: lightning.heldUsd },
      feesOwed: money(feesOwed),
      configured,
      asOf,
      stale,
    }
  })
