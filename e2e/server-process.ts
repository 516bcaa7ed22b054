import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type ServerProcess = { url: string; stop: () => Promise<void> }

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const startLimitMs = 120_000

export const createFolder = () => mkdtemp(join(tmpdir(), 'bitquay-e2e-'))

/** A separate server, with a copy of the prepared world and a free port. Its data is deleted when it stops. */
export const startServer = async (settings: Record<string, string> = {}): Promise<ServerProcess> => {
  const dataDir = await createFolder()
  const world = process.env.BITQUAY_E2E_WORLD
  // File owners are kept: as root, the database's files belong to another user.
  if (world) execFileSync('cp', ['-a', `${world}/.`, dataDir])
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  try {
    const { url, stop } = await runServer(dataDir, settings)
    return { url, stop: () => stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A server on the data of an existing folder, which is kept. */
export const runServer = async (
  dataDir: string,
  settings: Record<string, string> = {},
  limitMs = startLimitMs,
): Promise<ServerProcess> => {
  const port = await findFreePort()
  const built = join(root, 'dist/server/main.js')
  const command = existsSync(built) ? [built] : ['--import', 'tsx', join(root, 'server/src/main.ts')]
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      RATE_LIMITS: 'off',
      DEMO_DATA: 'people',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const hear = (piece: Buffer) => {
    output = (output + piece.toString()).slice(-20_000)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const url = `http://localhost:${port}`
  const stop = () => end(child)
  try {
    await waitUntilReady(url, child, limitMs)
  } catch (error) {
    await stop()
    throw new Error(`The server did not start: ${String(error)}\n${output}`)
  }
  return { url, stop }
}

const waitUntilReady = async (url: string, child: ChildProcess, limitMs: number) => {
  const giveUpAt = Date.now() + limitMs
  for (; Date.now() < giveUpAt; await sleep(200)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    const ready = await fetch(`${url}/api/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
  }
  throw new Error(`it was not ready within ${limitMs / 1000} s`)
}

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const kill = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(kill)
}

const findFreePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
