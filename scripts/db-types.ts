/**
 * Writes server/src/platform/db/types.ts from the migrations and freezes the new ones: `npm run db:types`; `-- --verify`
 * only compares.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded.ts'
import { freezeNewMigrations } from './frozen-migrations.mjs'

const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'bitquay-types-'))
const postgres = await startEmbeddedPostgres(folder)
// A connection may still be on its way out when PostgreSQL says goodbye.
const pool = new pg.Pool({ connectionString: postgres.url }).on('error', () => undefined)
try {
  await migrate(pool, join(root, 'server/migrations'))
  const outcome = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...['--dialect', 'postgres', '--camel-case', '--url', postgres.url, '--exclude-pattern', 'migrations'],
      ...['--type-mapping', '{"int8":"bigint","xid8":"string","interval":"string"}'],
      ...['--out-file', join(root, 'server/src/platform/db/types.ts'), ...process.argv.slice(2)],
    ],
    { stdio: 'inherit' },
  )
  process.exitCode = outcome.status ?? 1
  if (outcome.status === 0 && !process.argv.includes('--verify')) freezeNewMigrations(join(root, 'server/migrations'))
} finally {
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
