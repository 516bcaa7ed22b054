import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import type pg from 'pg'
import { cancelQuery } from './cancel-query.ts'

/** Timeouts are set inside each transaction, so that a pooler in transaction mode works. */
const beginWithSettings = CompiledQuery.raw(`begin;
  select set_config('bitquay.now', '', true), set_config('lock_timeout', '5s', true),
    set_config('statement_timeout', '15s', true), set_config('idle_in_transaction_session_timeout', '30s', true),
    app_now() as now`)

const beginTimes = new WeakMap<DatabaseConnection, Date>()

/** When the transaction on a connection began, by the database's clock. */
export const findBeginTime = (connection: DatabaseConnection) => beginTimes.get(connection)

/** Begins a transaction, sets its timeouts and reads the time in one round trip. */
export const createDialect = (pool: pg.Pool): Dialect => {
  const config = { pool: createLastResultPool(pool) }
  const dialect = new PostgresDialect(config)
  const createDriver = () => {
    const driver = new PostgresDriver(config)
    const begin = driver.beginTransaction.bind(driver)
    const beginTransaction: Driver['beginTransaction'] = async (connection, settings) => {
      if (settings.isolationLevel || settings.accessMode) return begin(connection, settings)
      try {
        const { rows } = await connection.executeQuery<{ now: Date }>(beginWithSettings)
        if (rows[0]) beginTimes.set(connection, rows[0].now)
      } catch (error) {
        // It may have begun, and nobody else would end it.
        await driver.rollbackTransaction(connection).catch(() => undefined)
        throw error
      }
    }
    return Object.assign(driver, { beginTransaction })
  }
  return {
    createDriver,
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** Several statements in one query have several results. The last one counts. */
const createLastResultPool = (pool: pg.Pool): PostgresPool => {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let isLeft = false
    const query = async (sql: string, values: readonly unknown[]) => {
      try {
        const result: unknown = await client.query(sql, [...values])
        return Array.isArray(result) ? result.at(-1) : result
      } catch (error) {
        // The driver stops waiting, but PostgreSQL goes on, and the next user of this connection would wait for it.
        if (isReadTimeout(error)) {
          isLeft = true
          await cancelQuery(pool.options, client)
        }
        throw error
      }
    }
    return { query: query as PostgresPoolClient['query'], release: () => client.release(isLeft) }
  }
  return {
    connect: async () => {
      const client = await pool.connect()
      const wrapped = clients.get(client) ?? wrap(client)
      clients.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
  }
}

const isReadTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'
