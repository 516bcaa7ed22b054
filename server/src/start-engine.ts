import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { type EngineSettings, mainEngine } from './config-engines.ts'
import type { Engine } from './deps.ts'

/** The first of the operator's BTCPay Servers, and the further ones. */
export type StartedEngine = Engine & EngineSettings & { others: EngineSettings[]; stop: () => Promise<void> }

/**
 * The operator's BTCPay Servers, a sandbox that several servers share, or our own sandbox in this process. Our own
 * sandbox may start in the past at its first start. Beside a sandbox there may be further ones.
 */
export const startEngine = async (config: Config, startAtMs: number | undefined): Promise<StartedEngine> => {
  const nothing = () => Promise.resolve()
  if (config.mode === 'live') {
    const [main, ...others] = config.engines
    if (!main) throw new ConfigError('BTCPAY_URL is required.')
    return { ...main, esploraUrl: config.esploraUrl, sandboxUrl: undefined, others, stop: nothing }
  }
  const others = await Promise.all(
    config.engines.map(async (engine) => ({ ...engine, apiKey: await askForKey(engine.url, 'BTCPAY_ENGINES') })),
  )
  if (config.sandboxUrl) {
    const url = config.sandboxUrl.replace(/\/+$/, '')
    const apiKey = await askForKey(url, 'SANDBOX_URL')
    return { name: mainEngine, url, apiKey, esploraUrl: esploraOf(url), sandboxUrl: url, others, stop: nothing }
  }
  const folder = join(config.dataDir, 'sandbox')
  const sandbox = await startOnKeptPort(folder, join(config.dataDir, 'sandbox.port'), startAtMs)
  return {
    name: mainEngine,
    url: sandbox.url,
    apiKey: sandbox.adminKey,
    esploraUrl: esploraOf(sandbox.url),
    sandboxUrl: sandbox.url,
    others,
    stop: () => sandbox.close(),
  }
}

const esploraOf = (sandboxUrl: string) => `${sandboxUrl}/explorer/api`

/** Keeps the same address as long as nobody else takes the port. */
const startOnKeptPort = async (dir: string, portFile: string, startAtMs: number | undefined) => {
  // Only a sandbox needs it. Its wallets have few addresses ahead, because nobody else gives them out.
  const { startSandbox } = await import('@bitquay/sandbox')
  const begin = { addressGap: [3, 2] as const, ...(startAtMs === undefined ? {} : { startAtMs }) }
  const kept = existsSync(portFile) ? Number(await readFile(portFile, 'utf8')) : 0
  const sandbox = await startSandbox({ dir, port: kept, ...begin }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && kept !== 0) return startSandbox({ dir, port: 0, ...begin })
    throw error
  })
  await writeFile(portFile, new URL(sandbox.url).port)
  return sandbox
}

const askForKey = async (url: string, setting: string) => {
  const answer = await fetch(`${url}/sandbox/key`).catch(() => undefined)
  const body = answer?.ok ? ((await answer.json()) as { adminKey?: string }) : undefined
  if (!body?.adminKey)
    throw new ConfigError(`${setting}: couldn’t reach a sandbox at ${url}. Start one with npm run sandbox.`)
  return body.adminKey
}
