import type { Deps } from '../deps.ts'
import { findStore, openStore } from '../modules/stores/store.ts'
import { roundToCents } from './dollars-of.ts'

/** What one bitcoin costs now, by the engine of the platform's own store. */
export const readPrice = async (deps: Deps): Promise<{ cents: bigint; source: string } | undefined> => {
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store) return undefined
  const answer = await deps.engines.platform.rates.list(store.storeId, ['BTC_USD'])
  const rate =
    answer.kind === 'ok' ? answer.value.find(({ currencyPair }) => currencyPair === 'BTC_USD')?.rate : undefined
  return rate ? { cents: roundToCents(rate), source: deps.config.mode === 'sandbox' ? 'sandbox' : 'btcpay' } : undefined
}
