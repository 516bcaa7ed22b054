import type { Config } from './config.ts'
import { takeDataFolder } from './platform/data-folder.ts'
import { migrateDatabase } from './platform/db/migrate-database.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'

/** Applies the missing migrations and ends, as a step before servers with MIGRATE=off start. */
export const migrateOnly = async (config: Config): Promise<string[]> => {
  if (config.databaseUrl) return migrateDatabase(config.databaseUrl)
  const folder = await takeDataFolder(config.dataDir)
  const postgres = await startEmbeddedPostgres(config.dataDir)
  try {
    return await migrateDatabase(postgres.url)
  } finally {
    await postgres.stop()
    await folder.release()
  }
}
