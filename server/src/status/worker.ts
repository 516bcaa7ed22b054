import type { Deps } from '../deps.ts'
import { readChainTip } from '../platform/bitcoin/explorer.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { findStore, openStore } from '../stores/index.ts'
import { saveEngineCheck } from './table.ts'

/** Updates the engine's status for the status cards: reachable, synced, latency and height. */
export const checkEngine = (deps: Deps): Worker => ({
  name: 'check-engine',
  everyMs: 5000,
  run: async () => {
    const started = performance.now()
    const answer = await deps.engines.platform.server.info()
    const latencyMs = Math.round(performance.now() - started)
    const reachable = answer.kind === 'ok'
    const synced = reachable && answer.value.fullySynched
    const tip = await readChainTip(deps)
    const feeRate = reachable ? await readFeeRate(deps) : undefined
    const rates = reachable ? await checkRateSource(deps) : undefined
    await saveEngineCheck(deps.db, { reachable, synced, latencyMs, tip, feeRate, rates })
    return false
  },
})

/** The network's fee rate, through the platform's own store. Merchants' wallets are on the same network. */
const readFeeRate = async (deps: Deps): Promise<number | undefined> => {
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store) return undefined
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const fetched = await client.wallet.feeRate(store.storeId)
  return fetched.kind === 'ok' ? fetched.value.feeRate : undefined
}

/** Whether BTCPay can price an invoice in dollars, and its message if not. Undefined when it could not be asked. */
export const checkRateSource = async (deps: Deps): Promise<{ problem: string | null } | undefined> => {
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store) return undefined
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const fetched = await client.rates.list(store.storeId, ['BTC_USD'])
  if (fetched.kind === 'refused') return { problem: `BTCPay didn’t return a rate: ${fetched.message}`.slice(0, 2000) }
  if (fetched.kind !== 'ok') return undefined
  const pair = fetched.value.find(({ currencyPair }) => currencyPair === 'BTC_USD')
  if (pair?.rate) return { problem: null }
  const errors = pair?.errors?.join('\n')
  return { problem: (errors || 'BTCPay has no rate for BTC_USD.').slice(0, 2000) }
}
