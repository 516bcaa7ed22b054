import { constants } from 'node:fs'
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Locks the data folder for this process: it must be writable and not in use. */
export const takeDataFolder = async (folder: string): Promise<{ release: () => Promise<void> }> => {
  const notWritable = (error: unknown) =>
    new Error(`DATA_DIR ${folder} isn’t writable: ${(error as NodeJS.ErrnoException).code}.`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch (error) {
    throw notWritable(error)
  }
  const path = join(folder, 'server.pid')
  const mine = await processIdentity(process.pid)
  for (;;) {
    try {
      await writeFile(path, `${process.pid} ${mine}\n`, { flag: 'wx', mode: 0o600 })
      return { release: () => rm(path, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritable(error)
    }
    const [pid, identity] = (await readFile(path, 'utf8').catch(() => '')).trim().split(' ')
    if (pid && (await processIdentity(Number(pid))) === identity && isAlive(Number(pid))) {
      throw new Error(`DATA_DIR ${folder} is in use by another Bitquay server (process ${pid}). Stop it first.`)
    }
    // Left behind by a crashed process.
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

/** Process IDs are reused. Together with the start time, where the system reports it, they are unique. */
const processIdentity = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat === undefined ? '-' : (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-')
}
