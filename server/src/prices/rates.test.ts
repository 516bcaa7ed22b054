import { listRates } from '@bitquay/contract/balances'
import { displayCurrencies } from '@bitquay/contract/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { ask } from '../../test/people.ts'
import { fetchRates } from './worker.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

const countPrices = async () => (await money.deps.db.selectFrom('prices').select('id').execute()).length
const read = async () =>
  (await ask(money.server, listRates)).body as unknown as { currency: string; price: number; stale: boolean }[]

test('the engine’s prices in other currencies are saved, at most every five minutes, and age', async () => {
  expect(await read()).toEqual([])
  await fetchRates(money.deps).run(new AbortController().signal)
  const rates = await read()
  expect(rates.map(({ currency }) => currency)).toEqual([...displayCurrencies])
  for (const { price, stale } of rates) {
    expect(price).toBeGreaterThan(1000)
    expect(stale).toBe(false)
  }
  const count = await countPrices()
  await fetchRates(money.deps).run(new AbortController().signal)
  expect(await countPrices()).toBe(count)
  await money.server.advance(16 * 60)
  expect((await read()).every(({ stale }) => stale)).toBe(true)
  await fetchRates(money.deps).run(new AbortController().signal)
  expect((await read()).some(({ stale }) => stale)).toBe(false)
})

test('while the engine is down, the last prices stay', async () => {
  const before = await read()
  await money.server.advance(16 * 60)
  await money.engine.control.engine({ down: true })
  try {
    await fetchRates(money.deps).run(new AbortController().signal)
  } finally {
    await money.engine.control.engine({ down: false })
  }
  expect((await read()).map(({ price }) => price)).toEqual(before.map(({ price }) => price))
})
