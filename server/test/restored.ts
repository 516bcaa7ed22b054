import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { createApp } from '../src/app.ts'
import { mainEngine } from '../src/config-engines.ts'
import { createDeps } from '../src/create-deps.ts'
import { newRestoreCode } from '../src/platform/crypto/restore-code.ts'
import { restoreBackup } from '../src/platform/db/backup/restore-backup.ts'
import { writeBackup } from '../src/platform/db/backup/write-backup.ts'
import { connectDatabase } from '../src/platform/db/connect.ts'
import { migrateDatabase, sqlFolder } from '../src/platform/db/migrate-database.ts'
import { storeUses } from '../src/store-uses.ts'
import { registerEngines } from '../src/stores/register-engines.ts'
import type { TestApp } from './app.ts'
import { ownCluster } from './database.ts'
import { createCheapPasswords } from './passwords.ts'
import { withDatabase } from './postgres.ts'

export type Backup = { file: string; remove: () => Promise<void> }

export const backUp = async ({ databaseUrl }: Pick<TestApp, 'databaseUrl'>): Promise<Backup> => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-restored-'))
  const file = join(folder, 'bitquay.backup')
  await writeBackup(databaseUrl, file)
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Another server on the same database, with the settings of the first. */
export const serveAgain = async ({ deps: { config, engine } }: TestApp, databaseUrl: string): Promise<TestApp> => {
  const database = connectDatabase(databaseUrl, { maxConnections: 10 })
  const engines = await registerEngines(database.db, [{ name: mainEngine, ...engine }], storeUses)
  const deps = createDeps(config, database.db, engine, engines)
  deps.passwords = createCheapPasswords()
  const app = await createApp(deps)
  await app.ready()
  return {
    app,
    deps,
    databaseUrl,
    advance: async (seconds) => {
      await sql`update platform set clock_offset = clock_offset + make_interval(secs => ${seconds})`.execute(
        database.db,
      )
    },
    close: async () => {
      await app.close()
      await deps.engines.close()
      await database.close()
    },
  }
}

/** Restores a backup into a new database and serves it, as `npm run restore` and a start would. */
export const restoreAndServe = async (original: TestApp, { file }: Backup): Promise<TestApp & { code: string }> => {
  const name = `bitquay_restored_${randomBytes(6).toString('hex')}`
  const cluster = new pg.Client({ connectionString: ownCluster().url })
  await cluster.connect()
  await cluster.query(`create database ${name}`)
  const url = withDatabase(ownCluster().url, name)
  const code = newRestoreCode()
  await restoreBackup(file, { url, sqlFolder, filesFolder: undefined, code })
  await migrateDatabase(url)
  const served = await serveAgain(original, url)
  return {
    ...served,
    code,
    close: async () => {
      await served.close()
      await cluster.query(`drop database ${name} with (force)`)
      await cluster.end()
    },
  }
}
