import type { Deps } from '../deps.ts'
import { findStore, openStore } from '../stores/store.ts'

/** Whether BTCPay can price an invoice in dollars, and if not, what it says. Undefined when it could not be asked. */
export const checkRateSource = async (deps: Deps): Promise<{ problem: string | null } | undefined> => {
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store) return undefined
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const told = await client.rates.list(store.storeId, ['BTC_USD'])
  if (told.kind === 'refused') return { problem: `BTCPay refused to tell its rate: ${told.message}`.slice(0, 2000) }
  if (told.kind !== 'ok') return undefined
  const pair = told.value.find(({ currencyPair }) => currencyPair === 'BTC_USD')
  if (pair?.rate) return { problem: null }
  const errors = pair?.errors?.join('\n')
  return { problem: (errors || 'BTCPay knows no rate for BTC_USD.').slice(0, 2000) }
}
