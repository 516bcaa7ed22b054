import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
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
  truncated,
} from '../test/hostile-btcpay.ts'
import { type HostileStage, type OwnStore, startHostileStage } from '../test/hostile-stage.ts'

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
