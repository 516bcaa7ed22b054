import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { findMigrations } from '../platform/db/migrate.ts'
import { sqlFolder } from '../platform/db/migrate-database.ts'

/** What a database says about itself. */
export type DatabaseFacts = {
  versionNumber: number
  version: string
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  encoding: string
  isStandby: boolean
  isReadOnly: boolean
  /** How many connections it gives us. */
  connections: number
  /** Undefined before the first start. */
  platform: { mode: string; network: string } | undefined
  /** That are missing, and that this version doesn't know. */
  missing: string[]
  unknown: string[]
}

export const readDatabase = async (db: Db): Promise<DatabaseFacts> => {
  const { rows } = await sql<Omit<DatabaseFacts, 'platform' | 'missing' | 'unknown'> & { hasTables: boolean }>`
    select current_setting('server_version_num')::int as version_number, current_setting('server_version') as version,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_standby, current_setting('default_transaction_read_only') = 'on' as is_read_only,
      least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        case when d.datconnlimit >= 0 then d.datconnlimit end, case when r.rolconnlimit >= 0 then r.rolconnlimit end) as connections,
      to_regclass('migrations') is not null and to_regclass('platform') is not null as has_tables
    from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database doesn’t describe itself')
  const { hasTables, ...facts } = row
  const ours = (await findMigrations(sqlFolder)).map(({ name }) => name)
  if (!hasTables) return { ...facts, platform: undefined, missing: ours, unknown: [] }
  const platform = await db.selectFrom('platform').select(['mode', 'network']).executeTakeFirst()
  const applied = (await sql<{ name: string }>`select name from migrations`.execute(db)).rows.map(({ name }) => name)
  return {
    ...facts,
    platform,
    missing: ours.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !ours.includes(name)),
  }
}
