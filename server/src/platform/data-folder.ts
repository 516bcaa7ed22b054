import { constants } from 'node:fs'
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Takes the data folder for this process: writable, and nobody else's. */
export const takeDataFolder = async (folder: string): Promise<{ release: () => Promise<void> }> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new Error(`DATA_DIR ${folder} cannot be written: ${(error as NodeJS.ErrnoException).code}.`)
  }
  const path = join(folder, 'server.pid')
  const mine = await processIdentity(process.pid)
  for (;;) {
    try {
      await writeFile(path, `${process.pid} ${mine}\n`, { flag: 'wx', mode: 0o600 })
      return { release: () => rm(path, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid, identity] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ')
    if (pid && (await processIdentity(Number(pid))) === identity && isAlive(Number(pid))) {
      throw new Error(`DATA_DIR ${folder} is in use by another Bitquay (process ${pid}).`)
    }
    // What a crashed process left behind.
    await rm(path, { force: true })
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Process numbers are used again; with the moment of its start, where the system tells, one is itself. */
const processIdentity = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat === undefined ? '-' : (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-')
}
