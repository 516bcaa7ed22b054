import { join } from 'node:path'
import { projectRoot } from '../root.ts'
import { connectDatabase } from './connect.ts'
import { migrate } from './migrate.ts'
import { requireDurable } from './require-durable.ts'

export const migrationsFolder = join(projectRoot, 'server', 'migrations')

/** Applies the missing migrations over a connection of its own, since they may take longer than any other query. */
export const migrateDatabase = async (url: string, begin?: (count: number) => void): Promise<string[]> => {
  const { pool, close } = connectDatabase(url, { maxConnections: 1, readLimitMs: 0 })
  try {
    await requireDurable(pool)
    return await migrate(pool, migrationsFolder, undefined, begin)
  } finally {
    await close()
  }
}
