import { type Deps, type Engines, mainEngineId } from '../deps.ts'
import { readChainTip } from '../platform/bitcoin/explorer.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import {
  addEngineFigures,
  type EngineHealth,
  findStore,
  openStore,
  type ReadyStore,
  recordGapOfEngine,
  saveEngineCheck,
  saveEngineHealth,
} from '../stores/index.ts'
import { checkMachine, describeClock } from './check-machine.ts'
import { probeServer } from './probe-server.ts'
import { pruneHealthChecks, saveHealthCheck } from './table.health-checks.ts'

/**
 * Checks an engine at an interval, and saves what it was asked. Each engine has its own worker, so that a silent one
 * delays no other.
 */
export const checkEngine = (deps: Deps, engineId = mainEngineId): Worker => {
  const saveFigures = countFigures(deps, engineId)
  let last: { health: EngineHealth; isWhole: boolean } | undefined
  return {
    name: engineId === mainEngineId ? 'check-engine' : `check-engine-${engineId}`,
    everyMs: 5000,
    run: async () => {
      const health = await checkHealth(deps, engineId)
      // Every other time while it stays as it is: prices and blocks don't change faster.
      const isWhole = !last?.isWhole || !isSame(health, last.health)
      last = { health, isWhole }
      if (!isWhole) return false
      if (engineId === mainEngineId) await measureMain(deps, health)
      await saveFigures()
      return false
    },
  }
}

const isSame = (a: EngineHealth, b: EngineHealth) =>
  a.reachable === b.reachable && a.synced === b.synced && a.circuit === b.circuit

/** Updates the status of an engine. Of the main one, also what the status cards show. */
export const measureEngine = async (deps: Deps, engineId: number) => {
  const health = await checkHealth(deps, engineId)
  if (engineId === mainEngineId) await measureMain(deps, health)
}

/** Reachable, synced, latency. */
const checkHealth = async (deps: Deps, engineId: number): Promise<EngineHealth> => {
  const started = performance.now()
  const answer = await deps.engines.of(engineId).server.info()
  const latencyMs = Math.round(performance.now() - started)
  const reachable = answer.kind === 'ok'
  // What happened while it could not be reached may not have been announced.
  if (!reachable) await recordGapOfEngine(deps.db, engineId)
  const synced = reachable && answer.value.fullySynched
  const { circuit } = deps.engines.readGate(engineId)
  const health = { reachable, synced, latencyMs, circuit }
  await saveEngineHealth(deps.db, engineId, health)
  return health
}

const measureMain = async (deps: Deps, { reachable, synced, latencyMs }: EngineHealth) => {
  const tip = await readChainTip(deps)
  if (deps.engine.esploraUrl)
    await saveHealthCheck(deps.db, { kind: 'explorer', problem: tip ? null : 'It didn’t return the newest block.' })
  const store = reachable ? openStore(await findStore(deps.db, null), deps.sealer) : undefined
  const feeRate = store && (await readFeeRate(deps.engines, store))
  const rates = store && (await findRateProblem(deps.engines, store))
  await saveEngineCheck(deps.db, { reachable, synced, latencyMs, tip, feeRate, rates })
}

/** Saves what this process asked an engine since the last time. */
const countFigures = (deps: Deps, engineId: number) => {
  let saved = { calls: 0, failures: 0, rejected: 0, totalMs: 0 }
  return async () => {
    const { figures } = deps.engines.readGate(engineId)
    const news = {
      calls: figures.calls - saved.calls,
      failures: figures.failures - saved.failures,
      rejected: figures.rejected - saved.rejected,
      totalMs: figures.totalMs - saved.totalMs,
    }
    saved = figures
    await addEngineFigures(deps.db, engineId, news)
  }
}

/** Checks the machine of this process, so every process runs it. */
export const watchMachine = (deps: Deps): Worker => ({
  name: 'check-machine',
  everyMs: 30_000,
  run: async () => {
    await checkMachine(deps)
    return false
  },
})

/** Checks the mail server, and clock and certificate of each BTCPay Server of the operator. */
export const watchServers = (deps: Deps, verifyMail: (() => Promise<unknown>) | undefined): Worker => ({
  name: 'check-servers',
  everyMs: 60_000,
  run: async () => {
    if (verifyMail) await saveHealthCheck(deps.db, { kind: 'mail', problem: await findMailProblem(verifyMail) })
    await Promise.all(deps.engines.all.map((engine) => checkEngineServer(deps, engine)))
    await pruneHealthChecks(deps.db)
    return false
  },
})

const findMailProblem = (verifyMail: () => Promise<unknown>): Promise<string | null> =>
  verifyMail().then(
    () => null,
    (error: unknown) => (error as Error).message.slice(0, 500),
  )

export const certificateDays = 14

/** A server that doesn't respond has its own alert, and keeps its last measurement. */
export const checkEngineServer = async (deps: Deps, { name, url }: { name: string; url: string }, nowMs = Date.now) => {
  const probe = await probeServer(url, nowMs)
  if (!probe) return
  const { aheadSeconds, certificateEndsAt } = probe
  if (aheadSeconds !== undefined)
    await saveHealthCheck(deps.db, {
      kind: 'clock',
      subject: `BTCPay Server ${name}`,
      figure: aheadSeconds,
      problem: describeClock(`The clock of the BTCPay Server ${name}`, aheadSeconds, 'ours'),
    })
  if (certificateEndsAt === undefined) return
  const days = Math.floor((certificateEndsAt.getTime() - nowMs()) / 86_400_000)
  const ends = days < 0 ? 'has ended' : days === 0 ? 'ends today' : `ends in ${days === 1 ? '1 day' : `${days} days`}`
  await saveHealthCheck(deps.db, {
    kind: 'certificate',
    subject: name,
    figure: certificateEndsAt.getTime() / 1000,
    problem: days < certificateDays ? `The certificate of the BTCPay Server ${name} ${ends}.` : null,
  })
}

/** The network's fee rate, through the platform's own store. Merchants' wallets are on the same network. */
const readFeeRate = async (engines: Engines, { serverUrl, openedKey, storeId }: ReadyStore) => {
  const fetched = await engines.at({ serverUrl, apiKey: openedKey }).wallet.feeRate(storeId)
  return fetched.kind === 'ok' ? fetched.value.feeRate : undefined
}

/** Whether BTCPay can price an invoice in dollars, and its message if not. Undefined when it could not be asked. */
export const findRateProblem = async (
  engines: Engines,
  { serverUrl, openedKey, storeId }: ReadyStore,
): Promise<{ problem: string | null } | undefined> => {
  const fetched = await engines.at({ serverUrl, apiKey: openedKey }).rates.list(storeId, ['BTC_USD'])
  if (fetched.kind === 'refused') return { problem: `BTCPay didn’t return a rate: ${fetched.message}`.slice(0, 2000) }
  if (fetched.kind !== 'ok') return undefined
  const pair = fetched.value.find(({ currencyPair }) => currencyPair === 'BTC_USD')
  if (pair?.rate) return { problem: null }
  const errors = pair?.errors?.join('\n')
  return { problem: (errors || 'BTCPay has no rate for BTC_USD.').slice(0, 2000) }
}
