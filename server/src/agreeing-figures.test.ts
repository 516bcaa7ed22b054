import { getBalance, getLightningBalance } from '@bitquay/contract/balances'
import { fromCents, toCents } from '@bitquay/contract/money'
import type { PosState } from '@bitquay/contract/tills.pos'
import { getReport } from '@bitquay/contract/tills.reports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBtc, listPairs } from '../test/agreeing-figures.ts'
import { startFigures } from '../test/figures-stage.ts'

let stage: Awaited<ReturnType<typeof startFigures>>
beforeAll(async () => {
  stage = await startFigures()
})
afterAll(() => stage?.money.close())

test('a requested loop-out leaves the total as it was', async () => {
  const { owner } = stage.figures.store
  const [balance, lightning] = [await owner.get(getBalance), await owner.get(getLightningBalance)]
  expect(Number(lightning.heldUsd)).toBeGreaterThan(300)
  expect(addBtc(balance.btc, lightning.btc, lightning.heldBtc)).toBe(stage.btcBeforeLoopOut)
})

test('a till says of today what the reports say', async () => {
  // Noon is far from midnight, wherever that is now.
  const hoursToNoon = 12 - new Date().getUTCHours()
  const tz = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`
  const { today } = (await stage.till.state({ tz })).body as Pick<PosState, 'today'>
  const { total } = await stage.figures.store.owner.get(getReport, { params: { report: 'tills' } })
  const charged = toCents(total.items) + toCents(total.tax) + toCents(total.tips)
  expect(today).toEqual({ sales: 2, total: fromCents(charged), tips: total.tips })
})

test.each(['merchant', 'partner', 'admin'] as const)('figures of a %s that must agree do', async (who) => {
  const pairs = listPairs(stage.figures)[who]
  for (const [what, one, other] of pairs) expect.soft(await one(), what).toEqual(await other())
})
