import { randomBytes } from 'node:crypto'
import { type Control, createControl } from './control/control.ts'
import type { LeverContext } from './control/lever.ts'
import { openEngine } from './engine/engine.ts'
import { openBtcpay } from './greenfield/btcpay.ts'
import { createFaults } from './greenfield/faults.ts'
import { EXPLORER_PATH, type LogLevel, openServer } from './open-server.ts'

export type { Control } from './control/control.ts'
export { LeverRefusal } from './control/lever.ts'
export type { Engine } from './engine/engine.ts'

export type SandboxOptions = {
  /** Where all state is stored. Created if missing. */
  dir: string
  host?: string
  /** 0 takes a free port. */
  port?: number
  /** Seed of the market. Only the first start's seed counts. */
  seed?: string
  /** The machine's time in milliseconds. */
  now?: () => number
  /** Sandbox time at the first start, for a history that begins in the past. */
  startAtMs?: number
  /** How many unused receive and change addresses each wallet has ahead. BTCPay's 20 and 5 unless given. */
  addressGap?: readonly [receive: number, change: number]
  logLevel?: LogLevel
}

export type Sandbox = {
  url: string
  /** Base URL of the Esplora API, for paths such as `/tx/:txid`. */
  explorerUrl: string
  /** An unrestricted key of the server's administrator. */
  adminKey: string
  adminEmail: string
  adminPassword: string
  control: Control
  close(): Promise<void>
}

/** A Bitcoin network and a BTCPay Server on it, in this process. */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const host = options.host ?? '127.0.0.1'
  const engine = await openEngine({
    dir: options.dir,
    ...(options.now ? { now: options.now } : {}),
    ...(options.startAtMs === undefined ? {} : { startAtMs: options.startAtMs }),
    ...(options.addressGap ? { addressGap: options.addressGap } : {}),
  })
  const btcpay = openBtcpay(engine, options.seed ?? randomBytes(8).toString('hex'))
  const faults = createFaults()
  const miner = createMiner(() => engine.chain.mine(1))
  const context: LeverContext = { engine, btcpay, faults, automine: miner.every }
  btcpay.watcher.start()
  miner.every(btcpay.settings().automineSeconds)
  await engine.store.synced()
  const stop = async () => {
    miner.every(0)
    btcpay.close()
    await engine.close()
  }
  const port = options.port ?? 0
  const server = await openServer({ context, host, port, logLevel: options.logLevel ?? 'silent' }).catch(
    async (error: unknown) => {
      // The folder must be free again before a retry on another port.
      await stop()
      throw error
    },
  )
  const { adminKey, adminEmail, adminPassword } = btcpay.settings()
  return {
    url: server.url,
    explorerUrl: `${server.url}${EXPLORER_PATH}`,
    adminKey,
    adminEmail,
    adminPassword,
    control: createControl(context),
    async close() {
      await server.close()
      await stop()
    },
  }
}

/** Mines by the machine's time, not the sandbox's: advancing the clock by a month must not mine a month of blocks. */
const createMiner = (mine: () => void): { every(seconds: number): void } => {
  let timer: NodeJS.Timeout | undefined
  return {
    every(seconds) {
      clearInterval(timer)
      timer = seconds > 0 ? setInterval(mine, seconds * 1000).unref() : undefined
    },
  }
}
