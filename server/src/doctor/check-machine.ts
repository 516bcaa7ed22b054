import { access, constants } from 'node:fs/promises'
import { describeClock, isDiskLow, measureClock } from '../operations/index.ts'
import { type Finding, findingsOf, messageOf } from './finding.ts'
import type { Patient, Surroundings } from './patient.ts'

export const checkClock = async ({ db }: Patient, { nowMs }: Pick<Surroundings, 'nowMs'>): Promise<Finding[]> => {
  const { ok, failed } = findingsOf('clock')
  const problem = describeClock('The clock of this machine', await measureClock(db, nowMs), 'the database’s')
  if (problem === null) return [ok('The clocks of this machine and of the database agree.')]
  return [failed(problem, 'Check the time service (NTP). Two-factor codes and prices may be refused.')]
}

/** Below this, PostgreSQL and the log stop soon. */
const lowestBytes = 256 * 1024 ** 2

export const checkDisk = async (
  { config: { dataDir } }: Patient,
  { readDisk }: Pick<Surroundings, 'readDisk'>,
): Promise<Finding[]> => {
  const { ok, warning, failed } = findingsOf('disk')
  try {
    await access(dataDir, constants.W_OK)
  } catch (error) {
    return [
      failed(
        `DATA_DIR ${dataDir} isn’t writable: ${messageOf(error)}.`,
        'Create it, and let the server’s user own it.',
      ),
    ]
  }
  const disk = await readDisk(dataDir)
  const left = `DATA_DIR ${dataDir} has ${(disk.freeBytes / 1024 ** 3).toFixed(1)} GB left.`
  const action = 'Free some space, or enlarge the disk.'
  if (disk.freeBytes < lowestBytes) return [failed(left, action)]
  return [isDiskLow(disk) ? warning(left, action) : ok(left)]
}
