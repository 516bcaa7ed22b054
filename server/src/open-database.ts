import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/postgres/embedded.ts'

/** The database of the running server, or the embedded one started for this run. */
export const openDatabase = async (config: Config): Promise<{ url: string; stop: () => Promise<void> }> => {
  const nothing = () => Promise.resolve()
  if (config.databaseUrl) return { url: config.databaseUrl, stop: nothing }
  if (!existsSync(join(config.dataDir, 'postgres'))) throw new Error(`There is no database in ${config.dataDir} yet.`)
  const running = await findRunningPostgres(config.dataDir)
  return running ? { url: running, stop: nothing } : startEmbeddedPostgres(config.dataDir)
}
