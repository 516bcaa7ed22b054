import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/db/migrate.ts'
import { sqlFolder } from '../src/platform/db/migrate-database.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker. */
    clusters: Cluster[]
  }
}

type Cluster = { url: string; template: string }

/**
 * Starts a PostgreSQL for each worker of a test run, since the oldest open transaction affects a whole cluster:
 * embedded ones, or the one in TEST_DATABASE_URL. Each gets one migrated database, and every test file copies it.
 */
export const setup = async (project: TestProject) => {
  const given = process.env.TEST_DATABASE_URL
  const clusters = await Promise.all(
    given ? [prepare(given)] : Array.from({ length: project.vitest.config.maxWorkers }, startCluster),
  )
  project.provide(
    'clusters',
    clusters.map(({ url, template }) => ({ url, template })),
  )
  return async () => {
    await Promise.all(clusters.map(({ remove }) => remove()))
  }
}

const startCluster = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bitquay-test-'))
  const postgres = await startEmbeddedPostgres(folder)
  await hashPasswordOnce(postgres.url)
  const prepared = await prepare(postgres.url)
  return {
    ...prepared,
    remove: async () => {
      await prepared.remove()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Every test opens new connections, and hashing the password four thousand times is half of the work for each. */
const hashPasswordOnce = async (url: string) => {
  const server = new pg.Client({ connectionString: url })
  await server.connect()
  await server.query('set scram_iterations = 1')
  const { username, password } = new URL(url)
  await server.query(`alter role ${username} password '${password}'`)
  await server.end()
}

const prepare = async (url: string) => {
  const template = `bitquay_template_${process.pid}`
  // When a run is interrupted the database ends first, which is no error of ours.
  const server = new pg.Pool({ connectionString: url }).on('error', () => undefined)
  await server.query(`create database ${template}`)
  const pool = new pg.Pool({ connectionString: withDatabase(url, template) }).on('error', () => undefined)
  await migrate(pool, sqlFolder)
  await pool.end()
  return {
    url,
    template,
    remove: async () => {
      await server.query(`drop database ${template} with (force)`)
      await server.end()
    },
  }
}

export const withDatabase = (url: string, name: string) => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
