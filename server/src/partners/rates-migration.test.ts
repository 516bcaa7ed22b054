import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigratedDatabase } from '../../test/migrated-database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { sqlFolder } from '../platform/db/migrate-database.ts'

let migrated: Awaited<ReturnType<typeof openMigratedDatabase>>

/** A database from before shares were kept, which later migrations may have reached first. */
beforeAll(async () => {
  migrated = await openMigratedDatabase('0205', async (pool) => {
    await migrate(pool, sqlFolder, { replay: (name) => !name.startsWith('0205') })
    await pool.query(`
      insert into partners (email, name, password_hash, share_percentage, created_at) values
        ('changed@example.test', 'Changed', 'x', 30, '2026-01-01Z'), ('same@example.test', 'Same', 'x', 20, '2026-01-01Z');
      insert into act_log (at, actor_kind, act, subject_kind, subject_id, detail) values
        ('2026-02-01Z', 'admin', 'partner-changed', 'partner', '1', '{"share": "25.00", "shareBefore": "33.33"}'),
        ('2026-02-15Z', 'admin', 'partner-changed', 'partner', '1', '{}'),
        ('2026-03-01Z', 'admin', 'partner-changed', 'partner', '1', '{"share": "30.00", "shareBefore": "25.00"}')`)
  })
})
afterAll(() => migrated.close())

const rateOf = async (partnerId: number, at: string) => {
  const { rows } = await migrated.pool.query(`select partner_rate_at($1, 'deposit', $2, $2)::text as rate`, [
    partnerId,
    at,
  ])
  return rows[0].rate
}

test('partners keep the rates that the audit log tells of', async () => {
  const times = ['2025-12-01Z', '2026-01-15Z', '2026-02-20Z', '2026-04-01Z']
  const rates = []
  for (const at of times) rates.push(await rateOf(1, at))
  expect(rates).toEqual(['0.333', '0.333', '0.250', '0.300'])
  expect(await rateOf(2, '2026-04-01Z')).toBe('0.200')
})

test('a share is kept from its first day on, and again when it changes', async () => {
  await migrated.pool.query(`
    insert into partners (email, name, password_hash, share_percentage) values ('new@example.test', 'New', 'x', 10);
    update partners set share_percentage = 5 where email = 'new@example.test';
    update partners set name = 'Newer' where email = 'new@example.test'`)
  const { rows } = await migrated.pool.query(
    `select share_percentage::text as share from partner_share_changes where partner_id = 3 order by id`,
  )
  expect(rows).toEqual([{ share: '10.00' }, { share: '5.00' }])
})
