import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../src/platform/db/migrate.ts'
import { sqlFolder } from '../src/platform/db/migrate-database.ts'
import { ownCluster } from './database.ts'
import { withDatabase } from './postgres.ts'

/** A database from before a migration, with the given history, migrated to the current version. `close` drops it. */
export const openMigratedDatabase = async (before: string, history: string | ((pool: pg.Pool) => Promise<unknown>)) => {
  const { url: serverUrl } = ownCluster()
  const name = `bitquay_${randomBytes(6).toString('hex')}`
  const server = new pg.Pool({ connectionString: serverUrl }).on('error', () => undefined)
  await server.query(`create database ${name}`)
  const url = withDatabase(serverUrl, name)
  const pool = new pg.Pool({ connectionString: url }).on('error', () => undefined)
  await migrate(pool, sqlFolder, { replay: (migration) => migration < before })
  await (typeof history === 'string' ? pool.query(history) : history(pool))
  await migrate(pool, sqlFolder, { replay: () => true })
  const close = async () => {
    await pool.end()
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  }
  return { url, pool, close }
}
