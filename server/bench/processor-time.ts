/** Processor time of processes, which says more than the clock where others use the machine too. Only Linux tells it. */
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../src/platform/db/connect.ts'

/** The kernel counts in hundredths of a second. */
const ticksMs = 10

type Process = { pid: number; parent: number; ownMs: number; endedMs: number }

const readProcess = async (pid: number): Promise<Process | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name in brackets may have spaces.
  const fields = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  if (!fields) return undefined
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { pid, parent: fields[1] ?? 0, ownMs: (user + system) * ticksMs, endedMs: (endedUser + endedSystem) * ticksMs }
}

/** Milliseconds that a process and its children have used, also those that have ended. */
export const processorMs = async (pid: number): Promise<number> => {
  const pids = (await readdir('/proc')).map(Number).filter((number) => number > 0)
  const all = (await Promise.all(pids.map(readProcess))).filter((one) => one !== undefined)
  const sum = (one: Process): number =>
    one.ownMs + one.endedMs + all.filter(({ parent }) => parent === one.pid).reduce((ms, child) => ms + sum(child), 0)
  const own = all.find((one) => one.pid === pid)
  return own ? sum(own) : Number.NaN
}

/** The main process of the PostgreSQL behind a connection. */
export const findPostgresPid = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const session = await readProcess(rows[0]?.pid ?? 0)
  if (!session) throw new Error('PostgreSQL doesn’t run on this machine')
  return session.parent
}

export const memoryMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}
