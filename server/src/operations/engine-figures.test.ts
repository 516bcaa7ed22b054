import type { Answer } from '@bitquay/contract/call'
import { getSystem } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, ask, signInAs } from '../../test/people.ts'

const clockAheadSeconds = 7200

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
  token = await signInAs(app, await addAdmin(app))
  await app.advance(clockAheadSeconds)
  const { db } = app.deps
  await sql`
    insert into engines (id, name, url, capacity, reachable, synced, latency_ms, circuit, checked_at) values
      (1, 'main', 'https://main.test', null, true, true, 84, 'closed', app_now()),
      (12, 'berlin', 'https://berlin.test', 2000, false, false, null, 'open', app_now()),
      (13, 'silent', 'https://silent.test', 5, true, true, 20, 'closed', app_now() - interval '5 minutes'),
      (14, 'removed', 'https://removed.test', null, true, true, 9, 'closed', app_now() - interval '2 days')
    on conflict (id) do update set name = excluded.name, url = excluded.url, reachable = excluded.reachable, synced = excluded.synced,
      latency_ms = excluded.latency_ms, circuit = excluded.circuit, checked_at = excluded.checked_at`.execute(db)
  for (const [index, engineId] of [1, 1, 1, 12, 12, 13].entries()) {
    const { id } = await addMerchant(app)
    await sql`
      insert into stores (merchant_id, status, server_url, store_id, api_key, tag, engine_id)
      select ${id}, 'ready', url, ${`s${index}`}, 'k', ${`t${index}`}, id from engines where id = ${engineId}`.execute(
      db,
    )
  }
  // Every 7 minutes of the last two hours, so that some are older than an hour.
  await sql`
    insert into engine_minutes (engine_id, minute, calls, failures, rejected, total_ms)
    select e.id, date_trunc('minute', app_now()) - make_interval(mins => n), n + e.id, n % 4, n % 3, n * 37
    from engines e, generate_series(1, 120, 7) n where e.id <> 13
    on conflict (engine_id, minute) do update
      set calls = excluded.calls, failures = excluded.failures, rejected = excluded.rejected, total_ms = excluded.total_ms`.execute(
    db,
  )
})
afterAll(() => app.close())

test('the figures of each payment server match the rows, in the platform’s time', async () => {
  const { db } = app.deps
  const { at, engines } = (await ask(app, getSystem, { token })).body as unknown as Answer<typeof getSystem>
  const [stores, minutes, rows] = await Promise.all([
    db.selectFrom('stores').selectAll().execute(),
    db.selectFrom('engineMinutes').selectAll().execute(),
    db.selectFrom('engines').selectAll().orderBy('id').execute(),
  ])
  const hourAgo = new Date(at).getTime() - 3_600_000
  const expected = rows
    .filter(({ name }) => name !== 'removed')
    .map(({ id, name, url, capacity, latencyMs, checkedAt, reachable, synced, circuit }) => {
      const recent = minutes.filter(({ engineId, minute }) => engineId === id && minute.getTime() > hourAgo)
      const sum = (of: 'calls' | 'failures' | 'rejected' | 'totalMs') =>
        recent.reduce((total, minute) => total + Number(minute[of]), 0)
      const isHeard = name !== 'silent'
      return {
        ...{ id, name, url, capacity, latencyMs, circuit, checkedAt: checkedAt?.toISOString() },
        reachable: isHeard && reachable,
        synced: isHeard && synced,
        merchants: stores.filter(({ engineId, merchantId }) => engineId === id && merchantId !== null).length,
        ...{ requests: sum('calls'), failures: sum('failures'), rejected: sum('rejected') },
        // No minute of the last two hours was without an answer, and none is older.
        uptime: [
          ...Array.from({ length: 10 }, () => 'no-data'),
          expect.stringMatching(/up|no-data/),
          isHeard ? 'up' : 'no-data',
        ],
        averageMs: recent.length === 0 ? null : expect.closeTo(sum('totalMs') / sum('calls'), -0.3),
      }
    })
  expect(engines).toEqual(expected)
  expect(engines.map(({ merchants }) => merchants)).toEqual([3, 2, 1])
  expect(engines[0]?.requests).toBeGreaterThan(0)
})
