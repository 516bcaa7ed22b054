import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './types.ts'

/** Reads outside a transaction. */
export type Db = Kysely<DB>

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

// 64-bit integers are satoshis and identities: exact, as bigint. `numeric` stays the decimal string that it is.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

const readLimitMs = 20_000

export const connectDatabase = (url: string, options: { maxConnections: number }): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections,
    query_timeout: readLimitMs,
    connectionTimeoutMillis: 10_000,
  })
  // A connection that PostgreSQL ends is replaced by the pool. Without a listener its farewell would end us: the pool's own
  // hears it while nobody has the connection, the client's while a transaction is between two statements.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  return { db, pool, close: () => db.destroy() }
}
