import type pg from 'pg'

const oldestVersion = 150_000

/** Money requires a primary that never loses what it acknowledged, and whose indexes find what is in them. */
export const requireDurable = async (pool: pg.Pool) => {
  const { rows } = await pool
    .query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names', 'server_version_num')
       union all select 'in_recovery', pg_is_in_recovery()::text
       union all select 'read_only', current_setting('transaction_read_only')`,
    )
    .catch((cause: NodeJS.ErrnoException) => {
      throw new Error(`DATABASE_URL: couldn’t use the database: ${cause.message || cause.code}.`, { cause })
    })
  const setting = Object.fromEntries(rows.map((row) => [row.name, row.setting]))
  if (Number(setting.server_version_num) < oldestVersion)
    throw new Error('DATABASE_URL: PostgreSQL 15 or newer is required.')
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (setting[name] === 'off')
      throw new Error(`DATABASE_URL: this PostgreSQL runs with ${name} off and could lose money.`)
  }
  if (setting.synchronous_commit === 'local' && setting.synchronous_standby_names)
    throw new Error(
      'DATABASE_URL: this PostgreSQL has a synchronous standby, but runs with synchronous_commit local and doesn’t wait for it.',
    )
  if (setting.in_recovery === 'true')
    throw new Error(
      'DATABASE_URL leads to a standby, which can’t be written to. Use the address of the primary, or promote this one if the primary is gone for good.',
    )
  if (setting.read_only === 'on')
    throw new Error('DATABASE_URL: this database is read-only (default_transaction_read_only). Turn that off first.')
  await requireCollations(pool)
}

/**
 * An index on text is in the order of the operating system's collation. With another version of it, which another machine or an
 * upgrade may have, PostgreSQL looks in the wrong place: rows aren't found, and unique ones are there twice.
 */
const requireCollations = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ database: string; collation: string | null; built: string; actual: string }>(
    `select current_database() as database, null as collation, datcollversion as built,
       coalesce(pg_database_collation_actual_version(oid), 'none') as actual
     from pg_database where datname = current_database()
       and datcollversion is distinct from pg_database_collation_actual_version(oid) and datcollversion is not null
     union all
     select current_database(), quote_ident(n.nspname) || '.' || quote_ident(c.collname), c.collversion,
       coalesce(pg_collation_actual_version(c.oid), 'none')
     from pg_collation c join pg_namespace n on n.oid = c.collnamespace
     where c.collversion is distinct from pg_collation_actual_version(c.oid) and c.collversion is not null
       and c.oid in (select unnest(indcollation) from pg_index)
     limit 1`,
  )
  const [different] = rows
  if (!different) return
  const { database, collation, built, actual } = different
  const name = quoteName(database)
  const refresh =
    collation === null
      ? `ALTER DATABASE ${name} REFRESH COLLATION VERSION`
      : `ALTER COLLATION ${collation} REFRESH VERSION`
  throw new Error(
    `DATABASE_URL: the indexes of this database were built with version ${built} of the collation${collation === null ? '' : ` ${collation}`}, and this system has ${actual}, so they may miss rows: run REINDEX DATABASE ${name} and then ${refresh}.`,
  )
}

/** As a person types it in psql. */
const quoteName = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)
