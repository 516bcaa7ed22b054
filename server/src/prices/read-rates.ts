import type { DisplayCurrency } from '@bitquay/contract/people'
import type { Deps } from '../deps.ts'
import { findStore, openStore } from '../stores/index.ts'
import { roundToCents } from './queries.ts'

/** The bitcoin price in other currencies, as the platform's engine knows it. A source that fails is left out. */
export const readRates = async (
  deps: Deps,
  currencies: readonly DisplayCurrency[],
): Promise<{ currency: string; cents: bigint; source: string }[]> => {
  const [first, ...others] = currencies.map((currency) => `BTC_${currency}`)
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store || first === undefined) return []
  const answer = await deps.engines.platform.rates.list(store.storeId, [first, ...others])
  if (answer.kind !== 'ok') return []
  return answer.value.flatMap(({ currencyPair, rate }) => {
    const currency = currencies.find((known) => currencyPair === `BTC_${known}`)
    const cents = rate && roundToCents(rate)
    return currency && cents ? [{ currency, cents, source: 'engine' }] : []
  })
}
