import type pg from 'pg'
import { expect, test } from 'vitest'
import { openMigratedDatabase } from '../../test/migrated-database.ts'

/** Keys by who created them, as a database has them whose people left before keys were suspended for it. */
const fill = async (pool: pg.Pool) => {
  await pool.query(
    `insert into merchants (email, store_name) values ('owner@example.test', 'A'), ('other@example.test', 'B')`,
  )
  await pool.query(`insert into merchant_users (merchant_id, email, name, role, is_active, password_hash) values
    (1, 'admin@example.test', 'Admin', 'admin', true, 'x'), (1, 'demoted@example.test', 'Demoted', 'user', true, 'x'),
    (1, 'inactive@example.test', 'Inactive', 'admin', false, 'x'), (2, 'elsewhere@example.test', 'Elsewhere', 'admin', true, 'x')`)
  const add = (name: string, by: string, more = {}) => {
    const { scopes, user, confirmedBy } = { scopes: ['refunds'], user: null, confirmedBy: null, ...more }
    return pool.query(
      `insert into api_keys (merchant_id, name, prefix, token_hash, scopes, created_by, created_by_user, confirmed_by)
       values (1, $1, 'bq', convert_to($1, 'UTF8'), $2, $3, $4, $5) returning id`,
      [name, scopes, `${by}@example.test`, user, confirmedBy],
    )
  }
  await add('owner', 'owner')
  const { rows } = await add('owner with an earlier address', 'earlier')
  await pool.query(
    `insert into act_log (act, actor_kind, actor_id, merchant_id, subject_kind, subject_id)
     values ('api-key-created', 'merchant', 1, 1, 'api-key', $1)`,
    [String(rows[0].id)],
  )
  await add('admin', 'admin')
  await add('admin with a new address', 'before', { user: 1 })
  await add('removed', 'removed')
  await add('demoted', 'demoted', { user: 2 })
  await add('inactive', 'inactive')
  await add('of another store', 'elsewhere')
  await add('removed, but only reads', 'removed', { scopes: ['read', 'invoices'] })
  await add('removed, and confirmed', 'removed', { confirmedBy: 'owner@example.test' })
}

test('keys of people who left before the upgrade move no money until the owner confirms them', async () => {
  const { pool, close } = await openMigratedDatabase('0172', fill)
  const { rows } = await pool.query<{ name: string }>(
    'select name from api_keys where suspended_at is not null order by id',
  )
  expect(rows.map(({ name }) => name)).toEqual(['removed', 'demoted', 'inactive', 'of another store'])
  await close()
})
