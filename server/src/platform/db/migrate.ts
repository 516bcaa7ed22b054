import { createHash, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Applies the migrations that a database has not seen, in order, each in its own transaction. Several servers may start
 * at once: the table's lock lets one go first. A file that was changed after it had been applied stops the start.
 * `begin` is told how many are missing, if any. Returns the names of those that were applied now.
 */
export const migrate = async (
  pool: pg.Pool,
  folder: string,
  isWanted: (name: string) => boolean = () => true,
  begin: (count: number) => void = () => undefined,
): Promise<string[]> => {
  const names = (await listMigrations(folder)).filter(isWanted)
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
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const known = new Map(rows.map(({ name, hash }) => [name, hash]))
    const missing = names.filter((name) => !known.has(name)).length
    if (missing > 0) begin(missing)
    const applied: string[] = []
    for (const name of names) {
      const text = await readFile(join(folder, name), 'utf8')
      if (known.get(name) !== hashOf(text) && (await applyBetweenOthers(client, name, text))) applied.push(name)
    }
    return applied
  } finally {
    client.release()
  }
}

export const listMigrations = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()

/** For servers that leave migrations to a separate step: refuses a database that lacks one. */
export const requireMigrated = async (pool: pg.Pool, folder: string) => {
  const { rows: tables } = await pool.query<{ exists: boolean }>(
    `select to_regclass('migrations') is not null as exists`,
  )
  const { rows } = tables[0]?.exists ? await pool.query<{ name: string }>('select name from migrations') : { rows: [] }
  const applied = new Set(rows.map(({ name }) => name))
  const missing = (await listMigrations(folder)).find((name) => !applied.has(name))
  if (missing !== undefined)
    throw new Error(`The database lacks the migration ${missing}. Run npm run migrate first, or set MIGRATE=on.`)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const attempts = 60
/** Deadlock, or a lock that took too long. */
const retriable = new Set(['40P01', '55P03'])

/**
 * Other servers may be working. A migration that waits for their locks makes everyone wait behind it, so it gives up soon
 * and tries again a little later.
 */
const applyBetweenOthers = async (client: pg.PoolClient, name: string, text: string): Promise<boolean> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, name, text)
    } catch (error) {
      if (attempt === attempts || !retriable.has((error as { code?: string }).code ?? '')) throw error
      await sleep(randomInt(200, 2000))
    }
  }
}

const applyOnce = async (client: pg.PoolClient, name: string, text: string): Promise<boolean> => {
  const hash = hashOf(text)
  await client.query('begin')
  try {
    await client.query('lock table migrations in exclusive mode')
    const { rows } = await client.query<{ hash: string }>('select hash from migrations where name = $1', [name])
    const applied = rows[0]
    if (applied && applied.hash !== hash) {
      throw new Error(`Migration ${name} was changed after it was applied to this database. Restore the original file.`)
    }
    if (!applied) {
      await client.query(`set local lock_timeout = '3s'`)
      await client.query(text)
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    }
    await client.query('commit')
    return !applied
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
