import { sql } from 'kysely'
import type { Db } from '../src/platform/db/connect.ts'
import { openRestore, takeRestoreCode } from '../src/platform/db/restore-row.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'

/**
 * Saves the database as a backup does. The returned function brings it back, while the sandbox keeps going, and puts it
 * under review by this admin. Everything stays in one database, so that tests keep their connections.
 */
export const saveDatabase = async (db: Db, reviewerId: number): Promise<() => Promise<void>> => {
  const savedAt = new Date()
  await sql`drop schema if exists saved cascade`.execute(db)
  await sql`create schema saved`.execute(db)
  const tables = await listTables(db)
  for (const { name } of tables) {
    await sql`create table saved.${sql.id(name)} as table public.${sql.id(name)}`.execute(db)
  }
  const { rows: sequences } = await sql<{ name: string; value: string | null }>`
    select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'`.execute(db)
  return async () => {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ offset: string }>`select clock_offset::text as offset from platform`.execute(tx)
      // As a restore does: rows come back as they were, whatever triggers would say.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(`public.${name}`)))} cascade`.execute(tx)
      for (const { name, columns } of tables) {
        const list = sql.join(columns.map((column) => sql.id(column)))
        await sql`insert into public.${sql.id(name)} (${list}) overriding system value
          select ${list} from saved.${sql.id(name)}`.execute(tx)
      }
      for (const { name, value } of sequences) {
        await sql`select setval(${`public.${name}`}::regclass, ${value ?? '1'}::bigint, ${value !== null})`.execute(tx)
      }
      // Time doesn't go back.
      await sql`update platform set clock_offset = ${rows[0]?.offset ?? '0'}::interval`.execute(tx)
    })
    await openRestore(db, savedAt, 'a code')
    await inTransaction(db, (tx) => takeRestoreCode(tx, 'a code', reviewerId))
  }
}

const listTables = async (db: Db) => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by 1`.execute(db)
  return rows
}
