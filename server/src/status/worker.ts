import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { ensureFundingAddress } from '../payments/sync-platform.ts'
import { readChainTip } from '../platform/bitcoin/explorer.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { findStore, openStore } from '../stores/table.ts'

/** Keeps the status of the engine for the status cards: reachable, synced, how fast, how high. */
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
    await sql`
      insert into engine_checks as c (reachable, synced, latency_ms, height, tip_at, fee_rate, rate_problem, checked_at)
      values (${reachable}, ${synced}, ${reachable ? latencyMs : null}, ${tip?.height ?? null}, ${tip?.at ?? null},
        ${feeRate ?? null}, ${rates?.problem ?? null}, app_now())
      on conflict (only_row) do update set reachable = excluded.reachable, synced = excluded.synced,
        latency_ms = excluded.latency_ms, height = coalesce(excluded.height, c.height),
        tip_at = coalesce(excluded.tip_at, c.tip_at), fee_rate = coalesce(excluded.fee_rate, c.fee_rate),
        rate_problem = case when ${rates !== undefined} then excluded.rate_problem else c.rate_problem end, checked_at = excluded.checked_at`.execute(
      deps.db,
    )
    if (reachable) await ensureFundingAddress(deps)
    return false
  },
})

/** What the network asks for, through the platform's own store; merchants' wallets are on the same network. */
const readFeeRate = async (deps: Deps): Promise<number | undefined> => {
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store) return undefined
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const told = await client.wallet.feeRate(store.storeId)
  return told.kind === 'ok' ? told.value.feeRate : undefined
}

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
