import type { Deps } from '../deps.ts'
import { findStore, openStore } from '../stores/store.ts'
import { roundToCents } from './queries.ts'
import { readMarketPrice } from './read-market-price.ts'

/** What one bitcoin costs now: by the exchanges, and in the sandbox, whose market is its own, by its engine. */
export const readPrice = (deps: Deps): Promise<{ cents: bigint; source: string } | undefined> =>
  deps.config.mode === 'sandbox' ? readSandboxPrice(deps) : readMarketPrice(deps)

const readSandboxPrice = async (deps: Deps) => {
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store) return undefined
  const answer = await deps.engines.platform.rates.list(store.storeId, ['BTC_USD'])
  const rate =
    answer.kind === 'ok' ? answer.value.find(({ currencyPair }) => currencyPair === 'BTC_USD')?.rate : undefined
  return rate ? { cents: roundToCents(rate), source: 'sandbox' } : undefined
}
