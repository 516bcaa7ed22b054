import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { absurd, endless, flooding, oversized } from '../test/hostile-btcpay.ts'
import { startHostileStage } from '../test/hostile-stage.ts'
import { syncStore } from './payments/sync-store.ts'
import { reconcileEngine } from './payments/worker.ts'

const stage = await startHostileStage()
const { deps } = stage.money
afterAll(() => stage.close())

test('an endless history is read up to the limits of a sync, and the store rests in proportion to what it sent', async () => {
  const store = await stage.ownStore('endless')
  stage.hostile.behave(store.storeId, endless)
  await syncStore(deps, store.id)
  const rows = await stage.countRows(store)
  expect(rows).toBeGreaterThanOrEqual(100)
  expect(rows).toBeLessThanOrEqual(5000)
  expect(stage.hostile.seen(store.storeId)).toBeLessThan(120)
  const kept = await stage.storeOf(store)
  expect(kept).toMatchObject({
    historyComplete: false,
    syncError: expect.stringMatching(/older transactions|too slow/),
  })
  // Even if webhooks arrive, the store is not read again before it has rested.
  await sql`update stores set sync_due_at = app_now() where id = ${store.id}`.execute(deps.db)
  const seen = stage.hostile.seen(store.storeId)
  const worker = reconcileEngine(deps, () => undefined)
  await worker.run(new AbortController().signal)
  await worker.end?.()
  expect(stage.hostile.seen(store.storeId)).toBe(seen)
})

test.each([
  ['60,000 rows for 100', oversized(60_000)],
  ['bodies without an end', flooding],
  ['a million letters for an id', absurd],
  ['a history without an end', endless],
])(
  'repeated syncs with %s do not increase memory',
  async (name, behavior) => {
    const store = await stage.ownStore(`memory ${name}`)
    stage.hostile.behave(store.storeId, behavior)
    await syncStore(deps, store.id).catch(() => undefined)
    const before = process.memoryUsage().rss
    for (let sync = 0; sync < 5; sync++) await syncStore(deps, store.id).catch(() => undefined)
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(250)
  },
  240_000,
)
