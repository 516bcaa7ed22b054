import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'
import { projectRoot } from '../src/platform/root.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { url: string; template: string }
  }
}

/**
 * One PostgreSQL for a test run: the embedded one, or the one that TEST_DATABASE_URL names. A migrated database is made
 * once; every test file copies it.
 */
export const setup = async (project: TestProject) => {
  const given = process.env.TEST_DATABASE_URL
  const folder = given ? undefined : await mkdtemp(join(tmpdir(), 'bitquay-test-'))
  const postgres = folder ? await startEmbeddedPostgres(folder) : undefined
  const url = given ?? postgres?.url ?? ''
  const template = `bitquay_template_${process.pid}`

  // When a run is broken off the database goes first; that is no error of ours.
  const server = new pg.Pool({ connectionString: url }).on('error', () => undefined)
  await server.query(`create database ${template}`)
  const pool = new pg.Pool({ connectionString: withDatabase(url, template) })
  await migrate(pool, join(projectRoot, 'server', 'migrations'))
  await pool.end()
  project.provide('postgres', { url, template })

  return async () => {
    await server.query(`drop database ${template} with (force)`)
    await server.end()
    await postgres?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

export const withDatabase = (url: string, name: string) => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
