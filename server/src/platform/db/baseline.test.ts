import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCluster } from '../../../test/database.ts'
import { withDatabase } from '../../../test/postgres.ts'
import { listMigrations, migrate, requireMigrated } from './migrate.ts'
import { sqlFolder } from './migrate-database.ts'

let server: pg.Pool
const pools: pg.Pool[] = []
beforeAll(() => {
  server = new pg.Pool({ connectionString: ownCluster().url }).on('error', () => undefined)
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  for (const { options } of pools)
    await server.query(`drop database ${new URL(options.connectionString ?? '').pathname.slice(1)} with (force)`)
  await server.end()
})

const createDatabase = async () => {
  const name = `bitquay_${randomBytes(6).toString('hex')}`
  await server.query(`create database ${name}`)
  const pool = new pg.Pool({ connectionString: withDatabase(ownCluster().url, name) }).on('error', () => undefined)
  pools.push(pool)
  return pool
}

const inPublic = (column: string) => `${column} = 'public'::regnamespace`

/** What the catalogs say, without numbers that differ between any two databases. */
const catalogs: Record<string, string> = {
  relations: `
    select relname, relkind, relpersistence, reloptions, relispartition, relreplident, relrowsecurity, relacl::text,
      pg_get_partkeydef(oid) as key, pg_get_expr(relpartbound, oid) as bound
    from pg_class where ${inPublic('relnamespace')} order by relname`,
  columns: `
    select attrelid::regclass::text as relation, row_number() over (partition by attrelid order by attnum) as place, attname,
      format_type(atttypid, atttypmod) as type, attnotnull, attidentity, attgenerated, attstorage, attcompression, attoptions,
      attstattarget, attcollation::regcollation::text as collation, attacl::text, pg_get_expr(adbin, adrelid) as fallback
    from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${inPublic('relnamespace')} and attnum > 0 and not attisdropped order by relation, place`,
  constraints: `
    select conrelid::regclass::text as relation, conname, contype, convalidated, condeferrable, condeferred,
      pg_get_constraintdef(oid) as definition, contypid::regtype::text as domain
    from pg_constraint where ${inPublic('connamespace')} order by relation, conname, domain`,
  indexes: `
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, indisvalid, indisclustered, indisreplident
    from pg_index join pg_class c on c.oid = indexrelid where ${inPublic('relnamespace')} order by name`,
  functions: `
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition, proconfig, proacl::text
    from pg_proc where ${inPublic('pronamespace')} order by name`,
  triggers: `
    select tgrelid::regclass::text as relation, tgname, tgenabled, pg_get_triggerdef(oid) as definition
    from pg_trigger where not tgisinternal order by relation, tgname`,
  views: `
    select oid::regclass::text as name, pg_get_viewdef(oid) as definition
    from pg_class where ${inPublic('relnamespace')} and relkind in ('v', 'm') order by name`,
  types: `
    select typname, typtype, format_type(typbasetype, typtypmod) as base, typnotnull, typdefault, typacl::text,
      array(select enumlabel::text from pg_enum where enumtypid = t.oid order by enumsortorder) as labels
    from pg_type t where ${inPublic('typnamespace')} order by typname`,
  sequences: `
    select s.*, format_type(seqtypid, null) as type, d.refobjid::regclass::text as owner, d.refobjsubid > 0 as is_owned
    from pg_sequence q join pg_class c on c.oid = seqrelid
      join pg_sequences s on s.sequencename = c.relname and s.schemaname = 'public'
      left join pg_depend d on d.objid = seqrelid and d.deptype in ('a', 'i') and d.refobjsubid > 0
    where ${inPublic('relnamespace')} order by sequencename`,
  comments: `
    select classoid::regclass::text as catalog, description from pg_description d
    where objoid >= 16384 order by catalog, description`,
  statistics: `select stxname, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext order by stxname`,
  'settings of the role': `
    select setrole::regrole::text as role, setconfig from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database()) order by role`,
  'rights and extensions': `
    select 'default' as kind, defaclrole::regrole::text as name, defaclacl::text as rights from pg_default_acl
    union all select 'schema', nspname, nspacl::text from pg_namespace where nspname = 'public'
    union all select 'extension', extname, extversion from pg_extension order by kind, name`,
}

/** Columns that say when a row was written. */
const isOfTheMoment = (value: string | null) =>
  /app_now\(\)|now\(\)|pg_current_(?:xact_id|snapshot)\(\)/.test(value ?? '')

