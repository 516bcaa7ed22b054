import type pg from 'pg'

const oldestVersion = 150_000

/** Money requires a database that never loses what it acknowledged. */
export const requireDurable = async (pool: pg.Pool) => {
  const { rows } = await pool
    .query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`,
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
}
