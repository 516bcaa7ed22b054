/**
 * Generates server/src/platform/db/types.ts from the migrations and freezes the new ones: `npm run db:types`. `--
 * --verify` only compares.
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
// A connection may still be closing when PostgreSQL stops.
const pool = new pg.Pool({ connectionString: postgres.url }).on('error', () => undefined)
try {
  await migrate(pool, join(root, 'server/migrations'))
  const overrides = JSON.stringify({ columns: await listUnions(pool) })
  const outcome = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      ...['--dialect', 'postgres', '--camel-case', '--url', postgres.url, '--exclude-pattern', 'migrations'],
      ...['--type-mapping', '{"int8":"bigint","xid8":"string","interval":"string"}'],
      ...['--overrides', overrides],
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

/** Columns limited to certain words by their check constraint. Their type is the union of these words. */
async function listUnions(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{
    table: string
    column: string
    required: boolean
    filled: boolean
    rule: string
  }>(`
    select c.conrelid::regclass::text as table, a.attname as column, a.attnotnull as required, a.atthasdef as filled,
      pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and a.atttypid = 'text'::regtype order by 1, 2`)
  const unions: Record<string, string> = {}
  for (const { table, column, required, filled, rule } of rows) {
    const words = /^CHECK \(\(\w+ = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(rule)?.[1]
    if (words === undefined) continue
    const union = words.split(', ').map((word) => word.replace(/^'(.*)'::text$/, '"$1"'))
    const type = [...union.sort(), ...(required ? [] : ['null'])].join(' | ')
    unions[`${table}.${column}`] = filled ? `Generated<${type}>` : type
  }
  return unions
}
