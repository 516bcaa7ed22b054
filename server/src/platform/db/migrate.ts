import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * Applies the migrations that a database has not seen, in order, each in its own transaction. Several servers may start
 * at once: the table's lock lets one go first. A file that was changed after it had been applied stops the start.
 */
export const migrate = async (pool: pg.Pool, folder: string) => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
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
    for (const name of names) await applyOnce(client, name, await readFile(join(folder, name), 'utf8'))
  } finally {
    client.release()
  }
}

const applyOnce = async (client: pg.PoolClient, name: string, text: string) => {
  const hash = createHash('sha256').update(text).digest('hex')
  await client.query('begin')
  try {
    await client.query('lock table migrations in exclusive mode')
    const { rows } = await client.query<{ hash: string }>('select hash from migrations where name = $1', [name])
    const applied = rows[0]
    if (applied && applied.hash !== hash) {
      throw new Error(`Migration ${name} was changed after it was applied to this database. Restore the original file.`)
    }
    if (!applied) {
      await client.query(text)
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
