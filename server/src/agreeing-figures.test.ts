import { getBalance, getLightningBalance } from '@bitquay/contract/balances'
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

test.each(['merchant', 'partner', 'admin'] as const)('figures of a %s that must agree do', async (who) => {
  const pairs = listPairs(stage.figures)[who]
  for (const [what, one, other] of pairs) expect.soft(await one(), what).toEqual(await other())
})
