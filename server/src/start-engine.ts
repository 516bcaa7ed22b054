import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startSandbox } from '@bitquay/sandbox'
import { type Config, ConfigError } from './config.ts'
import type { Engine } from './deps.ts'

/**
 * The operator's BTCPay, a sandbox that several servers share, or our own sandbox in this process. Our own sandbox may
 * start in the past at its first start.
 */
export const startEngine = async (
  config: Config,
  startAtMs: number | undefined,
): Promise<Engine & { stop: () => Promise<void> }> => {
  const nothing = () => Promise.resolve()
  if (config.btcpay) return { ...config.btcpay, esploraUrl: config.esploraUrl, sandboxUrl: undefined, stop: nothing }
  if (config.sandboxUrl) {
    const url = config.sandboxUrl.replace(/\/+$/, '')
    return { url, apiKey: await askForKey(url), esploraUrl: esploraOf(url), sandboxUrl: url, stop: nothing }
  }
  const folder = join(config.dataDir, 'sandbox')
  const sandbox = await startOnKeptPort(folder, join(config.dataDir, 'sandbox.port'), startAtMs)
  return {
    url: sandbox.url,
    apiKey: sandbox.adminKey,
    esploraUrl: esploraOf(sandbox.url),
    sandboxUrl: sandbox.url,
    stop: () => sandbox.close(),
  }
}

const esploraOf = (sandboxUrl: string) => `${sandboxUrl}/explorer/api`

/** Keeps the same address as long as nobody else takes the port. */
const startOnKeptPort = async (dir: string, portFile: string, startAtMs: number | undefined) => {
  const begin = startAtMs === undefined ? {} : { startAtMs }
  const kept = existsSync(portFile) ? Number(await readFile(portFile, 'utf8')) : 0
  const sandbox = await startSandbox({ dir, port: kept, ...begin }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && kept !== 0) return startSandbox({ dir, port: 0, ...begin })
    throw error
  })
  await writeFile(portFile, new URL(sandbox.url).port)
  return sandbox
}

const askForKey = async (url: string) => {
  const answer = await fetch(`${url}/sandbox/key`).catch(() => undefined)
  const body = answer?.ok ? ((await answer.json()) as { adminKey?: string }) : undefined
  if (!body?.adminKey)
    throw new ConfigError('SANDBOX_URL: couldn’t reach a sandbox there. Start one with npm run sandbox.')
  return body.adminKey
}
