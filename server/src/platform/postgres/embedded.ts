import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { initializeCluster, savePassword } from './cluster.ts'
import { launchPostgres, type Running } from './launch.ts'
import { chooseRunAs } from './run-as.ts'

export type EmbeddedPostgres = { url: string; stop: () => Promise<void> }

const predecessorLimitMs = 30_000

/**
 * A real PostgreSQL under `folder`, only for this process: loopback, random password, data checksums, fsync on. It is
 * restarted on the same port when it ends unexpectedly.
 */
export const startEmbeddedPostgres = async (folder: string): Promise<EmbeddedPostgres> => {
  const runAs = await chooseRunAs()
  const binaries = await findBinaries(runAs)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const password = await savePassword(join(folder, 'postgres.password'))
  const cluster = join(folder, 'postgres')
  if (!existsSync(cluster)) await initializeCluster(binaries, runAs, cluster, password)

  const start = async (port: number): Promise<Running> => {
    await waitForPredecessor(cluster)
    return launchPostgres(binaries, runAs, cluster, port, join(folder, 'postgres.log'))
  }

  let port = await findFreePort()
  let running = await start(port)
  // Another program may take a free port between our check and PostgreSQL's bind.
  for (let attempt = 1; !(await running.ready); attempt++) {
    if (attempt === 3) throw new Error(`The embedded PostgreSQL didn’t start. See ${join(folder, 'postgres.log')}.`)
    port = await findFreePort()
    running = await start(port)
  }

  let stopping = false
  const keepRunning = async () => {
    while (!stopping) {
      await running.ended
      if (stopping) return
      await sleep(200)
      running = await start(port).catch(() => running)
      await running.ready
    }
  }
  void keepRunning()

  return {
    url: addressOf(port, password),
    stop: async () => {
      stopping = true
      await running.stop()
    },
  }
}

/** After a crash of ours the old server may still be writing: two servers must never run on one folder. */
const waitForPredecessor = async (cluster: string) => {
  const deadline = Date.now() + predecessorLimitMs
  while (await isHeld(cluster)) {
    if (Date.now() > deadline) throw new Error(`Another PostgreSQL is running on ${cluster}. Stop it first.`)
    await sleep(50)
  }
}

/** The address of the server that runs on this folder now, for other programs. */
export const findRunningPostgres = async (folder: string): Promise<string | undefined> => {
  const cluster = join(folder, 'postgres')
  if (!(await isHeld(cluster))) return undefined
  const port = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]
  return addressOf(Number(port), await savePassword(join(folder, 'postgres.password')))
}

const addressOf = (port: number, password: string) => `postgres://bitquay:${password}@127.0.0.1:${port}/postgres`

const isHeld = async (cluster: string) => {
  const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  if (!pid) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // After a reboot the process ID may belong to another program.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  return command === undefined || command.includes('postgres')
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
