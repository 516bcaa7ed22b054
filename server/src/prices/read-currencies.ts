import { isoCurrencies } from '@bitquay/contract/prices'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { findStore, openStore } from '../stores/index.ts'
import { areCurrenciesDue } from './queries.currencies.ts'
import { saveCurrencies } from './table.currencies.ts'

const pairsAtOnce = 40
/** More than any currency has for one bitcoin, and few enough digits to store. */
const plausible = /^\d{1,15}(\.\d+)?$/

/**
 * Asks the platform's engine for the rate of every currency, once a day. While it doesn't answer or has no rate for any
 * of them, the list stays as it is.
 */
export const readCurrencies = async (deps: Deps): Promise<void> => {
  if (!(await areCurrenciesDue(deps.db))) return
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store) return
  const rates = new Map<string, string>()
  for (let at = 0; at < isoCurrencies.length; at += pairsAtOnce) {
    const [first, ...others] = isoCurrencies.slice(at, at + pairsAtOnce).map((code) => `BTC_${code}`)
    if (first === undefined) break
    const answer = await deps.engines.platform.rates.list(store.storeId, [first, ...others])
    if (answer.kind !== 'ok') return
    for (const { currencyPair, rate } of answer.value) {
      if (rate && plausible.test(rate) && Number(rate) >= 1e-8) rates.set(currencyPair.replace('BTC_', ''), rate)
    }
  }
  const known = new Map(isoCurrencies.flatMap((code) => (rates.has(code) ? [[code, rates.get(code) ?? '']] : [])))
  if (known.size > 0) await inTransaction(deps.db, (tx) => saveCurrencies(tx, isoCurrencies, known))
}
