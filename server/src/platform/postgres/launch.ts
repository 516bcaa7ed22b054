import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { identity, type RunAs, reach } from './run-as.ts'

export type Running = {
  /** True once it accepts connections, false if it ended first. */
  ready: Promise<boolean>
  ended: Promise<void>
  stop: () => Promise<void>
}

/**
 * The server runs below a small shell that waits on a pipe to us. When we die, for any reason, the pipe closes and the
 * shell stops PostgreSQL, so that none is left behind.
 */
const lifeline = '"$@" 3<&- </dev/null & server=$!; (cat <&3 >/dev/null; kill -INT $server 2>/dev/null) & wait $server'

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
}

export const launchPostgres = async (
  binaries: Binaries,
  runAs: RunAs,
  cluster: string,
  port: number,
  logPath: string,
): Promise<Running> => {
  const at = await reach(runAs, cluster, 4)
  const log = createWriteStream(logPath, { mode: 0o600 })
  const child = spawn(
    '/bin/sh',
    [
      ...['-c', lifeline, 'bitquay-postgres', join(binaries.folder, 'bin', 'postgres'), '-D', at.path],
      ...Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...identity(runAs),
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', ...at.inherit],
      // Outside the terminal's process group: Ctrl-C is for us, and we stop PostgreSQL last.
      detached: true,
    },
  )
  await at.release()
  const [, output, errors, pipe] = child.stdio as unknown as [null, Readable, Readable, Writable]
  output.pipe(log, { end: false })
  errors.pipe(log, { end: false })
  pipe.on('error', () => undefined)
  // Sessions may outlive a killed postmaster for a moment, and they still write.
  child.once('close', () => log.end())

  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve()).once('exit', () => resolve())
  }).then(() => {
    hasEnded = true
    // Otherwise the shell would wait for us and stop whichever process has the ID by then.
    pipe.destroy()
  })

  return {
    ended,
    ready: waitForPort(port, () => hasEnded),
    stop: async () => {
      pipe.destroy()
      await ended
    },
  }
}

/** Ready means that it answers the first protocol packet: it listens before it has recovered. */
const waitForPort = async (port: number, hasEnded: () => boolean) => {
  while (!hasEnded()) {
    if (await isAnswering(port)) return true
    await sleep(25)
  }
  return false
}

/** A server that is up refuses a startup packet without a user at once. One that is still recovering returns 57P03. */
const isAnswering = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.setTimeout(1000, () => socket.destroy())
    socket.once('connect', () => {
      const parameters = Buffer.from('user\0bitquay\0database\0postgres\0\0')
      const head = Buffer.alloc(8)
      head.writeInt32BE(8 + parameters.length, 0)
      head.writeInt32BE(196_608, 4)
      socket.write(Buffer.concat([head, parameters]))
    })
    // 'R' requests authentication. 'E' is an error, here only "starting up" or "shutting down".
    socket.once('data', (chunk) => {
      resolve(chunk[0] === 0x52)
      socket.destroy()
    })
    socket.once('error', () => resolve(false)).once('close', () => resolve(false))
  })
