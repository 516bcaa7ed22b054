import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { type EngineSettings, mainEngine } from '../src/config-engines.ts'
import { createDeps } from '../src/create-deps.ts'
import type { Deps, Engine } from '../src/deps.ts'
import { claimPlatform } from '../src/platform/db/claim-platform.ts'
import { storeUses } from '../src/store-uses.ts'
import { registerEngines } from '../src/stores/register-engines.ts'
import { openTestDatabase } from './database.ts'
import { createCheapPasswords } from './passwords.ts'

export type TestApp = {
  app: FastifyInstance
  deps: Deps
  databaseUrl: string
  /** Moves the platform's clock. */
  advance: (seconds: number) => Promise<void>
  close: () => Promise<void>
}

/** Nothing listens there: tests that need an engine start a sandbox and use its address. */
const noEngine: Engine = { url: 'http://127.0.0.1:1', apiKey: 'none', esploraUrl: undefined, sandboxUrl: undefined }

/** The whole HTTP server on its own database, called with `app.inject`, without a port or workers. */
export const startTestApp = async (
  environment: Record<string, string> = {},
  engine: Partial<Engine> = {},
  others: readonly EngineSettings[] = [],
): Promise<TestApp> => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-app-'))
  const database = await openTestDatabase()
  const config = readConfig({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: `http://localhost:${environment.PORT ?? 3000}`,
    ...environment,
  })
  await claimPlatform(database.pool, config.mode, config.network)
  const main = { ...noEngine, ...engine }
  const engines = await registerEngines(database.db, [{ name: mainEngine, ...main }, ...others], storeUses)
  const deps = createDeps(config, database.db, main, engines)
  deps.passwords = createCheapPasswords()
  const app = await createApp(deps)
  await app.ready()
  return {
    app,
    deps,
    databaseUrl: database.url,
    advance: async (seconds) => {
      await sql`update platform set clock_offset = clock_offset + make_interval(secs => ${seconds})`.execute(
        database.db,
      )
    },
    close: async () => {
      await app.close()
      await deps.engines.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
