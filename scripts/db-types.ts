/**
 * Generates server/src/platform/db/types.ts and server/schema from the migrations and freezes the new ones: `npm run
 * db:types`. `-- --verify` only compares.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../server/src/platform/postgres/embedded.ts'
import { freezeNewMigrations, listNewMigrations } from './frozen-migrations.mjs'
import { writeSchema } from './write-schema.ts'

const root = join(import.meta.dirname, '..')
const isOnlyCompared = process.argv.includes('--verify')
const migrations = join(root, 'server/migrations')
const folder = await mkdtemp(join(tmpdir(), 'bitquay-types-'))
const postgres = await startEmbeddedPostgres(folder)
// A connection may still be closing when PostgreSQL stops.
const pool = new pg.Pool({ connectionString: postgres.url }).on('error', () => undefined)
try {
  await migrate(pool, join(root, 'server'), { replay: () => true })
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
  const isCurrent = await saveSchema(pool)
  process.exitCode = isCurrent ? (outcome.status ?? 1) : 1
  if (process.exitCode === 0 && !isOnlyCompared) freezeNewMigrations(migrations)
} finally {
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Returns false if a file isn't current and is only compared. */
async function saveSchema(pool: pg.Pool): Promise<boolean> {
  const schema = join(root, 'server/schema')
  const added = listNewMigrations(migrations).map((name) => readFile(join(migrations, name), 'utf8'))
  const texts = await writeSchema(pool, await Promise.all(added))
  const present = await readdir(schema)
  let isCurrent = true
  for (const name of new Set([...present, ...texts.keys()])) {
    const path = join(schema, name)
    const text = texts.get(name)
    if (present.includes(name) && (await readFile(path, 'utf8')) === text) continue
    if (isOnlyCompared) {
      console.error(`server/schema/${name} is out of date. Run npm run db:types.`)
      isCurrent = false
    } else if (text === undefined) await rm(path)
    else await writeFile(path, text)
  }
  return isCurrent
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
