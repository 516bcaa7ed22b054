import { createHash, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export type MigrateOptions = {
  /** Applies every migration that it returns true for, old ones too. For a backup, which is loaded into the schema it had. */
  replay?: (name: string) => boolean
  /** Told before anything is changed. An empty database gets the whole schema at once, others `count` migrations. */
  begin?: (count: number, isEmpty: boolean) => void
}

/** The migrations of before version 0.3. Databases that were created since then have got the schema instead. */
const oldFolder = 'before-0.3'

/**
 * Brings a database up to date. An empty one gets the files of `folder`/schema in one transaction, with the names of all
 * migrations, so that it looks like any other. Others get the migrations that they have not seen, in order, each in its
 * own transaction. Several servers may start at once: the table's lock lets one go first. A file that was changed after
 * it had been applied stops the start. Returns the names of those that were applied now.
 */
export const migrate = async (
  pool: pg.Pool,
  folder: string,
  { replay, begin }: MigrateOptions = {},
): Promise<string[]> => {
  const migrations = (await findMigrations(folder)).filter(({ name }) => replay?.(name) ?? true)
  const client = await pool.connect()
  try {
    await client
      .query(
        `create table if not exists migrations (
         name text primary key, hash text not null, applied_at timestamptz not null default now()
       )`,
      )
      .catch((error: { code?: string }) => {
        // Two starts at once: `if not exists` does not guard the catalog's own unique index.
        if (error.code !== '23505' && error.code !== '42P07') throw error
      })
    let known = await readApplied(client)
    const schema = known.size === 0 && !replay ? await readSchema(folder) : undefined
    if (schema !== undefined) {
      begin?.(migrations.length, true)
      if (await createSchema(client, schema, migrations)) return migrations.map(({ name }) => name)
      known = await readApplied(client)
    }
    if (!replay) requireOldOnes(migrations, known)
    const missing = migrations.filter(({ name, hash }) => known.get(name) !== hash)
    if (missing.length > 0) begin?.(missing.length, false)
    const applied: string[] = []
    for (const migration of missing) if (await applyBetweenOthers(client, migration)) applied.push(migration.name)
    return applied
  } finally {
    client.release()
  }
}

export const listMigrations = async (folder: string): Promise<string[]> =>
  (await findMigrations(folder)).map(({ name }) => name)

/** For servers that leave migrations to a separate step: refuses a database that lacks one. */
export const requireMigrated = async (pool: pg.Pool, folder: string) => {
  const { rows: tables } = await pool.query<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  )
  const known = tables[0]?.exists ? await readApplied(pool) : new Map<string, string>()
  const migrations = await findMigrations(folder)
  if (known.size > 0) requireOldOnes(migrations, known)
  const missing = migrations.find(({ name }) => !known.has(name))
  if (missing !== undefined)
    throw new Error(`The database lacks the migration ${missing.name}. Run npm run migrate first, or set MIGRATE=on.`)
}

type Migration = { name: string; path: string; hash: string; isOld: boolean }

/** Old ones are listed with their hashes, so that a start doesn't read their files. */
export const findMigrations = async (folder: string): Promise<Migration[]> => {
  const list = join(folder, 'migrations', oldFolder, 'frozen.sha256')
  const old = existsSync(list) ? [...(await readFile(list, 'utf8')).matchAll(/^(\w{64}) {2}(\S+)$/gm)] : []
  const names = (await readdir(join(folder, 'migrations')))
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
  return [
    ...old.map(([, hash = '', name = '']) => ({
      name,
      hash,
      path: join(folder, 'migrations', oldFolder, name),
      isOld: true,
    })),
    ...(await Promise.all(
      names.map(async (name) => {
        const path = join(folder, 'migrations', name)
        return { name, hash: hashOf(await readFile(path, 'utf8')), path, isOld: false }
      }),
    )),
  ]
}

const readSchema = async (folder: string): Promise<string | undefined> => {
  const order = join(folder, 'schema', 'order.txt')
  if (!existsSync(order)) return undefined
  const names = (await readFile(order, 'utf8')).trim().split('\n')
  return (await Promise.all(names.map((name) => readFile(join(folder, 'schema', name), 'utf8')))).join('\n')
}

const readApplied = async (client: pg.Pool | pg.PoolClient) => {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

const requireOldOnes = (migrations: Migration[], known: ReadonlyMap<string, string>) => {
  for (const { name, hash } of migrations.filter(({ isOld }) => isOld)) {
    if (!known.has(name))
      throw new Error(
        `This database was last used with an older version. Start version 0.2.x once, then this one. The first migration that it lacks is ${name}.`,
      )
    if (known.get(name) !== hash) throw changedError(name)
  }
}

const changedError = (name: string) =>
  new Error(`Migration ${name} was changed after it was applied to this database. Restore the original file.`)

/** Returns false if another server was first. */
const createSchema = async (client: pg.PoolClient, schema: string, migrations: Migration[]): Promise<boolean> =>
  inTransaction(client, async () => {
    const { rows } = await client.query('select from migrations limit 1')
    if (rows.length > 0) return false
    // A function may call one that a later file creates.
    await client.query('set local check_function_bodies = off')
    await client.query(schema)
    await client.query('insert into migrations (name, hash) select * from unnest($1::text[], $2::text[])', [
      migrations.map(({ name }) => name),
      migrations.map(({ hash }) => hash),
    ])
    return true
  })

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const attempts = 60
/** Deadlock, or a lock that took too long. */
const retriable = new Set(['40P01', '55P03'])

/**
 * Other servers may be working. A migration that waits for their locks makes everyone wait behind it, so it gives up soon
 * and tries again a little later.
 */
const applyBetweenOthers = async (client: pg.PoolClient, migration: Migration): Promise<boolean> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, migration)
    } catch (error) {
      if (attempt === attempts || !retriable.has((error as { code?: string }).code ?? '')) throw error
      await sleep(randomInt(200, 2000))
    }
  }
}

const applyOnce = (client: pg.PoolClient, { name, path, hash }: Migration): Promise<boolean> =>
  inTransaction(client, async () => {
    const { rows } = await client.query<{ hash: string }>('select hash from migrations where name = $1', [name])
    const applied = rows[0]
    if (applied && applied.hash !== hash) throw changedError(name)
    if (applied) return false
    await client.query(`set local lock_timeout = '3s'`)
    await client.query(await readFile(path, 'utf8'))
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    return true
  })

/** One server at a time. */
const inTransaction = async <Result>(client: pg.PoolClient, work: () => Promise<Result>): Promise<Result> => {
  await client.query('begin')
  try {
    await client.query('lock table migrations in exclusive mode')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