const readAll = async (database: { query: pg.Pool['query'] }) => {
  const found: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(catalogs)) found[name] = (await database.query(query)).rows
  const tables = await database.query<{ name: string; columns: string[]; fallbacks: (string | null)[] }>(`
    select c.oid::regclass::text as name, array_agg(attname::text order by attnum) as columns,
      array_agg(pg_get_expr(adbin, adrelid) order by attnum) as fallbacks
    from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = c.oid and adnum = attnum
    where ${inPublic('relnamespace')} and relkind = 'r' group by c.oid order by name`)
  for (const { name, columns, fallbacks } of tables.rows) {
    const lasting = columns.filter((_, index) => !isOfTheMoment(fallbacks[index] ?? null))
    const { rows } = await database.query(`
      select * from (select ${lasting.map(pg.escapeIdentifier).join(', ')} from ${name}) x order by x::text`)
    found[`rows of ${name}`] = rows
  }
  return found
}

let created: pg.Pool

test('the schema is the sum of the migrations', async () => {
  const migrated = await createDatabase()
  await migrate(migrated, sqlFolder, { replay: () => true })
  created = await createDatabase()
  expect(await migrate(created, sqlFolder)).toEqual(await listMigrations(sqlFolder))
  const [expected, found] = [await readAll(migrated), await readAll(created)]
  expect(Object.keys(found)).toEqual(Object.keys(expected))
  for (const name of Object.keys(expected)) expect(found[name], name).toEqual(expected[name])
  const counts = Object.fromEntries(Object.entries(expected).map(([name, rows]) => [name, rows.length]))
  expect(counts.functions).toBeGreaterThan(90)
  expect(counts['rows of migrations']).toBeGreaterThan(100)
  expect(counts['rows of currencies']).toBeGreaterThan(5)
})

test.each([
  ['columns', 'alter table invoices add column planted text'],
  ['columns', 'alter table prices alter column id set statistics 7'],
  ['constraints', 'alter table sends drop constraint sends_amount'],
  ['indexes', 'drop index sessions_by_person'],
  ['functions', 'alter function keep_ledger() reset jit'],
  ['triggers', 'alter table ledger_entries disable trigger append_only'],
  ['views', 'create or replace view standing_fee_schedules as select * from fee_schedules'],
  ['types', 'alter domain email_address set not null'],
  ['sequences', 'alter sequence engines_id_seq restart with 9 start with 9'],
  ['relations', 'alter table transaction_sums reset (fillfactor)'],
  ['relations', 'grant select on invoices to public'],
  ['comments', `comment on table invoices is 'planted'`],
  ['rows of ledger_account_kinds', `update ledger_account_kinds set guard = 'none' where kind = 'fees-owed'`],
])('a difference in %s would be found: %s', async (name, change) => {
  const before = await readAll(created)
  const client = await created.connect()
  try {
    await client.query('begin')
    await client.query(change)
    expect((await readAll(client))[name]).not.toEqual(before[name])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('of servers that start at once on an empty database, one creates the schema', async () => {
  const pool = await createDatabase()
  const begun: boolean[] = []
  const begin = (_: number, isEmpty: boolean) => begun.push(isEmpty)
  const applied = await Promise.all([1, 2, 3].map(() => migrate(pool, sqlFolder, { begin })))
  expect(applied.filter(({ length }) => length > 0)).toHaveLength(1)
  expect(begun).toContain(true)
  expect(begun).toHaveLength(begun.filter(Boolean).length)
  await requireMigrated(pool, sqlFolder)
})

test('a database of an older version is upgraded by the version before this one', async () => {
  const names = await listMigrations(sqlFolder)
  const isNewer = (name: string) => name >= '0142'
  const pool = await createDatabase()
  await migrate(pool, sqlFolder, { replay: (name) => name < '0107' })
  const sentence =
    'This database was last used with an older version. Start version 0.2.x once, then this one. The first migration that it lacks is 0107-retention.sql.'
  await expect(migrate(pool, sqlFolder)).rejects.toThrow(sentence)
  await expect(requireMigrated(pool, sqlFolder)).rejects.toThrow(sentence)

  // What that version does.
  await migrate(pool, sqlFolder, { replay: (name) => !isNewer(name) })
  await expect(requireMigrated(pool, sqlFolder)).rejects.toThrow(
    `The database lacks the migration ${names.find(isNewer)}. Run npm run migrate first, or set MIGRATE=on.`,
  )
  expect(await migrate(pool, sqlFolder)).toEqual(names.filter(isNewer))
  await requireMigrated(pool, sqlFolder)
})

test('an old migration that was changed after it was applied stops the start', async () => {
  await created.query(`update migrations set hash = repeat('0', 64) where name = '0005-ledger.sql'`)
  await expect(migrate(created, sqlFolder)).rejects.toThrow(
    'Migration 0005-ledger.sql was changed after it was applied to this database. Restore the original file.',
  )
})
