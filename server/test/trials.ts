import { execSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { satsToBtc } from '@bitquay/btcpay'
import { openBitcoindHands } from '@bitquay/btcpay/conformance/bitcoind-hands'
import { vi } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '../src/platform/root.ts'
import { startEngineProxy } from './engine-proxy.ts'
import { freePort, spawnServer } from './process.ts'

/** A BTCPay Server that is only known by its address, and somebody with coins. */
export type Trial = {
  url: string
  apiKey: string
  /** Another server on the same chain. */
  second?: { url: string; apiKey: string } | undefined
  /** Returns the txid. */
  pay: (address: string, amountSats: bigint) => Promise<string>
  mine: (blocks: number) => Promise<unknown>
  /** Undoes the newest block, which has this payment, and confirms a transaction that spends its coins elsewhere. */
  doubleSpend: (txid: string) => Promise<unknown>
  /** Ends the server as kill -9 does. Returns how to start it again. */
  kill?: (() => Promise<() => Promise<unknown>>) | undefined
  close: () => Promise<unknown>
}

/**
 * The server in BTCPAY_URL if the command for it was given, with the regtest node in BITCOIND_RPC_URL. Otherwise a sandbox
 * in a process of its own.
 */
export const openTrial = async (): Promise<Trial> => {
  const { BTCPAY_TRIAL, BTCPAY_URL: url = '', BTCPAY_API_KEY: apiKey = '', BITCOIND_RPC_URL: rpcUrl } = process.env
  if (BTCPAY_TRIAL !== 'true') return startSandbox()
  const { BTCPAY_KILL: killCommand, BTCPAY_START: startCommand } = process.env
  const { BTCPAY_2_URL: secondUrl, BTCPAY_2_API_KEY: secondKey } = process.env
  const second = secondUrl && secondKey ? { url: secondUrl, apiKey: secondKey } : undefined
  const kill = killCommand && startCommand ? async () => runShell(killCommand, startCommand) : undefined
  if (rpcUrl === undefined) return { ...useSandbox(url), apiKey, second, kill }
  const chain = await openBitcoindHands(rpcUrl, { ownChain: process.env.BITCOIND_OWN_CHAIN === 'true' })
  const { pay, mine, doubleSpend } = chain
  if (!mine || !doubleSpend)
    throw new Error('The trial needs blocks. Set BITCOIND_OWN_CHAIN=true if nobody else tests on this chain.')
  return { url, apiKey, second, pay, mine, doubleSpend, kill, close: async () => undefined }
}

/** The operator's own commands. */
const runShell = (killCommand: string, startCommand: string) => {
  execSync(killCommand, { stdio: 'inherit' })
  return async () => execSync(startCommand, { stdio: 'inherit' })
}

/** A sandbox has tools for coins and blocks. */
const useSandbox = (url: string): Omit<Trial, 'apiKey'> => {
  const call = async (tool: string, body: object) => {
    const response = await fetch(`${url}/sandbox/${tool}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${url} is no sandbox, so set BITCOIND_RPC_URL (${tool}: ${response.status})`)
    return response.json()
  }
  const mine = (blocks: number) => call('mine', { blocks })
  return {
    url,
    pay: async (address, amountSats) => {
      const paid = await call('faucet', { address, amountBtc: satsToBtc(amountSats) })
      return z.object({ txid: z.string() }).parse(paid).txid
    },
    mine,
    doubleSpend: async (txid) => {
      await call('reorg', { depth: 1, exclude: [txid] })
      await call('replace', { txid })
      await mine(1)
    },
    close: async () => undefined,
  }
}

/** Two addresses of one sandbox. Each refuses the stores that were first used at the other one, as another server does. */
const openTwoAddresses = async (origin: string) => {
  const homes = new Map<string, string>()
  const open = (name: string) => {
    const rewrite = (address: string) => {
      const [, storeId] = /^\/api\/v1\/stores\/([^/?]+)/.exec(address) ?? []
      if (storeId === undefined) return address
      const home = homes.get(storeId) ?? name
      homes.set(storeId, home)
      return home === name ? address : '/unknown'
    }
    return startEngineProxy(origin, { rewrite })
  }
  return { main: await open('main'), second: await open('second') }
}

const startSandbox = async (): Promise<Trial> => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-trial-'))
  const environment = { PORT: String(await freePort()), DATA_DIR: folder }
  const start = async () => {
    const started = spawnServer(environment, ['--import', 'tsx', join(projectRoot, 'sandbox/src/main.ts')])
    await vi.waitUntil(() => started.output().includes('Sandbox tools'), { timeout: 60_000 })
    return started
  }
  let sandbox = await start()
  const key = await (await fetch(`${sandbox.origin}/sandbox/key`)).json()
  const { adminKey } = z.object({ adminKey: z.string() }).parse(key)
  const { main, second } = await openTwoAddresses(sandbox.origin)
  return {
    ...useSandbox(main.url),
    apiKey: adminKey,
    second: { url: second.url, apiKey: adminKey },
    kill: async () => {
      sandbox.child.kill('SIGKILL')
      await sandbox.ended
      return async () => {
        sandbox = await start()
      }
    },
    close: async () => {
      await main.close()
      await second.close()
      await sandbox.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
