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
import { isReadOnlyError, type WriteState } from './write-state.ts'

/** Timeouts are set inside each transaction, so that a pooler in transaction mode works. */
const beginWithSettings = CompiledQuery.raw(`begin;
  select set_config('bitquay.now', '', true), set_config('lock_timeout', '5s', true),
    set_config('statement_timeout', '15s', true), set_config('idle_in_transaction_session_timeout', '30s', true),
    app_now() as now, current_setting('transaction_read_only') = 'on' as is_read_only`)

/**
 * A commit may wait for a synchronous standby. If that takes longer than a statement may, PostgreSQL stops waiting and reports
 * success, although a failover would lose the commit. So a commit has no limit there: the driver stops waiting instead, which
 * is an error, and nobody is told that it was saved.
 */
const commitWhenReplicated = CompiledQuery.raw('set local statement_timeout = 0; commit')

const beginTimes = new WeakMap<DatabaseConnection, Date>()

/** When the transaction on a connection began, by the database's clock. */
export const findBeginTime = (connection: DatabaseConnection) => beginTimes.get(connection)

/** Begins a transaction, sets its timeouts and reads the time in one round trip. */
export const createDialect = (pool: pg.Pool, writes: WriteState): Dialect => {
  const config = { pool: createLastResultPool(pool, writes) }
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
    const commitTransaction: Driver['commitTransaction'] = async (connection) => {
      await connection.executeQuery(commitWhenReplicated)
    }
    return Object.assign(driver, { beginTransaction, commitTransaction })
  }
  return {
    createDriver,
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** Several statements in one query have several results. The last one counts. */
const createLastResultPool = (pool: pg.Pool, writes: WriteState): PostgresPool => {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let isLeft = false
    const noteReadOnly = (isReadOnly: boolean) => {
      writes.note(isReadOnly)
      // A session keeps the setting that it began with, and a new one may reach the primary.
      if (isReadOnly) isLeft = true
    }
    const noteBegin = ({ rows }: pg.QueryResult<{ is_read_only: boolean }>) =>
      noteReadOnly(rows[0]?.is_read_only === true)
    const query = async (sql: string, values: readonly unknown[]) => {
      try {
        const result: unknown = await client.query(sql, [...values])
        const last: unknown = Array.isArray(result) ? result.at(-1) : result
        if (sql === beginWithSettings.sql) noteBegin(last as pg.QueryResult<{ is_read_only: boolean }>)
        return last
      } catch (error) {
        if (isReadOnlyError(error)) noteReadOnly(true)
        // The driver stops waiting, but PostgreSQL goes on, and the next user of this connection would wait for it.
        if (isReadTimeout(error)) {
          isLeft = true
          if (!mayWaitForStandby(sql)) await cancelQuery(pool.options, client)
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

/**
 * What is canceled while it waits for a synchronous standby stays committed, and everybody would read what a failover may lose.
 * As long as it waits, nobody does.
 */
const mayWaitForStandby = (sql: string) => sql === commitWhenReplicated.sql || /^\s*(insert|update|delete)\b/i.test(sql)

const isReadTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'
