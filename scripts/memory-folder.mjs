/** A folder in memory for what tests write, so that their databases wait for no disk. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const neededBytes = 6 * 2 ** 30
const prefix = 'bitquay-tests-'

/** Creates the folder, or returns undefined on machines without one that has room and lets programs run. */
export const createMemoryFolder = (parent = '/dev/shm', needed = neededBytes) => {
  if (!existsSync(parent)) return undefined
  removeAbandoned(parent)
  const { bavail, bsize } = statfsSync(parent)
  if (Math.min(bavail * bsize, freemem()) < needed) return undefined
  const folder = join(parent, `${prefix}${process.pid}`)
  mkdirSync(folder)
  // As /tmp: where tests run as root, PostgreSQL runs as another user and writes there too.
  chmodSync(folder, 0o1777)
  if (canRunPrograms(folder)) return folder
  rmSync(folder, { recursive: true })
  return undefined
}

/** Folders of runs that were interrupted. */
const removeAbandoned = (parent) => {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(prefix)))
    if (!isRunning(Number(name.slice(prefix.length)))) rmSync(join(parent, name), { recursive: true, force: true })
}

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const canRunPrograms = (folder) => {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
