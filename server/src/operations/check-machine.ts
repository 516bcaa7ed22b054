import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { saveHealthCheck } from './table.health-checks.ts'

/** Codes of two-factor apps and prices with a time are wrong from here on. */
export const clockLimitSeconds = 30

const leastBytes = 2 * 1024 ** 3
const leastShare = 0.1

/** What a test replaces to be a machine with another clock or disk. */
export type Machine = {
  nowMs: () => number
  readDisk: (folder: string) => Promise<{ freeBytes: number; sizeBytes: number }>
}

export const thisMachine: Machine = {
  nowMs: Date.now,
  readDisk: async (folder) => {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  },
}

/** Measures the clock of this machine against the database's, and the disk of DATA_DIR. */
export const checkMachine = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  machine: Machine = thisMachine,
): Promise<void> => {
  const name = hostname()
  const aheadSeconds = await measureClock(db, machine.nowMs)
  await saveHealthCheck(db, {
    kind: 'clock',
    subject: name,
    figure: aheadSeconds,
    problem: describeClock(`The clock of the server ${name}`, aheadSeconds, 'the database’s'),
  })
  const { freeBytes, sizeBytes } = await machine.readDisk(config.dataDir)
  const left = `${(freeBytes / 1024 ** 3).toFixed(1)} GB (${Math.floor((freeBytes / sizeBytes) * 100)}%)`
  await saveHealthCheck(db, {
    kind: 'disk',
    subject: `${name} ${config.dataDir}`,
    figure: freeBytes,
    whole: sizeBytes,
    problem: isDiskLow({ freeBytes, sizeBytes })
      ? `DATA_DIR ${config.dataDir} on the server ${name} has ${left} left.`
      : null,
  })
}

export const isDiskLow = ({ freeBytes, sizeBytes }: { freeBytes: number; sizeBytes: number }) =>
  freeBytes < leastBytes || freeBytes < sizeBytes * leastShare

/** One sentence if a clock is too far from another one. */
export const describeClock = (clock: string, aheadSeconds: number, other: string): string | null =>
  Math.abs(aheadSeconds) < clockLimitSeconds
    ? null
    : `${clock} is ${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? 'ahead of' : 'behind'} ${other}.`

/** The sandbox may move the platform's clock, so the database's own is compared. */
export const measureClock = async (db: Db, nowMs: () => number) => {
  const begunAt = nowMs()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(
    db,
  )
  return Math.round(((begunAt + nowMs()) / 2 - (rows[0]?.ms ?? begunAt)) / 1000)
}
