import { join } from 'node:path'
import { projectRoot } from '../root.ts'
import { connectDatabase } from './connect.ts'
import { type MigrateOptions, migrate } from './migrate.ts'
import { requireDurable } from './require-durable.ts'

/** Where schema/ and migrations/ are. */
export const sqlFolder = join(projectRoot, 'server')

/** Applies the missing migrations over a connection of its own, since they may take longer than any other query. */
export const migrateDatabase = async (url: string, options?: MigrateOptions): Promise<string[]> => {
  const { pool, close } = connectDatabase(url, { maxConnections: 1, readLimitMs: 0 })
  try {
    await requireDurable(pool)
    return await migrate(pool, sqlFolder, options)
  } finally {
    await close()
  }
}
