import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export type Bitcoind = {
  /** Bitcoin amounts are returned as text, see `toSats`. With the name of a wallet, it asks that wallet. */
  call<T>(method: string, params?: readonly unknown[], wallet?: string): Promise<T>
  stop(): Promise<void>
}

/** `"0.00012000"` → 12000n */
export const toSats = (amountBtc: string): bigint => BigInt(amountBtc.replace('.', ''))

export class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * The program named by BITCOIND, or one downloaded by the script beside the repository. If neither exists, returns the
 * reason.
 */
export const findBitcoind = async (dir: string): Promise<{ path: string } | { reason: string }> => {
  const named = process.env.BITCOIND
  if (named) return existsSync(named) ? { path: named } : { reason: `BITCOIND names ${named}, which is not there` }
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
  const script = resolve(root, '../shared/tools/get-bitcoind.sh')
  if (!existsSync(script)) return { reason: 'set BITCOIND to the path of a bitcoind' }
  try {
    const { stdout } = await promisify(execFile)('sh', [script, dir], { timeout: 120_000 })
    return { path: stdout.trim() }
  } catch (error) {
    return { reason: `bitcoind could not be fetched: ${String(error).slice(0, 200)}` }
  }
}

export const startBitcoind = async (
  path: string,
  chain: readonly string[] = ['-regtest'],
  { hasWallets = false } = {},
): Promise<Bitcoind> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bitcoind-'))
  const port = await freePort()
  const password = randomBytes(16).toString('hex')
  const settings = [
    ...chain,
    `-datadir=${dataDir}`,
    '-addresstype=bech32',
    '-fallbackfee=0.0001',
    // Older and newer versions differ in their defaults.
    '-minrelaytxfee=0.00001',
    '-incrementalrelayfee=0.00001',
    '-listen=0',
    '-connect=0',
    '-server=1',
    `-disablewallet=${hasWallets ? 0 : 1}`,
    '-txindex=1',
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    `-rpcport=${port}`,
    '-rpcuser=proof',
    `-rpcpassword=${password}`,
    '-printtoconsole=0',
  ]
  // Bitcoin Knots has stricter rules and an expiry date. Core doesn't know these settings.
  const version = await promisify(execFile)(path, ['-version'])
  if (/knots/i.test(version.stdout)) settings.push('-corepolicy=1', '-softwareexpiry=0')
  const child = spawn(path, settings, { stdio: 'ignore' })
  const call = async <T>(method: string, params: readonly unknown[] = [], wallet?: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/${wallet === undefined ? '' : `wallet/${wallet}`}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`proof:${password}`).toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    })
    // Amounts have eight decimals on the wire. As JSON numbers they would become binary fractions.
    const text = (await response.text()).replace(/:\s*(-?\d+\.\d{8})(?=[,}\s])/g, ':"$1"')
    const { result, error } = JSON.parse(text) as { result: T; error: { code: number; message: string } | null }
    if (error) throw new RpcError(error.code, error.message)
    return result
  }
  await waitUntilUp(child, call)
  return {
    call,
    async stop() {
      const gone = new Promise((done) => child.once('exit', done))
      await call('stop').catch(() => child.kill('SIGKILL'))
      await gone
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const waitUntilUp = async (child: ChildProcess, call: Bitcoind['call']): Promise<void> => {
  for (let tries = 0; tries < 300; tries += 1, await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`bitcoind ended with ${child.exitCode}.`)
    try {
      await call('getblockcount')
      return
    } catch {
      // It hasn't started yet.
    }
  }
  child.kill('SIGKILL')
  throw new Error('bitcoind did not start within 30 seconds.')
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (typeof address !== 'object' || address === null) throw new Error('No free port.')
  return address.port
}
