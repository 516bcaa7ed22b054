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
import { findContext } from '../request-context.ts'
import { cancelQuery } from './cancel-query.ts'
import { type DatabasePosition, placeColumns, readPlace } from './database-position.ts'
import { createKeptPlans, isMarked, isStalePlan } from './kept-plans.ts'
import { isReadOnlyError, type WriteState } from './write-state.ts'

/** Timeouts are set inside each transaction, so that a pooler in transaction mode works. */
const beginWithSettings = CompiledQuery.raw(`begin;
  select set_config('bitquay.now', '', true), set_config('lock_timeout', '5s', true),
    set_config('statement_timeout', '15s', true), set_config('idle_in_transaction_session_timeout', '30s', true),
    app_now() as now, current_setting('transaction_read_only') = 'on' as is_read_only, pg_backend_pid() as pid,
    ${placeColumns}`)

/**
 * A commit may wait for a synchronous standby, and no limit of PostgreSQL ends that: `statement_timeout` doesn't count for it.
 * Only being canceled does, which reports success, although a failover would lose the commit. So it is never canceled: the
 * driver stops waiting, which is an error, and nobody is told that it was saved.
 */
const commitWhenReplicated = CompiledQuery.raw(`select pg_current_xact_id_if_assigned()::text as xid,
    case when not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text end as lsn,
    current_setting('synchronous_commit') <> 'off' as is_safe, now() as saved_at;
  commit`)

const beginTimes = new WeakMap<DatabaseConnection, Date>()

/** When the transaction on a connection began, by the database's clock. */
export const findBeginTime = (connection: DatabaseConnection) => beginTimes.get(connection)

/** Begins a transaction, sets its timeouts and reads the time in one round trip. */
export const createDialect = (pool: pg.Pool, writes: WriteState, position: DatabasePosition | undefined): Dialect => {
  const config = { pool: createLastResultPool(pool, writes, position) }
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

type Began = { now: Date; is_read_only: boolean; pid: number; timeline: string | null; lsn: string | null }
type Committed = { xid: string | null; lsn: string | null; is_safe: boolean; saved_at: Date }

/**
 * Several statements in one query have several results. The last one counts. What begin and commit say of the database is noted on
 * the way.
 */
const createLastResultPool = (
  pool: pg.Pool,
  writes: WriteState,
  position: DatabasePosition | undefined,
): PostgresPool => {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const plans = createKeptPlans()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let isLeft = false
    let began: Began | undefined
    let isInTransaction = false
    /** Something on it still waits for a synchronous standby. It is left alone: a rollback behind it could only be canceled with it. */
    let isStillWaiting = false
    /** A pooler may send the next statement to another session, which doesn't know the names of this one. */
    let isAlone = false
    const noteReadOnly = (isReadOnly: boolean) => {
      writes.note(isReadOnly)
      // A session keeps the setting that it began with, and a new one may reach the primary.
      if (isReadOnly) isLeft = true
    }
    const begin = async () => {
      for (;;) {
        const known = position?.known()
        const results = (await client.query(beginWithSettings.sql)) as unknown as pg.QueryResult<Began>[]
        const last = results.at(-1)
        began = last?.rows[0]
        isInTransaction = true
        isAlone = began?.pid === (client as pg.PoolClient & { processID: number }).processID
        const place = readPlace(began)
        if (!position || !place || !position.isSuspect(place, known)) {
          noteReadOnly(began?.is_read_only === true)
          return last
        }
        isInTransaction = false
        await client.query('rollback')
        await position.verify(pool.options)
      }
    }
    const commit = async () => {
      isInTransaction = false
      const results = (await client.query(commitWhenReplicated.sql)) as unknown as pg.QueryResult<Committed>[]
      const place = readPlace(began)
      const committed = results[0]?.rows[0]
      if (committed?.xid) writes.noteWrite()
      if (position && place && began && committed?.xid && committed.lsn && committed.is_safe) {
        const { xid, lsn, saved_at: savedAt } = committed
        position.noteCommit(place.timeline, { xid: BigInt(xid), lsn: BigInt(lsn), at: began.now, savedAt })
      }
      return results.at(-1)
    }
    const run = async (sql: string, values: readonly unknown[]): Promise<unknown> => {
      const isRepeated = isInTransaction || isMarked(sql) || findContext()?.worker !== undefined
      const name = isAlone && isRepeated ? plans.nameOf(sql) : undefined
      if (name === undefined) return client.query(sql, [...values])
      try {
        return await client.query({ name, text: sql, values: [...values] })
      } catch (error) {
        if (!isStalePlan(error)) throw error
        plans.forget()
        // Inside a transaction nothing more can be run. It is retried as a whole.
        if (isInTransaction) throw error
        return client.query(sql, [...values])
      }
    }
    const query = async (sql: string, values: readonly unknown[]) => {
      try {
        if (sql === beginWithSettings.sql) return await begin()
        if (sql === commitWhenReplicated.sql) return await commit()
        if (sql === 'rollback') {
          isInTransaction = false
          if (isStillWaiting) return { command: 'ROLLBACK', rowCount: 0, rows: [] }
        }
        const result = await run(sql, values)
        return Array.isArray(result) ? result.at(-1) : result
      } catch (error) {
        if (isReadOnlyError(error)) noteReadOnly(true)
        // The driver stops waiting, but PostgreSQL goes on, and the next user of this connection would wait for it.
        if (isReadTimeout(error)) {
          isLeft = true
          if (mayWaitForStandby(sql)) isStillWaiting = true
          else await cancelQuery(pool.options, client)
        }
        throw error
      }
    }
    return { query: query as PostgresPoolClient['query'], release: () => client.release(isLeft) }
  }
  /** A new connection may lead to another database: the standby that took over, or an old primary. */
  const admit = async (client: pg.PoolClient, checking: DatabasePosition) => {
    try {
      const known = checking.known()
      const { rows } = await client.query<{ timeline: string | null; lsn: string | null }>(`select ${placeColumns}`)
      const place = readPlace(rows[0])
      if (place && checking.isSuspect(place, known)) await checking.verify(pool.options)
    } catch (error) {
      if (isReadOnlyError(error)) writes.note(true)
      client.release(true)
      throw error
    }
  }
  return {
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      if (position) await admit(client, position)
      const wrapped = wrap(client)
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
