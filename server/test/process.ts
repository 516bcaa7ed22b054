import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../src/platform/root.ts'

const built = join(projectRoot, 'dist/server/main.js')
export const serverCommand = existsSync(built) ? [built] : ['--import', 'tsx', join(projectRoot, 'server/src/main.ts')]

export type ServerProcess = {
  origin: string
  child: ChildProcess
  output: () => string
  /** Resolves with the exit code, or null after a signal. */
  ended: Promise<number | null>
  stop: () => Promise<number | null>
}

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts the server as a separate process, as an operator does. */
export const spawnServer = (environment: Record<string, string>, program = serverCommand): ServerProcess => {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => ['PATH', 'HOME', 'TMPDIR'].includes(name)),
  )
  const child = spawn(process.execPath, program, {
    cwd: projectRoot,
    env: { ...inherited, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  child.stderr?.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    origin: `http://127.0.0.1:${environment.PORT}`,
    child,
    output: () => output,
    ended,
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const readyLimitMs = 120_000

export const startProcess = async (
  environment: Record<string, string>,
  program = serverCommand,
  limitMs = readyLimitMs,
): Promise<ServerProcess> => {
  const server = spawnServer(environment, program)
  let code: number | null | undefined
  void server.ended.then((value) => {
    code = value
  })
  for (const started = Date.now(); Date.now() - started < limitMs; await sleep(50)) {
    if (code !== undefined) throw new Error(`the server ended with ${code}: ${server.output()}`)
    const answer = await fetch(`${server.origin}/api/health`).catch(() => undefined)
    if (answer?.ok) return server
  }
  server.child.kill('SIGKILL')
  throw new Error(`the server was not ready in time: ${server.output()}`)
}
