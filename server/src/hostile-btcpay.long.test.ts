import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  absurd,
  type Behavior,
  dripping,
  endless,
  failing,
  flooding,
  htmlInstead,
  lying,
  oversized,
  silent,
  truncated,
} from '../test/hostile-btcpay.ts'
import { type HostileStage, type OwnStore, startHostileStage } from '../test/hostile-stage.ts'
import { findAlertConditions } from './operations/find-alert-conditions.ts'

let stage: HostileStage
let honest: OwnStore
let bad: OwnStore
beforeAll(async () => {
  stage = await startHostileStage()
  bad = await stage.ownStore('bad', 300_000n, 300_000n, 300_000n)
  honest = await stage.ownStore('honest', ...Array.from({ length: 20 }, () => 100_000n))
})
afterAll(() => stage.close())

const behaviors: [string, Behavior][] = [
  ['is honest', () => false],
  ['never answers', silent],
  ['drips one byte a second', dripping],
  ['sends a body without an end', flooding],
  ['sends 1,000 rows for 100', oversized(1000)],
  ['has a history without an end', endless],
  ['names an amount beyond all bitcoin', lying('9999999999999999999')],
  ['sends absurd ids and labels', absurd],
  ['fails', failing],
  ['answers with HTML', htmlInstead],
  ['breaks off in the middle', truncated],
  ['sends 60,000 rows for 100', oversized(60_000)],
  ['names a negative amount', lying('-1')],
  ['names an amount with an exponent', lying('1e400')],
  ['names no number', lying('NaN')],
]

test.each(behaviors)(
  'an honest merchant is served in one round next to one whose server %s',
  async (_what, behavior) => {
    stage.hostile.behave(bad.storeId, undefined)
    await sql`update stores set sync_failures = 0 where id = ${bad.id}`.execute(stage.money.deps.db)
    await stage.giveWork(bad).catch(() => undefined)
    stage.hostile.behave(bad.storeId, behavior)
    await stage.expectServedInOneRound(honest)
  },
  60_000,
)

test('repeated failures are shown to operators', async () => {
  const { deps } = stage.money
  await stage.hostile.close()
  for (let round = 0; round < 3; round++) {
    await stage.makeDue()
    await sql`update work_failures set retry_at = app_now() - interval '1 second'`.execute(deps.db)
    await sql`update stores set webhook_url = null, sync_failures = 0 where id = ${bad.id}`.execute(deps.db)
    const { stop } = await stage.runRound()
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ failures: number }>`select failures from work_failures
          where worker = 'provision-stores' and item = ${`webhook of store ${bad.id}`}`.execute(deps.db)
          return rows[0]?.failures
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThanOrEqual(round + 1)
    await stop()
  }
  const conditions = await findAlertConditions(deps.db, deps)
  expect(conditions).toContainEqual(
    expect.objectContaining({ kind: 'worker-stuck', subject: `provision-stores webhook of store ${bad.id}` }),
  )
})
