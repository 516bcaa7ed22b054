import { CamelCasePlugin, Kysely } from 'kysely'
import pg from 'pg'
import type { DatabasePosition } from './database-position.ts'
import { createDialect } from './dialect.ts'
import type { DB } from './types.ts'
import { createWriteState, type WriteState } from './write-state.ts'

/** For reads outside a transaction. */
export type Db = Kysely<DB>

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

// 64-bit integers are satoshis and IDs: exact, as bigint. `numeric` stays a decimal string.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

/**
 * Longer than the longest pause of a worker. A new connection costs more than many statements: the password is hashed
 * on both sides, and PostgreSQL plans everything again.
 */
const idleLimitMs = 300_000

/** What a connection plans while tables are small is forgotten before they can have grown much, with the connection. */
const mostUses = 2_000

const writeStates = new WeakMap<Db, WriteState>()

/** Whether this database takes changes. */
export const writeStateOf = (db: Db): WriteState => {
  const writes = writeStates.get(db)
  if (!writes) throw new Error('this is a transaction, or not a database that connectDatabase opened')
  return writes
}

type Options = {
  maxConnections: number
  readLimitMs?: number
  /** Checks each new connection, and remembers commits. */
  position?: DatabasePosition
}

export const connectDatabase = (url: string, options: Options): Database => {
  const { maxConnections, readLimitMs = 20_000, position } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    query_timeout: readLimitMs,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: idleLimitMs,
    maxUses: mostUses,
  })
  // The pool replaces a connection that PostgreSQL closes. Without a listener the error would end our process: the
  // pool's listener gets it while the connection is idle, the client's between two statements of a transaction.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined))
  const writes = createWriteState(pool, position)
  const db = new Kysely<DB>({ dialect: createDialect(pool, writes, position), plugins: [new CamelCasePlugin()] })
  writeStates.set(db, writes)
  const close = async () => {
    await db.destroy()
    // Kysely ends only a pool that it has used. Another one would keep a process alive until its connections are idle.
    if (!pool.ended) await pool.end()
  }
  return { db, pool, close }
}
