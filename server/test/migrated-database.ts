import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../src/platform/db/migrate.ts'
import { projectRoot } from '../src/platform/root.ts'
import { ownCluster } from './database.ts'
import { withDatabase } from './postgres.ts'

const migrations = join(projectRoot, 'server', 'migrations')

/** A database from before a migration, with the given history, migrated to the current version. `close` drops it. */
export const openMigratedDatabase = async (before: string, history: string | ((pool: pg.Pool) => Promise<unknown>)) => {
  const { url: serverUrl } = ownCluster()
  const name = `bitquay_${randomBytes(6).toString('hex')}`
  const server = new pg.Pool({ connectionString: serverUrl }).on('error', () => undefined)
  await server.query(`create database ${name}`)
  const url = withDatabase(serverUrl, name)
  const pool = new pg.Pool({ connectionString: url }).on('error', () => undefined)
  const earlier = await mkdtemp(join(tmpdir(), 'bitquay-earlier-'))
  for (const file of await readdir(migrations)) {
    if (file < before) await cp(join(migrations, file), join(earlier, file))
  }
  await migrate(pool, earlier)
  await rm(earlier, { recursive: true })
  await (typeof history === 'string' ? pool.query(history) : history(pool))
  await migrate(pool, migrations)
  const close = async () => {
    await pool.end()
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  }
  return { url, pool, close }
}
